from __future__ import annotations

from collections import Counter

import pytest

from builders.errors import VivavoceError
from builders.item import Item
from builders.sources.ifeval import read
from builders.step import Rejected
from builders.text.ifeval_spoken import UNSPEAKABLE, ifeval_speakable


def item(prompt="Name a river.", instructions=("punctuation:no_comma",)):
    return Item(
        id="ifeval-1", prompt=prompt, language="en", source_id="1", source_revision="x",
        license="Apache-2.0", fields={"instruction_id_list": list(instructions)},
    )  # fmt: skip


def run(row, **params):
    return ifeval_speakable.function(row, None, **params)


def test_a_short_prompt_with_speakable_instructions_is_kept():
    row = item()
    assert run(row) is row


def test_fifty_words_are_too_many():
    assert run(item("word " * 49)).prompt == "word " * 49
    assert run(item("word " * 50)) == Rejected(
        "too many words", "50 words, fewer than 50 are allowed"
    )
    assert isinstance(run(item("one two"), fewer_than=2), Rejected)


@pytest.mark.parametrize("name", UNSPEAKABLE)
def test_an_instruction_that_needs_paper_is_rejected_by_name(name):
    outcome = run(item(instructions=["punctuation:no_comma", name]))
    assert outcome == Rejected("instruction cannot be spoken", name)


def test_the_excluded_types_can_be_chosen():
    row = item(instructions=["detectable_format:title"])
    assert run(row) is row
    assert isinstance(run(row, exclude=["detectable_format:title"]), Rejected)
    assert run(item(instructions=[UNSPEAKABLE[0]]), exclude=[]).id == "ifeval-1"


def test_other_rows_are_an_error():
    with pytest.raises(VivavoceError, match=r"row 'ifeval-1': .*'instruction_id_list'"):
        run(item(instructions=()))
    with pytest.raises(VivavoceError, match="must be positive"):
        run(item(), fewer_than=0)


def test_the_real_541_come_out_as_the_345_of_the_paper(shared):
    rows = list(read(shared / "sources/ifeval"))
    assert len(rows) == 541
    outcomes = [run(row) for row in rows]
    reasons = Counter(o.reason if isinstance(o, Rejected) else "kept" for o in outcomes)
    assert reasons == {"kept": 345, "too many words": 98, "instruction cannot be spoken": 98}
