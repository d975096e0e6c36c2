"""``vivavoce say``: speak a text into a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def say(
    text: Annotated[str, typer.Argument(help="What to say.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="Audio file to write (.wav, .flac).")],
    voice: Annotated[
        str | None,
        typer.Option(help="Voice such as af_heart or zf_xiaoxiao; a wrong one lists the closest."),
    ] = None,
    language: Annotated[
        str | None, typer.Option(help="en or zh; that of the voice, else guessed from the script.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Another seed is another take.")] = 0,
    rate: Annotated[float, typer.Option(help="Speaking rate, 1 is normal.")] = 1.0,
    cross_lingual: Annotated[
        bool, typer.Option("--cross-lingual", help="Let a voice speak another language.")
    ] = False,
    written: Annotated[
        bool, typer.Option("--as-is", help="Do not write out numbers and symbols first.")
    ] = False,
) -> None:
    """Speak a text with the embedded engine; 16 kHz mono.

    Examples:
      vivavoce say "It costs $13.60." -o price.wav --voice af_heart

      vivavoce say "现在是15:30。" -o time.flac --voice zf_xiaoxiao
    """
    import numpy as np

    from builders.audio import SAMPLING_RATE, to_rate, write_audio
    from builders.audio.io import format_of
    from builders.backends import load_backend
    from builders.backends.tts.kokoro_voices import default_voice, find_embedded_voice
    from builders.cli._speech import known_language
    from builders.errors import VivavoceError
    from builders.text.script import other_language, other_letters
    from builders.text.spoken import spoken_form

    if not text.strip():
        raise VivavoceError("the text is empty: there is nothing to say")
    format_of(out)
    chosen = find_embedded_voice(voice) if voice else default_voice(language or _script(text))
    asked = language if language not in (None, chosen.language) else None
    other = known_language(asked) if asked else other_language(text, chosen.language)
    if other and not cross_lingual:
        raise VivavoceError(
            f"the voice '{chosen.name}' speaks '{chosen.language}' and the text is '{other}': "
            f"choose a voice such as '{default_voice(other).name}', or give --cross-lingual"
        )
    words = text if written else spoken_form(text, chosen.language)
    if letters := other_letters(words):
        raise VivavoceError(
            f"no embedded voice reads {' '.join(letters[:8])}: write the text in Latin letters or "
            "Chinese characters"
        )
    engine = load_backend("tts", "kokoro")
    speech = engine.synthesise(words, chosen, seed=seed, style={"rate": rate})
    samples = to_rate(speech.samples, speech.sampling_rate, SAMPLING_RATE)
    write_audio(out, samples / max(1.0, float(np.abs(samples).max())))
    typer.echo(f"{out}: {len(samples) / SAMPLING_RATE:.2f} s, {chosen.id}: {words}")


def _script(text: str) -> str:
    return "zh" if any("\u4e00" <= c <= "\u9fff" for c in text) else "en"
