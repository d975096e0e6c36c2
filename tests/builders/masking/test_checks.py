"""What a recipe may not ask of the masking steps is refused before anything is spoken."""

import pytest

from builders.errors import VivavoceError
from builders.stage.settings import StepCall


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"severities": [{"factr": 2}]}, "did you mean 'factor'"),
        ({"severities": [{}, {"factor": 0.5}]}, "must be at least 1"),
        ({"severities": [{}, {"factor": 1}]}, "'minimal' stands twice"),
        ({"mask_types": ["music", "music"]}, "'music' stands twice"),
        ({"mask_types": ["musik"]}, "did you mean 'music'"),
        ({"invariant_tries": 0}, "greater than or equal to 1"),
        ({"fade_ms": -5}, "greater than or equal to 0"),
    ],
)
def test_ear_spans(params, message):
    with pytest.raises(VivavoceError, match=message):
        StepCall("ear_spans", params).check()


@pytest.mark.parametrize("extra_ms", [[], [0, -20]])
def test_mask_triplet(extra_ms):
    with pytest.raises(VivavoceError, match="extra_ms"):
        StepCall("mask_triplet", {"extra_ms": extra_ms}).check()


def test_what_is_allowed():
    severities = [{}, {"factor": 1.5}, {"ms": 100}, {"factor": 8, "ms": 20}]
    StepCall("ear_spans", {"mask_types": ["music", "silence"], "severities": severities}).check()
    StepCall("mask_triplet", {"extra_ms": [0]}).check()
