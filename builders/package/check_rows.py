"""Checks of single rows and of the rows of one split, for ``vivavoce verify``."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from builders.audio.clip import SAMPLING_RATE
from builders.package.audio import samples_md5, stream_info

CONDITIONS = ("original", "invariant", "degraded")
_TOLERANCE = 0.05
_QUIET = 16
"""Peak in 16-bit steps (-66 dB): what the hardest low-pass leaves of speech lies far above."""

_FREE = {"speech": ("style",), "variant": ("params",), "quality": ("emotion", "signal")}

_SHORT = 0.1
"""Seconds; no word is as short."""


def check_audio(value: Any, provenance: dict[str, Any] | None) -> Iterator[tuple[str, str]]:
    """Yield ``(problem, detail)`` of the audio of one row.

    The samples are decoded and compared with the MD5 in the header and in the provenance.
    """
    import soundfile as sf

    data = value["bytes"] if isinstance(value, dict) else None
    if not data:
        yield "no audio", "the audio column is empty"
        return
    info = stream_info(data)
    if info is None:
        yield "audio format", "not FLAC"
        return
    if (info.sampling_rate, info.channels, info.bits) != (SAMPLING_RATE, 1, 16):
        yield "audio format", f"{info.sampling_rate} Hz, {info.channels} channels, {info.bits} bits"
        return
    try:
        pcm, _ = sf.read(io.BytesIO(data), dtype="int16")
    except sf.LibsndfileError as error:
        yield "audio damaged", str(error)
        return
    if pcm.size == 0 or pcm.size != info.frames:
        yield "audio damaged", f"{pcm.size} samples, the header states {info.frames}"
        return
    md5 = samples_md5(pcm)
    if md5 != info.md5:
        yield "audio damaged", "the samples are not those that were encoded"
    peak = int(np.abs(pcm.astype(np.int32)).max())
    if peak == 0:
        yield "silent audio", "every sample is zero"
    elif np.ptp(pcm) == 0:
        yield "silent audio", f"every sample is {int(pcm[0])}"
    elif peak < _QUIET:
        yield "silent audio", f"no sample is louder than {20 * np.log10(peak / 2**15):.0f} dB"
    elif pcm.size < _SHORT * SAMPLING_RATE:
        yield "short audio", f"{pcm.size / SAMPLING_RATE:.3f} s"
    if provenance:
        if provenance.get("audio_md5") not in (None, md5):
            yield "audio replaced", "the samples are not those of the provenance"
        seconds = provenance.get("seconds")
        if seconds is not None and abs(seconds - pcm.size / SAMPLING_RATE) > 1e-6:
            yield "duration", f"{pcm.size / SAMPLING_RATE:.3f} s, the provenance states {seconds}"


def check_provenance(row: dict[str, Any], row_id: str) -> Iterator[tuple[str, str]]:
    """Yield ``(problem, detail)`` where the history of a row is incomplete."""
    for name in ("source_id", "source_revision", "license"):
        if not row.get(name):
            yield "provenance", f"{name} is missing"
    history = row.get("provenance")
    if not history:
        yield "provenance", "the column is empty"
        return
    if history.get("row_id") != row_id:
        yield "provenance", f"it belongs to row '{history.get('row_id')}'"
    for name in ("audio_md5", "seconds", "steps"):
        if not history.get(name):
            yield "provenance", f"{name} is missing"
    if (row.get("words") or row.get("word_timestamps")) and not history.get("aligner"):
        yield "provenance", "it holds word times, and no aligner"
    for name, text in _json_texts(history):
        try:
            json.loads(text)
        except ValueError:
            yield "provenance", f"{name} is no JSON text"
    speech = history.get("speech")
    if not speech:
        yield "provenance", "how the audio was made is missing"
        return
    for name in ("engine", "revision", "voice"):
        if not speech.get(name):
            yield "provenance", f"the {name} of the speech is missing"


def _json_texts(history: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The free-form entries of a history, with their places."""
    places = [(f"params of {step['step']}", step, "params") for step in history.get("steps") or ()]
    for part, names in _FREE.items():
        places += [(f"{part}.{name}", history.get(part) or {}, name) for name in names]
    for place, holder, name in places:
        if holder.get(name) is not None:
            yield place, holder[name]


def check_spans(row: dict[str, Any], seconds: float | None) -> Iterator[tuple[str, str]]:
    """Yield ``(problem, detail)`` where times lie outside the audio or run backwards."""
    for name in ("mask_spans", "word_timestamps", "words"):
        for span in row.get(name) or ():
            if not isinstance(span, dict) or span.get("start") is None or span.get("end") is None:
                continue
            start, end = span["start"], span["end"]
            late = seconds is not None and end > seconds + _TOLERANCE
            if start < 0 or end < start or late:
                yield "times", f"{name} holds {start:.3f}–{end:.3f} s in {seconds} s of audio"


class Triplets:
    """Pairing of ``original``, ``invariant`` and ``degraded`` (EAR)."""

    def __init__(self) -> None:
        self._seen: dict[str, dict[str, tuple[str, float | None]]] = {}
        self._problems: list[tuple[str, str, str]] = []

    def add(self, row: dict[str, Any], row_id: str, seconds: float | None) -> None:
        """Note one row; rows without a triplet are passed over."""
        triplet, condition = row.get("triplet_id"), row.get("condition")
        if triplet is None:
            return
        if condition not in CONDITIONS:
            self._problems.append((row_id, "triplet", f"unknown condition {condition!r}"))
            return
        variants = self._seen.setdefault(str(triplet), {})
        if condition in variants:
            self._problems.append((row_id, "triplet", f"a second {condition} of {triplet}"))
        variants[condition] = (row_id, seconds)
        answerable = row.get("answerable")
        if answerable is not None and bool(answerable) != (condition != "degraded"):
            self._problems.append((row_id, "triplet", f"{condition}, but answerable={answerable}"))

    def problems(self) -> Iterator[tuple[str, str, str]]:
        """Yield ``(row id, problem, detail)`` once all rows are known."""
        yield from self._problems
        for triplet, variants in self._seen.items():
            missing = [name for name in CONDITIONS if name not in variants]
            row_id = next(iter(variants.values()))[0]
            if missing:
                yield row_id, "triplet", f"{triplet} lacks {', '.join(missing)}"
            lengths = {seconds for _, seconds in variants.values()}
            if len(lengths) > 1:
                yield row_id, "triplet", f"the audio of {triplet} differs in length: {lengths}"
