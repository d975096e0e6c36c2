"""Steps on columns: keep, relabel, reword, list_options."""

from __future__ import annotations

import numpy as np
import pytest

from builders.errors import VivavoceError
from builders.item import Item
from builders.step import Rejected, keyed_rng
from builders.text.derive import keep, relabel, reword
from builders.text.list_options import list_options


class Ctx:
    seed = 1

    def rng(self, item: Item, name: str) -> np.random.Generator:
        return keyed_rng(self.seed, item.id, name)


def row(prompt="q", row_id="r-1", **fields):
    base = {"language": "en", "source_id": "s", "source_revision": "1", "license": "MIT"}
    return Item(id=row_id, prompt=prompt, fields=fields, **base)


def run(step, item, **params):
    return step.function(item, Ctx(), **params)


def test_keep_says_what_a_row_was_instead():
    assert run(keep, row(domain="a"), field="domain", values=["a"]) == row(domain="a")
    left = run(keep, row(domain="b"), field="domain", values=["a"])
    assert (left.reason, left.detail) == ("not of this subset by domain", "b")
    with pytest.raises(VivavoceError, match="did you mean 'domain'"):
        run(keep, row(domain="a"), field="domian", values=["a"])


def test_relabel_fills_a_column_and_drops_what_the_table_lacks():
    labels = {"x": "X"}
    made = run(relabel, row(task="x"), to="Category", source="task", labels=labels)
    assert made.fields == {"task": "x", "Category": "X"}
    assert run(relabel, row(task="y"), to="Category", source="task", labels=labels) == []
    other = run(relabel, row(task="y"), to="C", source="task", labels=labels, otherwise="Z")
    assert other.fields["C"] == "Z"


def test_reword_frames_the_prompt_and_keeps_the_old_one_on_record():
    made = run(reword, row("A story.", place="here"), prompt="{prompt} Why {place}?")
    assert made.prompt == "A story. Why here?"
    assert made.provenance.steps[-1].note == "A story."
    with pytest.raises(VivavoceError, match="unknown column 'plaec'"):
        run(reword, row(place="here"), prompt="{plaec}")


def options(count, right):
    letters = "ABCDEFGHIJ"[:count]
    return {"options": [{"label": x, "text": f"text {x}"} for x in letters], "answer_key": right}


def test_options_become_lines_and_the_letter_the_reference():
    made = run(list_options, row("Which?", **options(3, "B")))
    assert made.prompt == "Which?\nA. text A\nB. text B\nC. text C"
    assert (made.reference, made.fields["bare_question"]) == ("B", "Which?")


def test_too_many_options_are_thinned_out_by_seed_and_the_right_one_stays():
    places, texts = set(), set()
    for number in range(150):
        made = run(list_options, row("Which?", f"r-{number}", **options(10, "E")), most=4)
        kept = made.fields["options"]
        assert [o["label"] for o in kept] == list("ABCD")
        shown = [o["text"] for o in kept]
        assert shown == sorted(shown) and shown["ABCD".index(made.reference)] == "text E"
        places.add(made.reference)
        texts.update(shown)
    assert places == set("ABCD") and len(texts) == 10
    again = run(list_options, row("Which?", "r-149", **options(10, "E")), most=4)
    assert again == made


def test_rows_without_options_are_told():
    with pytest.raises(VivavoceError, match="needs the column 'options'"):
        run(list_options, row())
    assert isinstance(run(list_options, row(**options(3, "Z"))), Rejected)


@pytest.mark.parametrize(
    "text", ["All of the above", "Both A and C", "A and E only", "None of these"]
)
def test_an_option_that_means_others_is_not_kept_without_them(text):
    given = options(10, "E")
    given["options"][4]["text"] = text
    assert run(list_options, row("Which?", **given), most=4).reason == "an option means others"
    assert run(list_options, row("Which?", **given)).reference == "E"
