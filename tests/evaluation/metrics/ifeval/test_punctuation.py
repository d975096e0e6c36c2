from __future__ import annotations

import pytest

from evaluation.metrics.ifeval import check


@pytest.mark.parametrize(
    ("response", "strict", "loose"),
    [
        ("No such mark here.", True, True),
        ("One, two", False, False),
        ("1,000", False, False),
        ("Well,\nno such mark", False, True),
        ("no such mark\nwell,", False, True),
        ("Well,\nno such mark\nbye,", False, True),
        ("fine\nOne, two\nfine", False, False),
        ("一，二、三", True, True),
        ("semi;colon", True, True),
    ],
)
def test_no_comma(response, strict, loose):
    following = check(response, ["punctuation:no_comma"], [{}])
    assert (following.strict[0], following.loose[0]) == (strict, loose)
