import numpy as np
import pytest

from builders.environment.material.loop import FADE, LENGTH, join, looped

RATE = 16_000


def noise(seconds, rate=RATE, seed=0):
    return (0.1 * np.random.default_rng(seed).standard_normal(int(seconds * rate))).astype("f4")


def test_joint_keeps_the_level_and_does_not_click():
    first, second = noise(1.0, seed=1), noise(1.0, seed=2)
    joined = join(first, second, 800)
    assert joined.size == 2 * RATE - 800
    middle = joined[RATE - 800 : RATE]
    assert np.std(middle) == pytest.approx(0.1, rel=0.1)
    tone = np.sin(2 * np.pi * 101.3 * np.arange(RATE) / RATE)
    step = np.abs(np.diff(join(tone, tone, 800))).max()
    assert step < 1.5 * np.abs(np.diff(tone)).max()


@pytest.mark.parametrize("start", [0, 5, 990, 12_345])
def test_loop_has_the_length_and_begins_at_its_place(start):
    whole = np.arange(1000, dtype=np.float32)
    piece = looped(whole, start, 5000, RATE)
    assert piece.shape == (5000,)
    # Too near to the end to fade out, 990 begins anew.
    assert piece[0] == (0 if start == 990 else start % 1000)


def test_loop_of_one_sample():
    assert looped(np.float32([0.5]), 0, 4, RATE).tolist() == [0.5] * 4


def test_a_joint_by_hand():
    # Cosine and sine of 22.5 and 67.5 degrees over two samples.
    joined = join(np.float32([1, 1, 1]), np.float32([2, 2, 2]), 2)
    assert joined == pytest.approx([1.0, 1.6892, 2.2304, 2.0], abs=1e-4)
    assert joined.dtype == np.float32


@pytest.mark.parametrize("fade", [0, 1, 2, 99])
def test_a_fade_is_never_longer_than_a_part(fade):
    first, second = np.ones(2, np.float32), np.ones(5, np.float32)
    assert join(first, second, fade).size == 7 - min(fade, 2)
    assert join(np.zeros(0, np.float32), second, fade).tolist() == [1.0] * 5


def test_what_fits_is_a_plain_cut():
    whole = np.arange(10_000, dtype=np.float32)
    assert looped(whole, 40, 100, RATE).tolist() == list(range(40, 140))


def test_the_joint_is_where_the_track_ends():
    whole = np.ones(8_000, np.float32)
    piece = looped(whole, 4_000, 8_000, RATE)
    fade = round(FADE * RATE)
    outside = np.delete(piece, np.s_[4_000 - fade : 4_000])
    assert (outside == 1.0).all()
    # Two equal signals are fully correlated: equal power lifts the middle by 3 dB.
    assert piece.max() == pytest.approx(2**0.5, abs=1e-3)
    assert LENGTH == 30.0
