from __future__ import annotations

from typing import Any

import pytest

from builders.errors import VivavoceError
from builders.item import Word
from builders.package.columns import columns_of, features_of, getter, id_column, resolve
from builders.provenance import Provenance, Variant


def test_paths_constants_and_templates(item: Any) -> None:
    row = item("a", fields={"condition": "babble", "n": {"deep": 3}}).but(
        provenance=Provenance(variant=Variant(condition="c", level="snr_-5")),
        words=(Word(text="Say", start=0.0, end=0.1, span=(0, 3)),),
    )
    assert getter("prompt")(row) == "Say a."
    assert getter("fields.n.deep")(row) == 3
    assert getter("fields.absent.deep")(row) is None
    assert getter("provenance.variant.level")(row) == "snr_-5"
    assert getter("provenance.speech.voice")(row) is None
    assert getter("=Single-Round")(row) == "Single-Round"
    assert getter("{fields.condition}_{provenance.variant.level}")(row) == "babble_snr_-5"
    assert getter("{fields.condition}_{fields.absent}")(row) is None
    assert getter("words")(row)[0]["span"] == (0, 3)
    assert getter("audio.seconds")(row) == 0.25
    assert getter("transcript")(row) == "Say a."


@pytest.mark.parametrize("path", ["promt", "promt.x", "{promt}"])
def test_an_unknown_path_names_the_closest(path: str) -> None:
    with pytest.raises(VivavoceError, match="prompt"):
        getter(path, "recipes/x.yaml")


def test_a_wrong_attribute_further_down(item: Any) -> None:
    with pytest.raises(VivavoceError, match=r"no 'provenance\.speach\.voice'"):
        getter("provenance.speach.voice", "here")(item("a"))


def test_audio_and_id_are_added() -> None:
    made = columns_of({"prompt": "prompt"}, {}, "config x")
    assert [(c.name, c.path) for c in made] == [
        ("audio", "audio"),
        ("prompt", "prompt"),
        ("id", "id"),
    ]
    made = columns_of({"Qid": "id", "audio": "audio", "id": "fields.number"}, {}, "config x")
    assert [c.name for c in made] == ["Qid", "audio", "id"]
    assert id_column(made) == "Qid"


def test_reserved_and_unknown_columns() -> None:
    with pytest.raises(VivavoceError, match="kept for provenance"):
        columns_of({"license": "license"}, {}, "config x")
    with pytest.raises(VivavoceError, match="'audio' holds 'prompt', and no column the audio"):
        columns_of({"audio": "prompt"}, {}, "config x")
    with pytest.raises(VivavoceError, match=r"unknown column 'promt'; did you mean 'prompt'"):
        columns_of({"prompt": "prompt"}, {"promt": "string"}, "config x")


def test_types_are_inferred_over_all_rows(item: Any) -> None:
    rows = [
        item("a", fields={"key": 1, "kwargs": [{}, {"n": 3}], "kinds": []}),
        item("b", fields={"key": 2, "kwargs": [{"word": "x"}], "kinds": ["k"]}),
    ]
    names = {"key": "fields.key", "kwargs": "fields.kwargs", "kinds": "fields.kinds"}
    made = {c.name: c.type for c in resolve(columns_of(names, {}, "x"), rows, "x")}
    assert made["key"] == "int64"
    assert made["kwargs"] == [{"n": "int64", "word": "string"}]
    assert made["kinds"] == ["string"]


def test_a_conflict_names_both_rows(item: Any) -> None:
    rows = [item("a", fields={"key": 1}), item("b", fields={"key": "one"})]
    with pytest.raises(VivavoceError, match=r"row 'b' differs from row 'a': int64 and string"):
        resolve(columns_of({"key": "fields.key"}, {}, "config x"), rows, "config x")


def test_a_conflict_inside_a_row_names_it_once(item: Any) -> None:
    rows = [item("a", fields={"key": [1, "one"]})]
    with pytest.raises(VivavoceError, match=r"row 'a': int64 and string do not go together"):
        resolve(columns_of({"key": "fields.key"}, {}, "config x"), rows, "config x")


def test_a_field_that_no_row_has(item: Any) -> None:
    with pytest.raises(VivavoceError, match=r"no row has 'fields\.kye'"):
        resolve(columns_of({"key": "fields.kye"}, {}, "config x"), [item("a")], "config x")


def test_features_end_with_provenance() -> None:
    features = features_of(columns_of({"prompt": "prompt"}, {}, "x"))
    assert list(features)[-4:] == ["source_id", "source_revision", "license", "provenance"]
    assert features["audio"].sampling_rate == 16_000
