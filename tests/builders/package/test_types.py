from __future__ import annotations

from typing import Any

import pytest

from builders.errors import VivavoceError
from builders.package.types import check_type, conform, describe, infer, merge, settle


def test_structures_are_joined_over_rows() -> None:
    found = merge(infer([{}, {"a": 1}]), infer([{"b": ["x"], "a": 2.5}, None]))
    assert found == [{"a": "float64", "b": ["string"]}]
    assert settle(found, "x") == [{"a": "float64", "b": ["string"]}]
    assert describe(found) == "list<struct<a: float64, b: list<string>>>"


def test_what_was_never_seen_becomes_text() -> None:
    assert settle(merge(infer(None), infer(None)), "x") == "string"
    assert settle(infer({"a": [], "b": None}), "x") == {"a": ["string"], "b": "string"}


def test_a_number_and_a_text_do_not_go_together() -> None:
    with pytest.raises(TypeError, match="int64 and string do not go together"):
        merge(infer(1), infer("1"))


def test_an_empty_structure_cannot_be_published() -> None:
    with pytest.raises(VivavoceError, match="declare its type"):
        settle(infer([{}]), "column kwargs")


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        (1, "string", "expected text"),
        ("1", "int64", "expected a number"),
        (1.5, "int64", "whole number"),
        (True, "int64", "expected a number"),
        (1, "bool", "true or false"),
        ({"a": 1, "b": 2}, {"a": "int64"}, "'b' is not in the declared"),
        ("x", ["string"], "expected list<string>"),
    ],
)
def test_nothing_is_dropped_or_rounded(value: Any, kind: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        conform(value, kind)


def test_conform_fills_missing_fields_and_writes_json() -> None:
    assert conform({"b": 1}, {"a": "string", "b": "float64"}) == {"a": None, "b": 1.0}
    assert conform({"b": [1, "é"], "a": None}, "json") == '{"a": null, "b": [1, "é"]}'
    assert conform(None, "json") is None
    with pytest.raises(UnicodeEncodeError):
        conform("\ud800", "string")


@pytest.mark.parametrize("declared", ["text", [], ["string", "string"], {}, 3, [["sting"]]])
def test_ill_formed_declarations(declared: Any) -> None:
    with pytest.raises(VivavoceError, match="here"):
        check_type(declared, "here")
