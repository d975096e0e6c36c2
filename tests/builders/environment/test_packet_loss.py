import numpy as np
import pytest

from builders.environment import packet_loss
from builders.errors import VivavoceError
from builders.step import keyed_rng

RATE = 16_000


def plan(level, row="a", **settings):
    return packet_loss.plan(keyed_rng(0, row, "x"), level, **settings)


@pytest.mark.parametrize("level", packet_loss.LEVELS)
@pytest.mark.parametrize("burst", [None, 10.0])
def test_rate_within_one_frame_and_the_rest_untouched_on_real_clips(level, burst, real_clips):
    for name, clip in real_clips.items():
        made, measured = packet_loss.apply(clip, RATE, plan(level, name, mean_burst=burst))
        assert made.shape == clip.shape
        count = -(-clip.size // 320)
        padded = np.zeros(count * 320, np.float32)
        padded[: clip.size] = clip
        heard = np.zeros(count * 320, np.float32)
        heard[: clip.size] = made
        same = (padded.reshape(count, 320) == heard.reshape(count, 320)).all(axis=1)
        silent = (heard.reshape(count, 320) == 0).all(axis=1)
        assert (same | silent).all()
        assert measured["packets"] == count
        assert abs(measured["lost"] - level * count) <= 0.5
        # A frame of digital silence is both; every frame that changed was lost.
        assert (~same).sum() <= measured["lost"] <= silent.sum()


@pytest.mark.parametrize("count", [1, 2, 3, 7, 100, 1001])
@pytest.mark.parametrize("rate", [0.0, 0.1, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("burst", [None, 9.0])
def test_count_is_exact_for_any_length(count, rate, burst):
    for seed in range(10):
        lost = packet_loss.lost_frames(count, rate, seed, burst)
        assert lost.size == count
        assert lost.sum() == int(np.floor(rate * count + 0.5))


@pytest.mark.parametrize(("rate", "burst"), [(0.1, 4.0), (0.3, 8.0), (0.7, 5.0)])
def test_bursts_have_the_asked_mean_length(rate, burst):
    lost = packet_loss.lost_frames(20_000, rate, 1, burst).astype(int)
    bursts = np.sum(np.diff(np.concatenate([[0], lost])) == 1)
    assert lost.sum() / bursts == pytest.approx(burst, rel=0.1)


def test_single_losses_come_at_random():
    lost = packet_loss.lost_frames(20_000, 0.3, 1).astype(int)
    bursts = np.sum(np.diff(np.concatenate([[0], lost])) == 1)
    assert lost.sum() / bursts == pytest.approx(1 / 0.7, rel=0.05)


def test_higher_rates_lose_more_of_the_same():
    low, high = (packet_loss.lost_frames(500, r, 7) for r in (0.1, 0.7))
    assert not (low & ~high).any()


def test_a_tiny_clip_by_hand():
    clip = np.arange(1, 11, dtype=np.float32) / 16
    params = {"rate": 0.5, "frame_ms": 0.25, "mean_burst": None, "seed": 0}
    made, measured = packet_loss.apply(clip, RATE, params)
    # Frames of four samples: two whole ones and one of two; 1.5 of 3 rounds up to 2.
    assert measured["packets"] == 3
    assert measured["lost"] == 2
    kept = made != 0
    assert [kept[:4].all(), kept[4:8].all(), kept[8:].all()].count(True) == 1
    assert np.array_equal(made[kept], clip[kept])


def test_impossible_settings_are_refused():
    with pytest.raises(VivavoceError, match=r"set mean_burst to 9 or more"):
        plan(0.9, mean_burst=2)
    with pytest.raises(VivavoceError, match="rate must lie in 0–1"):
        plan(70)
    with pytest.raises(VivavoceError, match="frame_ms"):
        plan(0.1, frame_ms=0)


def test_released_names():
    assert [packet_loss.label(x) for x in packet_loss.LEVELS] == [
        "dropping_0.10",
        "dropping_0.30",
        "dropping_0.50",
        "dropping_0.70",
        "dropping_0.90",
    ]
