from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from builders.audio import write_audio
from builders.backends.protocols import Transcript
from builders.errors import BackendError, VivavoceError
from evaluation.contracts import Response, Row
from evaluation.judges.measure import Measured, load_measure, with_transcript
from evaluation.metrics.empathy import emotion_probabilities


class Listener:
    """A backend that tells what it was given."""

    name, revision, labels = "listener", "r1", ("happy", "sad")

    def transcribe(self, samples: np.ndarray, rate: int, language: str) -> Transcript:
        return Transcript(f"{language} {rate} {samples.size}")

    def score(self, samples: np.ndarray, rate: int) -> float:
        return 3.25

    def classify(self, samples: np.ndarray, rate: int) -> dict[str, float]:
        return {"happy": 0.75, "sad": 0.25}


@pytest.fixture
def spoken(tmp_path: Path, make_row: Callable[..., Row]) -> Row:
    samples = 0.3 * np.sin(np.arange(8_000) / 5).astype(np.float32)
    write_audio(tmp_path / "a.flac", samples, 16_000)
    row = make_row("r-1", config="emotion")
    return Row(row.example, Response("r-1", text="好。", audio="a.flac"))


def test_what_was_heard_becomes_the_transcript(spoken: Row, tmp_path: Path) -> None:
    judge = Measured("asr", Listener(), tmp_path)
    assert judge.handles(spoken, "asr") and not judge.handles(spoken, "mos")
    said = judge.judge(spoken, "asr").judgement
    assert (said.raw, said.judge) == ("zh 16000 8000", "listener:r1")
    heard = with_transcript(Row(spoken.example, spoken.response, {"asr": said}))
    assert heard.response is not None and heard.response.asr_text == "zh 16000 8000"
    assert not judge.handles(heard, "asr")


def test_opinion_scores_and_emotions(spoken: Row, tmp_path: Path) -> None:
    assert Measured("mos", Listener(), tmp_path).judge(spoken, "mos").judgement.score == 3.25
    said = Measured("emotion", Listener(), tmp_path).judge(spoken, "emotion").judgement
    assert said.category == "happy" and json.loads(said.raw) == {"happy": 0.75, "sad": 0.25}
    row = Row(spoken.example, spoken.response, {"emotion": said})
    assert emotion_probabilities(row) == {"happy": 0.75, "sad": 0.25}


def test_a_clip_that_is_gone_is_an_error_of_its_row(spoken: Row, tmp_path: Path) -> None:
    (tmp_path / "a.flac").unlink()
    said = Measured("mos", Listener(), tmp_path).judge(spoken, "mos").judgement
    assert said.score is None and "no such audio file" in str(said.error)


def test_a_failing_model_is_an_error_of_its_row(
    spoken: Row, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any) -> float:
        raise BackendError("no memory", transient=True)

    backend = Listener()
    monkeypatch.setattr(backend, "score", fail)
    entry = Measured("mos", backend, tmp_path).judge(spoken, "mos")
    assert entry.transient and entry.judgement.error == "no memory"


def test_names(tmp_path: Path) -> None:
    with pytest.raises(VivavoceError, match="unknown measure 'mso'"):
        load_measure("mso", tmp_path)
    with pytest.raises(VivavoceError, match="--measure emotion=NAME"):
        load_measure("emotion", tmp_path)


@pytest.mark.weights
def test_the_project_s_own_opinion_score(spoken: Row, tmp_path: Path) -> None:
    name, judge = load_measure("mos", tmp_path)
    said = judge.judge(spoken, "mos").judgement
    assert name == "mos-dnsmos"
    assert said.score is not None and 1 <= said.score <= 5
    assert said.judge.startswith("dnsmos:")
