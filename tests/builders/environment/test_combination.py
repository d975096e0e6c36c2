import numpy as np
import pytest

from builders.environment import combination, condition, farfield, packet_loss
from builders.errors import VivavoceError
from builders.step import keyed_rng

RATE = 16_000


def plan(level, **settings):
    return combination.plan(keyed_rng(0, "a", "x"), level, **settings)


def test_parts_run_in_order(spoken):
    level = [["farfield", 400], ["packet_loss", 0.3]]
    params = plan(level)
    made, measured = combination.apply(spoken, RATE, params)
    by_hand, first = farfield.apply(spoken, RATE, params["parts"][0]["params"])
    by_hand, second = packet_loss.apply(by_hand, RATE, params["parts"][1]["params"])
    assert np.array_equal(made, by_hand)
    assert measured == {"parts": [first, second]}


def test_noise_is_set_against_the_reverberant_speech(real_clips):
    clip = real_clips["vctk_p286_011.wav"]
    made, measured = combination.apply(clip, RATE, plan(combination.HEADLINE))
    assert made.shape == clip.shape
    assert measured["parts"][1]["snr_db"] == pytest.approx(10, abs=0.1)


def test_labels_join_those_of_the_parts():
    level = [["reverberation", 0.5], ["white_noise", -5]]
    assert combination.label(level) == "reverberation_rt60_05+white_noise_snr_-5"


def test_kinds_of_noise_have_labels_of_their_own():
    labels = [
        combination.label([[noise, 5], ["packet_loss", 0.1]])
        for noise in ("white_noise", "background_noise")
    ]
    assert len(set(labels)) == 2


def test_settings_reach_their_part():
    params = plan([["packet_loss", 0.3]], settings={"packet_loss": {"mean_burst": 5}})
    assert params["parts"][0]["params"]["mean_burst"] == 5


def test_refusals():
    with pytest.raises(VivavoceError, match=r"list of \[condition, level\] pairs"):
        plan(0.5)
    with pytest.raises(VivavoceError, match="did you mean 'white_noise'"):
        plan([["white_nose", 5]])
    with pytest.raises(VivavoceError, match="cannot hold another"):
        plan([["combination", []]])
    with pytest.raises(VivavoceError, match="did you mean 'reverberation'"):
        condition("reverb")


@pytest.mark.parametrize(("key", "problem"), [("ordr", "did you mean 'order'"), ("order", "'two'")])
def test_settings_of_the_parts_are_checked(key, problem):
    with pytest.raises(VivavoceError, match=problem):
        plan([["farfield", 800]], settings={"farfield": {key: "two"}})
