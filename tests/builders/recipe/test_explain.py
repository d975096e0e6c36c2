from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from builders.recipe.explain import explain


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Inner(Strict):
    colour: str = "red"
    files: tuple[str, ...] = Field(default=(), alias="file")


class Outer(Strict):
    inner: Inner | None = None
    listed: tuple[Inner, ...] = ()
    named: dict[str, dict[str, Inner]] = Field(default_factory=dict)
    free: dict[str, Any] = Field(default_factory=dict)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"iner": 1}, "iner: unknown key; did you mean inner?"),
        ({"inner": {"color": 1}}, "inner.color: unknown key; did you mean colour?"),
        ({"inner": {"files": []}}, "inner.files: unknown key; did you mean file?"),
        ({"listed": [{}, {"clour": 1}]}, "listed.1.clour: unknown key; did you mean colour?"),
        ({"named": {"a": {"b": {"colr": 1}}}}, "named.a.b.colr: unknown key; did you mean colour?"),
        ({"inner": {"zzz": 1}}, "inner.zzz: unknown key"),
        ({"inner": {"colour": 1}}, "inner.colour: Input should be a valid string"),
        ("text", "Input should be a valid dictionary"),
    ],
)
def test_each_mistake_has_its_place_and_the_closest_key(given, said):
    with pytest.raises(ValidationError) as caught:
        Outer.model_validate(given)
    lines = explain("a.yaml", caught.value, Outer).splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("a.yaml: ")
    assert said in lines[0]
