from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
import soundfile as sf

from builders.package.audio import samples_md5
from builders.package.check_rows import Triplets, check_audio, check_provenance, check_spans

PCM = (np.arange(1600) % 200 - 100).astype(np.int16)


def _encoded(pcm: np.ndarray, rate: int = 16_000, kind: str = "FLAC", bits: int = 16) -> Any:
    buffer = io.BytesIO()
    sf.write(buffer, pcm, rate, format=kind, subtype=f"PCM_{bits}")
    return {"bytes": buffer.getvalue(), "path": None}


def test_sound_that_is_what_it_says_has_no_problem() -> None:
    stated = {"audio_md5": samples_md5(PCM), "seconds": 0.1}
    for provenance in (None, {}, stated, {"audio_md5": None, "seconds": None}):
        assert list(check_audio(_encoded(PCM), provenance)) == []


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        (None, ("no audio", "the audio column is empty")),
        ({"bytes": b"", "path": "a.wav"}, ("no audio", "the audio column is empty")),
        (_encoded(PCM, kind="WAV"), ("audio format", "not FLAC")),
        (_encoded(PCM, 8_000), ("audio format", "8000 Hz, 1 channels, 16 bits")),
        (_encoded(PCM.reshape(-1, 2)), ("audio format", "16000 Hz, 2 channels, 16 bits")),
        (_encoded(PCM, bits=24), ("audio format", "16000 Hz, 1 channels, 24 bits")),
        (_encoded(np.zeros(160, np.int16)), ("silent audio", "every sample is zero")),
        (_encoded(np.full(160, 900, np.int16)), ("silent audio", "every sample is 900")),
        (_encoded(PCM // 20), ("silent audio", "no sample is louder than -76 dB")),
        (_encoded(PCM[:160]), ("short audio", "0.010 s")),
    ],
)
def test_every_fault_of_the_sound_is_told(value: Any, problem: tuple[str, str]) -> None:
    assert list(check_audio(value, None)) == [problem]


def test_a_stream_that_was_cut_is_damaged() -> None:
    noise = np.random.default_rng(0).integers(-9000, 9000, 16_000).astype(np.int16)
    whole = _encoded(noise)["bytes"]
    ((kind, _),) = list(check_audio({"bytes": whole[: len(whole) // 2]}, None))
    assert kind == "audio damaged"


def test_sound_of_another_row_is_noticed() -> None:
    stated = {"audio_md5": samples_md5(PCM + 1), "seconds": 0.2}
    assert list(check_audio(_encoded(PCM), stated)) == [
        ("audio replaced", "the samples are not those of the provenance"),
        ("duration", "0.100 s, the provenance states 0.2"),
    ]


SPEECH = {"engine": "e", "revision": "1", "voice": "v"}
HISTORY = {
    "row_id": "q",
    "audio_md5": "0",
    "seconds": 1.0,
    "steps": [{"step": "read", "params": "{}"}],
    "speech": SPEECH,
}
WHOLE = {
    "source_id": "1",
    "source_revision": "r",
    "license": "MIT",
    "provenance": HISTORY,
}


@pytest.mark.parametrize(
    ("change", "details"),
    [
        ({}, []),
        ({"source_id": "", "license": None}, ["source_id is missing", "license is missing"]),
        ({"provenance": None}, ["the column is empty"]),
        ({"provenance": {**HISTORY, "row_id": "p"}}, ["it belongs to row 'p'"]),
        ({"provenance": {**HISTORY, "speech": None}}, ["how the audio was made is missing"]),
        (
            {"provenance": {**HISTORY, "audio_md5": None, "seconds": None, "steps": []}},
            ["audio_md5 is missing", "seconds is missing", "steps is missing"],
        ),
        (
            {"provenance": {**HISTORY, "steps": [{"step": "read", "params": "{oops"}]}},
            ["params of read is no JSON text"],
        ),
        (
            {"provenance": {**HISTORY, "variant": {"condition": "c", "params": "{oops"}}},
            ["variant.params is no JSON text"],
        ),
        ({"words": [{"text": "a"}]}, ["it holds word times, and no aligner"]),
        (
            {"provenance": {**HISTORY, "speech": {"engine": "e", "revision": ""}}},
            ["the revision of the speech is missing", "the voice of the speech is missing"],
        ),
    ],
)
def test_a_history_is_complete(change: dict[str, Any], details: list[str]) -> None:
    found = list(check_provenance({**WHOLE, **change}, "q"))
    assert found == [("provenance", detail) for detail in details]


@pytest.mark.parametrize(
    ("span", "seconds", "wrong"),
    [
        ({"start": 0.0, "end": 1.0}, 1.0, False),
        ({"start": 0.0, "end": 1.04}, 1.0, False),
        ({"start": 0.0, "end": 1.06}, 1.0, True),
        ({"start": -0.1, "end": 0.5}, 1.0, True),
        ({"start": 0.6, "end": 0.5}, 1.0, True),
        ({"start": 5.0, "end": 9.0}, None, False),
        ({"start": None, "end": 9.0}, 1.0, False),
        ("text", 1.0, False),
    ],
)
def test_times_lie_within_the_audio(span: Any, seconds: float | None, wrong: bool) -> None:
    for column in ("mask_spans", "word_timestamps", "words"):
        found = list(check_spans({column: [span]}, seconds))
        if not wrong:
            assert found == []
            continue
        detail = f"{column} holds {span['start']:.3f}–{span['end']:.3f} s in {seconds} s of audio"
        assert found == [("times", detail)]
    assert list(check_spans({"words": None}, 1.0)) == []


def _row(condition: str, name: str = "t", **more: Any) -> dict[str, Any]:
    return {"triplet_id": name, "condition": condition, **more}


def _problems(*rows: tuple[dict[str, Any], float | None]) -> list[tuple[str, str, str]]:
    triplets = Triplets()
    for number, (row, seconds) in enumerate(rows):
        triplets.add(row, f"r{number}", seconds)
    return list(triplets.problems())


def test_a_whole_triplet_has_no_problem() -> None:
    rows = [
        (_row("original", answerable=True), 1.0),
        (_row("invariant", answerable=True), 1.0),
        (_row("degraded", answerable=False), 1.0),
        ({"triplet_id": None, "condition": "x"}, 9.0),
    ]
    assert _problems(*rows) == []


def test_faults_of_triplets() -> None:
    assert _problems(
        (_row("original"), 1.0),
        (_row("original"), 1.0),
        (_row("masked"), 1.0),
        (_row("degraded", answerable=True), 1.5),
    ) == [
        ("r1", "triplet", "a second original of t"),
        ("r2", "triplet", "unknown condition 'masked'"),
        ("r3", "triplet", "degraded, but answerable=True"),
        ("r1", "triplet", "t lacks invariant"),
        ("r1", "triplet", "the audio of t differs in length: {1.0, 1.5}"),
    ]
