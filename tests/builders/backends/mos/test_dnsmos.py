from __future__ import annotations

import numpy as np
import pytest

from builders.audio import read_audio
from builders.backends.mos.dnsmos import DNSMOS
from builders.errors import BackendError

pytestmark = pytest.mark.weights


def test_speech_scores_above_the_same_speech_in_noise(shared):
    path = shared / "sources" / "audio" / "librispeech-1088-134315-0000.wav"
    samples, rate = read_audio(path)
    samples = samples[: 6 * rate]
    predictor = DNSMOS()
    clean = predictor.scores(samples, rate)
    noise = np.random.default_rng(0).normal(0, 0.05, samples.size).astype(np.float32)
    noisy = predictor.scores(samples + noise, rate)
    assert 2.5 < clean["overall"] < 5
    assert clean["overall"] > noisy["overall"] + 0.5
    assert clean["background"] > noisy["background"] + 0.5


def test_the_score_does_not_depend_on_what_was_scored_before():
    rng = np.random.default_rng(1)
    one, two = (rng.normal(0, 0.1, n).astype(np.float32) for n in (16_000, 40_000))
    predictor = DNSMOS()
    first = predictor.score(one, 16_000)
    predictor.score(two, 16_000)
    assert predictor.score(one, 16_000) == first


def test_an_empty_clip_is_an_error():
    with pytest.raises(BackendError, match="empty"):
        DNSMOS().score(np.zeros(0, dtype=np.float32), 16_000)
