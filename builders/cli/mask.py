"""``vivavoce mask``: hide an answer in a recording."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

_SAID = {"--text": "said in the recording", "--answer": "to be hidden"}


def mask(
    source: Annotated[Path, typer.Argument(metavar="IN", help="Recording of any format.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="Masked .wav or .flac, 16 kHz.")],
    text: Annotated[str, typer.Option(help="The words that are said.")],
    answer: Annotated[str, typer.Option(help="The words to hide, wherever they are said.")],
    language: Annotated[str, typer.Option(help="en or zh.")] = "en",
    mask_type: Annotated[
        str, typer.Option(help="white_noise, silence, music or multi_speaker.")
    ] = "white_noise",
    severity: Annotated[float, typer.Option(help="Length of the mask over that of the words.")] = 1,
    widen_ms: Annotated[float, typer.Option(help="Milliseconds added on either side.")] = 0,
    level_db: Annotated[float, typer.Option(help="Level relative to the speech, in dB.")] = 0,
    seed: Annotated[int, typer.Option(help="Fixes the masking sound.")] = 0,
    folder: Annotated[
        Path | None, typer.Option(help="Recordings of music, or of speech for multi_speaker.")
    ] = None,
    aligner: Annotated[str, typer.Option(help="Name of the aligner.")] = "ctc",
    force: Annotated[
        bool, typer.Option("--force", help="Go on where the recording hardly says the text.")
    ] = False,
) -> None:
    """Mask every occurrence of an answer and print what was done as JSON.

    A text that the recording hardly says is refused: its word times would be guesses, and the mask
    would lie anywhere.

    Example: vivavoce mask in.wav out.wav --text "I like Chicago the most." --answer Chicago
    """
    import json

    from builders.audio import read_audio, write_audio
    from builders.backends import load_backend
    from builders.cli._speech import DOUBTFUL, check_target, known_language, mean_score
    from builders.errors import VivavoceError
    from builders.masking import masker, music
    from builders.masking.choose import answer_spans
    from builders.masking.edges import audible
    from builders.masking.mask import apply, plan
    from builders.masking.span import Severity
    from builders.masking.voices import assets
    from builders.step import Rejected, keyed_rng

    masker(mask_type, "--mask-type")
    language = known_language(language)
    for option, given in (("--text", text), ("--answer", answer)):
        if not given.strip():
            raise VivavoceError(f"{option} is empty: name the words that are {_SAID[option]}")
    check_target(target, source)
    samples, rate = read_audio(source)
    words = load_backend("aligner", aligner).align(samples, rate, text, language)
    score = mean_score(words)
    if score is not None and score < DOUBTFUL:
        doubt = f"{source} hardly says this text: mean word score {score:.2f}, below {DOUBTFUL}"
        if not force:
            raise VivavoceError(
                f"{doubt}; correct --text or --language (see 'vivavoce align'), or give --force"
            )
        typer.echo(f"warning: {doubt}", err=True)
    spans = answer_spans(words, answer)
    if isinstance(spans, Rejected):
        raise VivavoceError(f"{source}: {spans.reason}: {spans.detail}")
    folders = {}
    if folder is not None:
        folders[music.FOLDER if mask_type == "music" else "babble"] = str(folder)
    params = plan(
        keyed_rng(seed, source.name, f"mask:{mask_type}"),
        audible(samples, rate, spans, words),
        samples.size / rate,
        mask_type,
        Severity(severity, widen_ms),
        level_db,
        folders=folders,
    )
    masked = apply(
        samples, rate, params, assets(lambda: load_backend("tts", "kokoro"), language, folders)
    )
    write_audio(target, masked, rate)
    typer.echo(json.dumps({"out": str(target), **params}, ensure_ascii=False, indent=2))
