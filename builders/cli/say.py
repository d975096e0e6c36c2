"""``vivavoce say``: speak a text into a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from builders.backends.protocols import Voice


def say(
    text: Annotated[str, typer.Argument(help="What to say.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="Audio file to write (.wav, .flac).")],
    voice: Annotated[
        str | None,
        typer.Option(
            help="Voice such as af_heart, or the id of one of a voice set; a wrong one lists the "
            "closest."
        ),
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
    profile: Annotated[
        str | None, typer.Option(help="sample or full: whose engines speak the voices of sets.")
    ] = None,
    params: Annotated[Path, typer.Option(help="Parameter file.")] = Path("params.yaml"),
) -> None:
    """Speak a text with the embedded engine, or with that of a voice; 16 kHz mono.

    Examples:
      vivavoce say "It costs $13.60." -o price.wav --voice af_heart

      vivavoce say "现在是15:30。" -o time.flac --voice zf_xiaoxiao

      vivavoce say "Good day." -o day.wav --voice google-au-wavenet-a --profile full
    """
    import numpy as np

    from builders.audio import SAMPLING_RATE, to_rate, write_audio
    from builders.audio.io import format_of
    from builders.backends.tts.kokoro_voices import default_voice
    from builders.cli._speech import known_language
    from builders.errors import VivavoceError
    from builders.text.script import other_language, other_letters
    from builders.text.spoken import spoken_form

    if not text.strip():
        raise VivavoceError("the text is empty: there is nothing to say")
    format_of(out)
    chosen = _voice(voice) if voice else default_voice(language or _script(text))
    asked = language if language not in (None, chosen.language) else None
    other = known_language(asked) if asked else other_language(text, chosen.language)
    if other and not cross_lingual:
        raise VivavoceError(
            f"the voice '{chosen.name}' speaks '{chosen.language}' and the text is '{other}': "
            f"choose a voice such as '{default_voice(other).name}', or give --cross-lingual"
        )
    words = text if written else spoken_form(text, chosen.language)
    if chosen.engine == "kokoro" and (letters := other_letters(words)):
        raise VivavoceError(
            f"no embedded voice reads {' '.join(letters[:8])}: write the text in Latin letters or "
            "Chinese characters"
        )
    engine = _engine(chosen, params, profile)
    style = {} if rate == 1.0 else {"rate": rate}
    speech = engine.synthesise(words, chosen, seed=seed, style=style)
    samples = to_rate(speech.samples, speech.sampling_rate, SAMPLING_RATE)
    write_audio(out, samples / max(1.0, float(np.abs(samples).max())))
    typer.echo(f"{out}: {len(samples) / SAMPLING_RATE:.2f} s, {chosen.id}: {words}")


def _voice(name: str) -> Voice:
    """An embedded voice by its name, or one of a voice set by its id."""
    from builders.backends.tts.kokoro_voices import embedded_voices
    from builders.errors import unknown_name
    from builders.recipe.voices import all_voices

    known = embedded_voices()
    known |= {voice.id: voice for voice in (*known.values(), *all_voices())}
    if name not in known:
        raise unknown_name("voice", name, known)
    return known[name]


def _engine(voice: Voice, params: Path, profile: str | None) -> Any:
    from builders.backends import load_backend
    from builders.recipe.params import load_params, store_root
    from builders.speech.utterance import engine_for
    from builders.stage.context import WorkerContext
    from builders.stage.settings import Settings

    if voice.engine == "kokoro":
        return load_backend("tts", "kokoro")
    given = load_params(params, profile)
    settings = Settings(given.seed, store_root(), given.chosen(), params.parent)
    return engine_for(WorkerContext(settings), voice)


def _script(text: str) -> str:
    return "zh" if any("\u4e00" <= c <= "\u9fff" for c in text) else "en"
