import subprocess
import sys

import numpy as np
import pytest
from scipy.signal import butter, fftconvolve, sosfiltfilt

from builders.audio.level import rms, speech_level
from builders.environment import Assets, reverberation, rooms
from builders.errors import VivavoceError
from builders.step import keyed_rng

RATE = 16_000


def plan(level, row="a", **settings):
    return reverberation.plan(keyed_rng(0, row, "x"), level, **settings)


def test_schroeder_finds_the_decay_of_a_known_response():
    rng = np.random.default_rng(0)
    t = np.arange(2 * RATE) / RATE
    for rt60 in (0.3, 0.8, 1.5):
        tail = rng.standard_normal(t.size) * 10 ** (-3 * t / rt60)
        assert rooms.schroeder_rt60(tail, RATE) == pytest.approx(rt60, rel=0.02)


def test_schroeder_refuses_what_does_not_decay():
    with pytest.raises(VivavoceError, match="does not decay"):
        rooms.schroeder_rt60(np.array([1.0, 0.0, 0.0]), RATE)
    with pytest.raises(VivavoceError, match="silent"):
        rooms.schroeder_rt60(np.zeros(10), RATE)


@pytest.mark.parametrize("level", reverberation.LEVELS)
def test_rt60_within_ten_per_cent_on_real_clips(level, real_clips):
    for name, clip in list(real_clips.items())[:3]:
        made, measured = reverberation.apply(clip, RATE, plan(level, name))
        assert measured["rt60"] == pytest.approx(level, rel=0.1)
        assert made.shape == clip.shape
        assert np.abs(made).max() <= 0.99 + 1e-6


@pytest.mark.parametrize("level", reverberation.LEVELS)
def test_rt60_is_that_of_what_is_heard(level):
    """Measured on the result itself, over all frequencies and in the octaves of speech."""
    click = np.zeros(5 * RATE, dtype=np.float32)
    click[0] = 0.5
    made, measured = reverberation.apply(click, RATE, plan(level, "c"))
    assert measured["tail"] == 0.0
    decay = made.astype(float)
    assert rooms.schroeder_rt60(decay, RATE) == pytest.approx(level, rel=0.05)
    for centre in (1000, 2000, 4000):
        octave = butter(3, [centre / 2**0.5, centre * 2**0.5], "band", fs=RATE, output="sos")
        reached = rooms.schroeder_rt60(sosfiltfilt(octave, decay), RATE)
        assert reached == pytest.approx(level, rel=0.1)


@pytest.mark.parametrize("level", [0.5, 3.0])
def test_timing_does_not_shift(level):
    """Nothing sounds before the click, and the direct path sounds with it."""
    click = np.zeros(RATE, dtype=np.float32)
    click[5000] = 0.5
    made, measured = reverberation.apply(click, RATE, plan(level))
    loudest = np.abs(made).max()
    # Band-limited ringing of the FFT convolution stays 100 dB below.
    assert np.abs(made[:5000]).max() < 1e-5 * loudest
    assert abs(made[5000]) > 0.3 * loudest
    assert made[5000] == pytest.approx(0.5 * measured["gain"], rel=1e-3)


def test_direct_path_of_the_bank_is_where_geometry_puts_it():
    for index in range(3):
        response = rooms.room(0.5, index, RATE).response
        assert abs(response[0]) > 0.5 * np.abs(response).max()
        # A unit source at r metres arrives as 1/r times the propagation loss of the package.
        assert response[0] > response[1:8].max()


def test_speech_level_is_kept(real_clips):
    for name, clip in real_clips.items():
        made, _ = reverberation.apply(clip, RATE, plan(0.5, name))
        level = speech_level(clip, RATE)
        assert rms(made, level.active) == pytest.approx(level.rms, rel=0.01)


def test_tail_can_be_kept(spoken):
    cut, _ = reverberation.apply(spoken, RATE, plan(1.0))
    kept, measured = reverberation.apply(spoken, RATE, plan(1.0, tail="keep"))
    assert kept.size == spoken.size + round(measured["tail"] * RATE)
    assert measured["tail"] == pytest.approx(1.0, rel=0.1)
    inner = slice(0, spoken.size - 160)
    assert np.abs(kept[inner] - cut[inner]).max() < 1e-4
    # The end has died away, or is faded where it was cut: no click.
    assert abs(kept[-1]) == 0.0
    assert abs(cut[-1]) == 0.0


_SCRIPT = """
import hashlib, sys
import numpy as np
if sys.argv[1] == "disturbed":
    import pyroomacoustics as pra
    pra.random.seed(99); pra.constants.set("num_threads", 4); np.random.seed(5)
    pra.ShoeBox([3, 4, 3], max_order=2, ray_tracing=True)
from builders.environment import rooms
order = (1, 0) if sys.argv[1] == "disturbed" else (0, 1)
made = {i: rooms.simulate(0.5, i, 16_000) for i in order}
print(*(hashlib.sha256(made[i].response.tobytes()).hexdigest() for i in (0, 1)))
"""


def test_rooms_are_the_same_in_any_process_and_order():
    """The package's generators are global: neither their state nor the order may matter."""
    seen = [
        subprocess.run(
            [sys.executable, "-c", _SCRIPT, how], capture_output=True, text=True, check=True
        ).stdout
        for how in ("plain", "disturbed")
    ]
    assert seen[0] == seen[1]
    first, second = seen[0].split()
    assert first != second


@pytest.mark.parametrize("frames", [1, 100, 5000, 60_000])
def test_convolution_is_that_of_scipy(frames):
    place = rooms.room(0.5, 0, RATE)
    clip = np.random.default_rng(frames).uniform(-0.5, 0.5, frames).astype(np.float32)
    for _ in range(2):
        wet = place.play(clip)
        assert wet.dtype == np.float32
        assert np.abs(wet - fftconvolve(clip, place.response)).max() < 1e-5


def test_a_room_is_simulated_once(monkeypatch):
    monkeypatch.setattr(rooms, "_KEPT", {})
    kept: dict[str, object] = {}
    made = []

    def cached(kind, key, make):
        assert kind == "rir"
        name = repr(sorted(key.items()))
        if name not in kept:
            made.append(name)
            kept[name] = make()
        return kept[name]

    first = rooms.room(0.5, 0, RATE, Assets(cached=cached))
    rooms._KEPT.clear()
    again = rooms.room(0.5, 0, RATE, Assets(cached=cached))
    assert len(made) == 1
    assert np.array_equal(first.response, again.response)
    assert first.facts == again.facts


def test_refusals():
    with pytest.raises(VivavoceError, match="tail must be"):
        plan(1.0, tail="loop")
    with pytest.raises(VivavoceError, match="rooms must be"):
        plan(1.0, rooms=0)
    with pytest.raises(VivavoceError, match="RT60 must be"):
        rooms.simulate(0.01, 0, RATE)


def test_released_names():
    assert [reverberation.label(x) for x in reverberation.LEVELS] == [
        "rt60_05",
        "rt60_10",
        "rt60_15",
        "rt60_20",
        "rt60_25",
        "rt60_30",
    ]
