import subprocess
import sys

import numpy as np
import pytest
from scipy.signal import fftconvolve

from builders.environment import Assets, rooms
from builders.errors import VivavoceError

RATE = 16_000


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


def test_direct_path_of_the_bank_is_where_geometry_puts_it():
    for index in range(3):
        response = rooms.room(0.5, index, RATE).response
        assert abs(response[0]) > 0.5 * np.abs(response).max()
        # A unit source at r metres arrives as 1/r times the propagation loss of the package.
        assert response[0] > response[1:8].max()


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


def test_a_room_states_what_was_measured():
    place = rooms.room(0.5, 0, RATE)
    assert set(place.facts) == {"rt60", "size", "distance", "absorption"}
    assert place.facts["rt60"] == pytest.approx(0.5, rel=rooms.TOLERANCE)
    assert place.facts["rt60"] == round(rooms.schroeder_rt60(place.response, RATE), 3)
    (x, y, z), diagonal = place.facts["size"], np.linalg.norm(place.facts["size"])
    assert 4.0 <= x <= 9.0 and 3.5 <= y <= 7.0 and 2.5 <= z <= 3.6
    assert 0.0 < place.facts["distance"] < diagonal
    assert place.response.dtype == np.float32


@pytest.mark.parametrize(("rt60", "index", "seed"), [(0.5, 0, 2), (0.5, 2, 11), (0.3, 0, 1)])
def test_a_room_in_which_the_correction_swings_is_found_all_the_same(rt60, index, seed):
    made = rooms.simulate(rt60, index, RATE, seed)
    assert made.facts["rt60"] == pytest.approx(rt60, rel=0.1)


def test_seed_and_number_choose_the_room():
    sizes = {
        tuple(rooms.simulate(0.3, index, RATE, seed).facts["size"])
        for index, seed in ((0, 0), (1, 0), (0, 1))
    }
    assert len(sizes) == 3


def test_the_kept_rooms_are_bounded(monkeypatch):
    monkeypatch.setattr(rooms, "_KEPT", {})
    monkeypatch.setattr(rooms, "_MOST_KEPT", 2)
    facts, data = {"rt60": 0.5}, np.ones(4, "<f4").tobytes()
    assets = Assets(cached=lambda kind, key, make: (facts, data))
    for index in range(4):
        assert rooms.room(0.5, index, RATE, assets).response.tolist() == [1.0] * 4
    assert [dict(key)["room"] for key in rooms._KEPT] == [2, 3]


def test_what_cannot_be_built_is_refused():
    with pytest.raises(VivavoceError) as short:
        rooms.simulate(0.01, 0, RATE)
    assert str(short.value) == "reverberation: RT60 must be 0.1 s or more, not 0.01"
    with pytest.raises(VivavoceError) as caught:
        rooms.schroeder_rt60(np.array([1.0, 0.0, 0.0]), RATE)
    assert str(caught.value) == "the impulse response does not decay from -5.0 to -35.0 dB"
