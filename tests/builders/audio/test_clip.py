from __future__ import annotations

import pickle

import numpy as np
import pytest

from builders.audio import Clip


def test_samples_survive_encoding_to_half_a_step():
    samples = np.array([0.0, 0.5, -0.5, 1.0, -1.0, 1 / 32768], dtype=np.float32)
    clip = Clip.from_samples(samples)
    assert clip.data[:4] == b"fLaC"
    assert (clip.sampling_rate, clip.frames) == (16000, 6)
    assert np.abs(clip.samples - samples).max() <= 1 / 32768


def test_the_same_samples_give_the_same_bytes_and_name():
    samples = np.sin(np.arange(1600) / 10).astype(np.float32) * 0.5
    first, second = Clip.from_samples(samples), Clip.from_samples(samples.copy())
    assert first.data == second.data
    assert first.sha256 == second.sha256
    assert Clip.from_bytes(first.data) == first


def test_decoded_samples_are_not_sent_to_other_processes():
    clip = Clip.from_samples(np.zeros(160_000, dtype=np.float32))
    assert clip.samples.size == 160_000
    assert len(pickle.dumps(clip)) < 5_000
    assert pickle.loads(pickle.dumps(clip)) == clip


@pytest.mark.parametrize(
    ("samples", "message"),
    [
        (np.zeros(0), "got shape"),
        (np.zeros((2, 5)), "got shape"),
        (np.array([0.0, np.nan]), "NaN"),
        (np.array([0.0, 1.5]), "exceeds full scale"),
    ],
)
def test_what_cannot_be_encoded_is_refused(samples, message):
    with pytest.raises(ValueError, match=message):
        Clip.from_samples(samples)
