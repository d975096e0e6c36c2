"""Engine calls of the speech steps, each kept in the item store."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from builders.audio import SAMPLING_RATE, Clip, to_rate
from builders.audio.level import CEILING
from builders.backends.protocols import Transcript, Voice
from builders.errors import VivavoceError
from builders.item import Word
from builders.step import Context


@dataclass(frozen=True)
class Utterance:
    """One piece of synthesised speech at 16 kHz.

    Attributes:
        clip: The audio.
        words: Word times, if the engine knows them.
    """

    clip: Clip
    words: tuple[Word, ...] | None


def engine_for(ctx: Context, voice: Voice) -> Any:
    """The speech engine of a voice: ``tts``, or ``tts/<engine>`` where voices need several.

    Raises:
        VivavoceError: The voice belongs to an engine that is not chosen.
    """
    engine = ctx.backend("tts")
    if engine.name == voice.engine:
        return engine
    try:
        return ctx.backend(f"tts/{voice.engine}")
    except (KeyError, VivavoceError) as error:
        raise VivavoceError(
            f"voice '{voice.id}' is spoken by the engine '{voice.engine}', but the chosen one is "
            f"'{engine.name}': choose voices of that, or add 'tts/{voice.engine}' to the backends "
            "in params.yaml"
        ) from error


def synthesise(
    ctx: Context, text: str, voice: Voice, seed: int, style: dict[str, Any] | None = None
) -> Utterance:
    """Speak a text, or take the stored speech of the same text, voice, seed and style.

    Raises:
        BackendError: The engine failed.
    """
    engine = engine_for(ctx, voice)
    key = {
        "engine": engine.name,
        "revision": engine.revision,
        "text": text,
        "voice": asdict(voice),
        "seed": seed,
        "style": style or {},
    }
    if voice.prompt_audio is not None:
        key["prompt"] = _content(voice.id, Path(voice.prompt_audio))

    def make() -> tuple[dict[str, Any], bytes]:
        speech = engine.synthesise(text, voice, seed=seed, style=style)
        samples = to_rate(speech.samples, speech.sampling_rate, SAMPLING_RATE)
        # Resampling overshoots; a sample at full scale would count as clipped.
        peak = float(np.abs(samples).max())
        clip = Clip.from_samples(samples / max(1.0, peak / CEILING))
        words = None if speech.words is None else [w.model_dump(mode="json") for w in speech.words]
        return {"words": words, "frames": clip.frames}, clip.data

    value, data = ctx.cached("tts", key, make)
    words = value["words"]
    return Utterance(
        Clip(data, SAMPLING_RATE, value["frames"]),
        None if words is None else tuple(Word.model_validate(w) for w in words),
    )


def _content(voice: str, prompt: Path) -> str:
    """Hash of the recording that a voice is cloned from: its name says nothing of its content."""
    if not prompt.is_file():
        raise VivavoceError(f"voice '{voice}': there is no speech prompt {prompt}")
    return hashlib.sha256(prompt.read_bytes()).hexdigest()


def hear(ctx: Context, clip: Clip, language: str) -> Transcript:
    """Recognise a clip in a known language, or take the stored transcript.

    Raises:
        BackendError: The recogniser failed.
    """
    asr = ctx.backend("asr")
    key = {"asr": asr.name, "revision": asr.revision, "audio": clip.sha256, "language": language}

    def make() -> dict[str, Any]:
        found = asr.transcribe(clip.samples, clip.sampling_rate, language)
        return {"text": found.text, "extra": found.extra}

    value = ctx.cached("asr", key, make)
    return Transcript(value["text"], None, value["extra"])


def opinion(ctx: Context, clip: Clip) -> float:
    """Predicted mean opinion score of a clip, 1–5."""
    predictor = ctx.backend("mos")
    key = {"mos": predictor.name, "revision": predictor.revision, "audio": clip.sha256}

    def make() -> float:
        return float(predictor.score(clip.samples, clip.sampling_rate))

    return float(ctx.cached("mos", key, make))


def padded(parts: list[Utterance], head: float, gap: float, tail: float) -> Utterance:
    """Join utterances with silence before, between and after; word times move along.

    Args:
        parts: At least one utterance.
        head: Silence before the first, in seconds.
        gap: Silence between two, in seconds.
        tail: Silence after the last, in seconds.
    """
    pieces = [_silence(head)]
    words: list[Word] | None = []
    position = pieces[0].size
    for number, part in enumerate(parts):
        if number:
            pieces.append(_silence(gap))
            position += pieces[-1].size
        if part.words is None:
            words = None
        elif words is not None:
            offset = position / SAMPLING_RATE
            words += [_moved(w, offset) for w in part.words]
        pieces.append(np.asarray(part.clip.samples))
        position += part.clip.frames
    pieces.append(_silence(tail))
    clip = Clip.from_samples(np.concatenate(pieces))
    return Utterance(clip, None if words is None else tuple(words))


def _silence(seconds: float) -> np.ndarray:
    return np.zeros(round(seconds * SAMPLING_RATE), dtype=np.float32)


def _moved(word: Word, seconds: float) -> Word:
    return word.model_copy(
        update={"start": round(word.start + seconds, 4), "end": round(word.end + seconds, 4)}
    )
