"""Every condition keeps the contract."""

import inspect
import json

import numpy as np
import pytest

from builders.environment import CONDITIONS, Condition, check_settings, condition
from builders.errors import VivavoceError
from builders.step import keyed_rng

RATE = 16_000


def names(function):
    return list(inspect.signature(function).parameters)


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_condition_has_every_part_of_the_contract(name):
    module = condition(name)
    assert module.HEADLINE in module.LEVELS
    assert names(module.label) == ["level"]
    assert names(module.plan)[:2] == ["rng", "level"]
    assert names(module.apply) == [n for n in names(Condition.apply) if n != "self"]
    settings = list(inspect.signature(module.plan).parameters.values())[2:]
    assert all(s.kind is s.KEYWORD_ONLY and s.default is not s.empty for s in settings)


@pytest.mark.parametrize("name", CONDITIONS)
def test_plans_are_json_and_the_same_plan_gives_the_same_samples(name, spoken):
    module = condition(name)
    level = 0.5 if name == "reverberation" else module.HEADLINE
    params = module.plan(keyed_rng(0, "a", name), level)
    assert json.loads(json.dumps(params)) == params
    before = spoken.copy()
    first, measured = module.apply(spoken, RATE, params)
    again, _ = module.apply(spoken, RATE, json.loads(json.dumps(params)))
    assert (first.dtype, first.shape) == (np.float32, spoken.shape)
    assert np.array_equal(first, again)
    assert json.loads(json.dumps(measured)) == measured
    assert np.array_equal(spoken, before)


def test_labels_of_a_condition_are_all_different():
    for name in CONDITIONS:
        module = condition(name)
        labels = [module.label(level) for level in module.LEVELS]
        assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    ("name", "levels", "labels"),
    [
        ("reverberation", (0.25, 0.3, 1.2), ("rt60_2.5", "rt60_03", "rt60_12")),
        ("packet_loss", (0.125, 0.12), ("dropping_0.125", "dropping_0.12")),
        ("distortion", (0.00005, 0.0001), ("clipping_5e-05", "clipping_0.0001")),
    ],
)
def test_levels_of_your_own_have_names_of_their_own(name, levels, labels):
    assert tuple(condition(name).label(level) for level in levels) == labels


def test_unknown_conditions_and_settings_name_the_closest():
    with pytest.raises(VivavoceError) as unknown:
        condition("white_nois", "recipes/x.yaml")
    assert str(unknown.value) == (
        "recipes/x.yaml: unknown condition 'white_nois'; did you mean 'white_noise'?"
    )
    farfield = condition("farfield")
    check_settings("farfield", farfield, {"order": 4})
    with pytest.raises(VivavoceError) as setting:
        check_settings("farfield", farfield, {"ordr": 4})
    assert str(setting.value) == (
        "condition 'farfield': unknown setting 'ordr'; did you mean 'order'?"
    )


@pytest.mark.parametrize(
    ("name", "key", "value", "problem"),
    [
        ("farfield", "order", "two", "integer"),
        ("farfield", "order", 0, "greater than or equal to 1"),
        ("farfield", "restore_level", "yes", "boolean"),
        ("packet_loss", "frame_ms", "20 ms", "number"),
        ("reverberation", "rooms", 1.5, "integer"),
        ("white_noise", "ceiling", 0, "greater than 0"),
        ("distortion", "ceiling", 1.5, "less than or equal to 1"),
    ],
)
def test_values_of_the_wrong_kind_are_refused(name, key, value, problem):
    with pytest.raises(VivavoceError, match=problem) as refused:
        check_settings(name, condition(name), {key: value})
    assert str(refused.value).startswith(f"condition '{name}': setting '{key}' cannot be {value!r}")


def test_defaults_are_values_that_settings_may_have():
    for name in CONDITIONS:
        parameters = list(inspect.signature(condition(name).plan).parameters.values())[2:]
        check_settings(name, condition(name), {p.name: p.default for p in parameters})
