"""``vivavoce align``: word times of a recording whose words are known."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def align(
    audio: Annotated[Path, typer.Argument(help="Recording of any format.")],
    text: Annotated[str, typer.Option(help="The words that are said.")],
    language: Annotated[str, typer.Option(help="en or zh; scripts may be mixed.")] = "en",
    aligner: Annotated[str, typer.Option(help="Name of the aligner.")] = "ctc",
) -> None:
    """Print word times as JSON.

    Example: vivavoce align clip.wav --text "I like Chicago the most."
    """
    import json

    from builders.audio import read_audio
    from builders.backends import load_backend
    from builders.cli._speech import DOUBTFUL, known_language, mean_score

    samples, rate = read_audio(audio)
    backend = load_backend("aligner", aligner)
    words = backend.align(samples, rate, text, known_language(language))
    score = mean_score(words)
    if score is not None and score < DOUBTFUL:
        typer.echo(f"warning: {audio} hardly says this text; its times are guesses", err=True)
    result = {
        "audio": str(audio),
        "seconds": round(samples.size / rate, 3),
        "aligner": f"{backend.name} {backend.revision}",
        "words": [word.model_dump(mode="json") for word in words],
    }
    typer.echo(json.dumps(result, ensure_ascii=False, indent=2))
