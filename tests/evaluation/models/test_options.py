from __future__ import annotations

import pytest

from builders.errors import VivavoceError
from evaluation.models.options import parse_options


def test_values_mean_what_they_say():
    given = ["a=1", "b=0.5", "c=true", "d={x: 1}", "e=", "settings.stop=[a]", "settings.n=2",
             "revision=2024-11-20", "key_env=null"]  # fmt: skip
    assert parse_options(given) == {
        "a": 1, "b": 0.5, "c": True, "d": {"x": 1}, "e": "", "settings": {"stop": ["a"], "n": 2},
        "revision": "2024-11-20", "key_env": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["a"], "expected name=value"),
        (["=1"], "expected name=value"),
        (["a=[1"], "--model-option a="),
        (["a=1", "a.b=2"], "'a' has a value already"),
    ],
)
def test_mistakes(given, message):
    with pytest.raises(VivavoceError, match=message):
        parse_options(given)
