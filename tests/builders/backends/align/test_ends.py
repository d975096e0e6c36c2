import numpy as np
import pytest

from builders.backends.align.ends import word_ends

RATE = 16_000


def tone(*parts):
    """Alternating stretches of (seconds, amplitude)."""
    return np.concatenate(
        [a * np.sin(2 * np.pi * 220 * np.arange(round(s * RATE)) / RATE) for s, a in parts]
    )


def test_a_word_lasts_until_its_sound_dies_away():
    samples = tone((0.5, 0.3), (0.5, 0.0))
    ends = word_ends(samples, RATE, np.array([0.0]), np.array([0.3]))
    assert ends[0] == pytest.approx(0.5, abs=0.015)


def test_a_word_lasts_until_the_next_where_there_is_no_pause():
    samples = tone((1.0, 0.3))
    ends = word_ends(samples, RATE, np.array([0.1, 0.6]), np.array([0.3, 0.8]))
    assert ends.tolist() == [0.6, 1.0]


def test_a_pause_in_noise_is_found_half_way_down():
    rng = np.random.default_rng(0)
    samples = tone((0.5, 0.3), (0.5, 0.0)) + 0.02 * rng.standard_normal(RATE)
    ends = word_ends(samples, RATE, np.array([0.0]), np.array([0.3]))
    assert ends[0] == pytest.approx(0.5, abs=0.02)


def test_unknown_words_stay_unknown():
    samples = tone((1.0, 0.3))
    ends = word_ends(samples, RATE, np.array([0.1, np.nan, 0.6]), np.array([0.3, np.nan, 0.8]))
    assert ends[0] == 0.6 and np.isnan(ends[1]) and ends[2] == 1.0
