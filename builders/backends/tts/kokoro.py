"""The embedded speech engine: Kokoro-82M (int8 ONNX) through kokoro-onnx, English and Mandarin.

The model reports how long it speaks each phoneme, so the words of its speech have exact times.
The graph draws no random numbers: the same text, voice and rate give the same samples. A take
with another seed is spoken at a slightly different rate.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from builders.backends.once import once
from builders.backends.onnx_session import onnx_session
from builders.backends.protocols import Speech, Voice
from builders.backends.tts.g2p import Token, tokens
from builders.errors import BackendError, unknown_name
from builders.item import Word
from builders.step import keyed_rng
from builders.weights import weights_path, weights_revision

TAKE_SPREAD = 0.06
"""Largest relative change of rate between takes."""

_DURATIONS = "/encoder/Clip_output_0"


class Kokoro:
    """Kokoro-82M on the CPU.

    Args:
        threads: Threads of one call. Part of the revision, since sums may round differently.
        sentence_pause: Pause after a sentence, in seconds.
        clause_pause: Pause after a comma, in seconds.
    """

    name = "kokoro"

    def __init__(
        self, threads: int = 1, sentence_pause: float = 0.25, clause_pause: float = 0.1
    ) -> None:
        self._threads = threads
        self._pauses = {"sentence_pause": sentence_pause, "clause_pause": clause_pause}
        self.revision = (
            f"{weights_revision('kokoro')};voices-{weights_revision('kokoro-voices')};"
            f"threads-{threads};pauses-{sentence_pause}-{clause_pause}"
        )

    def synthesise(
        self, text: str, voice: Voice, *, seed: int = 0, style: dict[str, Any] | None = None
    ) -> Speech:
        """Speak a text.

        Args:
            text: Text in spoken form.
            voice: A voice whose ``name`` is one of Kokoro's.
            seed: 0 is the plain reading.
            style: ``rate`` 0.5–2.0 (1 is normal).

        Returns:
            Speech at 24 kHz with word times.

        Raises:
            BackendError: Nothing in the text can be pronounced, or the style is not known.
        """
        rate = _rate(style or {}) * _take_rate(seed, text)
        spoken = tokens(text, voice.language, voice.accent)
        phonemes, owners = self._join(spoken)
        if not any(owner is not None for owner in owners):
            raise BackendError(f"nothing to pronounce in {text!r}")
        samples, rate_hz, timings = self._model.create_timed(
            phonemes, self._style(voice.name), speed=rate, is_phonemes=True, **self._pauses
        )
        peak = float(np.abs(samples).max())
        samples = np.asarray(samples, dtype=np.float32) / max(1.0, peak)
        return Speech(samples, rate_hz, _words(spoken, phonemes, owners, timings))

    def _join(self, spoken: Sequence[Token]) -> tuple[str, list[int | None]]:
        """One phoneme string, and for each of its signs the token it belongs to."""
        known = self._model.tokenizer.vocab
        text = ""
        owners: list[int | None] = []
        for index, token in enumerate(spoken):
            kept = "".join(p for p in token.phonemes if p in known and not p.isspace())
            if not token.is_word and text.endswith(" "):
                text, owners = text[:-1], owners[:-1]
            text += kept
            owners += [index if token.is_word else None] * len(kept)
            if token.space and text and not text.endswith(" "):
                text += " "
                owners.append(None)
        return text.rstrip(), owners[: len(text.rstrip())]

    def _style(self, name: str) -> np.ndarray:
        path = weights_path("kokoro-voices") / f"{name}.bin"
        if not path.is_file():
            known = [p.stem for p in path.parent.glob("*.bin")]
            raise unknown_name("Kokoro voice", name, known)
        return np.fromfile(path, dtype=np.float32).reshape(-1, 1, 256)

    @once
    def _model(self) -> Any:
        import onnx
        from kokoro_onnx import Kokoro as Library
        from onnx import TensorProto, helper

        graph = onnx.load(weights_path("kokoro") / "kokoro-v1.0.int8.onnx")
        # The library reads phoneme times from an output called "duration".
        graph.graph.node.append(helper.make_node("Identity", [_DURATIONS], ["duration"]))
        graph.graph.output.append(
            helper.make_tensor_value_info("duration", TensorProto.FLOAT, None)
        )
        session = onnx_session(graph.SerializeToString(), self._threads)
        session._model_path = str(weights_path("kokoro") / "kokoro-v1.0.int8.onnx")
        # The library wants a voices file; styles are given as arrays, so any one will do.
        any_voice = next(iter(sorted(weights_path("kokoro-voices").glob("*.bin"))))
        return _from_session(Library, session, any_voice)


def _from_session(library: Any, session: Any, voice: Any) -> Any:
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "voices.npz"
        np.savez(path, voice=np.fromfile(voice, np.float32).reshape(-1, 1, 256))
        model = library.from_session(session, str(path))
        model.voices = {name: model.voices[name] for name in model.voices.files}
    return model


def _rate(style: dict[str, Any]) -> float:
    extra = set(style) - {"rate"}
    if extra:
        raise BackendError(f"Kokoro knows no style {sorted(extra)}; it has 'rate' alone")
    rate = float(style.get("rate", 1.0))
    if not 0.5 <= rate <= 2.0:
        raise BackendError(f"Kokoro speaks at rates 0.5 to 2.0, not {rate}")
    return rate


def _take_rate(seed: int, text: str) -> float:
    if seed == 0:
        return 1.0
    return 1.0 + TAKE_SPREAD * float(keyed_rng(seed, text, "kokoro take").uniform(-1, 1))


def _words(
    spoken: Sequence[Token], phonemes: str, owners: Sequence[int | None], timings: Sequence[Any]
) -> tuple[Word, ...]:
    """Word times from phoneme times; the library may drop spaces where it splits long texts."""
    times: dict[int, tuple[float, float]] = {}
    position = 0
    for timing in timings:
        while phonemes[position] != timing.phoneme and phonemes[position].isspace():
            position += 1
        owner = owners[position]
        position += 1
        if owner is not None:
            start = times[owner][0] if owner in times else float(timing.start)
            times[owner] = (start, float(timing.end))
    return tuple(
        Word(
            text=spoken[i].text, start=round(s, 4), end=round(e, 4), score=1.0, span=spoken[i].span
        )
        for i, (s, e) in sorted(times.items())
    )
