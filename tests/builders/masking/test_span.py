import math

import pytest

from builders.errors import VivavoceError
from builders.masking.span import Severity, Span, merge, overlaps, widen


def test_widening_keeps_the_centre():
    wide = widen(Span(1.0, 1.4, "tea"), Severity(factor=1.5, ms=100), 3.0)
    assert (wide.start, wide.end, wide.text) == (0.8, 1.6, "tea")


def test_widening_stays_in_the_clip():
    wide = widen(Span(0.1, 0.9, "tea"), Severity(factor=2.0), 1.0)
    assert (wide.start, wide.end) == (0.0, 1.0)


def test_merging():
    spans = [Span(2.0, 3.0, "b"), Span(0.0, 1.0, "a"), Span(2.5, 2.7, "c"), Span(3.0, 4.0, "d")]
    assert merge(spans) == [Span(0.0, 1.0, "a"), Span(2.0, 4.0, "b c d")]


def test_overlap_needs_shared_time():
    assert overlaps(Span(0.0, 1.0, ""), [Span(0.9, 2.0, "")])
    assert not overlaps(Span(0.0, 1.0, ""), [Span(1.0, 2.0, "")])


def test_labels():
    assert Severity().label == "minimal"
    assert Severity(1.5).label == "factor_1.5"
    assert Severity(ms=100).label == "ms_100"
    assert Severity(1.5, 100).label == "factor_1.5_ms_100"


@pytest.mark.parametrize(
    "wrong", [{"factor": 0.5}, {"ms": -1}, {"factor": math.inf}, {"ms": math.nan}]
)
def test_a_mask_is_never_shorter_than_the_words(wrong):
    with pytest.raises(VivavoceError, match="at least"):
        Severity(**wrong)
