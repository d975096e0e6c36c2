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
