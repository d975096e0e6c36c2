from __future__ import annotations

import json
from typing import Any

from builders.package.provenance import PROVENANCE, provenance_values
from builders.provenance import Provenance, Quality, StepRecord, Variant


def _shape(kind: Any) -> Any:
    """Names of a declared type, without what the leaves hold."""
    if isinstance(kind, dict):
        return {name: _shape(part) for name, part in kind.items()}
    return [_shape(kind[0])] if isinstance(kind, list) else None


def _names(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _names(part) for name, part in value.items()}
    return [_names(value[0])] if isinstance(value, list) else None


def _full(item: Any) -> Any:
    row = item("a")
    history = row.provenance.but(
        steps=(StepRecord(step="s", version=2, params={"b": [1], "a": "中"}, note="n"),),
        aligner="ctc@1",
        variant=Variant(condition="farfield", level="filter_400hz", params={"order": 2}),
        quality=Quality(emotion={"sad": 0.25}, signal={}, asr_text="hi", asr_match=False),
    )
    return row.but(provenance=history)


def test_values_have_the_shape_that_is_declared(item: Any) -> None:
    assert _names(provenance_values(_full(item), "md5", 0.25)) == _shape(PROVENANCE)


def test_what_is_free_in_form_is_sorted_json(item: Any) -> None:
    found = provenance_values(_full(item), "md5", 0.25)["provenance"]
    assert found["steps"] == [
        {"step": "s", "version": 2, "params": '{"a": "中", "b": [1]}', "model": None,
         "prompt_hash": None, "note": "n"}
    ]  # fmt: skip
    assert found["variant"] == {
        "condition": "farfield", "level": "filter_400hz", "params": '{"order": 2}',
    }  # fmt: skip
    assert json.loads(found["quality"]["emotion"]) == {"sad": 0.25}
    assert found["quality"]["signal"] == "{}"
    assert (found["row_id"], found["audio_md5"], found["seconds"]) == ("a", "md5", 0.25)
    assert found["speech"]["style"] == "{}"


def test_what_did_not_happen_is_null(item: Any) -> None:
    row = item("a", provenance=Provenance())
    values = provenance_values(row, None, None)
    found = values["provenance"]
    assert (found["steps"], found["speech"], found["variant"], found["aligner"]) == (
        [], None, None, None,
    )  # fmt: skip
    assert set(found["quality"].values()) == {None}
    assert (values["source_id"], values["source_revision"], values["license"]) == ("a", "r1", "MIT")
