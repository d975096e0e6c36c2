import pytest

from builders.item import Item
from builders.step import Rejected
from builders.text.normalise_spoken import normalise_spoken


def _item(prompt, language="en"):
    return Item(
        id="a-1",
        prompt=prompt,
        language=language,
        source_id="1",
        source_revision="r1",
        license="MIT",
    )


def test_sets_spoken_and_records_the_step():
    item = normalise_spoken.function(_item("It cost $5 in 2014."), None)
    assert item.spoken == "It cost five dollars in twenty fourteen."
    assert item.prompt == "It cost $5 in 2014."
    assert item.transcript == item.spoken
    assert [(r.step, r.version) for r in item.provenance.steps] == [("normalise_spoken", 3)]


@pytest.mark.parametrize("prompt", ["", "  \n", "***", "😀😀", "!?"])
def test_empty(prompt):
    outcome = normalise_spoken.function(_item(prompt), None)
    assert isinstance(outcome, Rejected)
    assert outcome.reason == "empty text"


def test_foreign_script_is_rejected_with_what_is_left():
    outcome = normalise_spoken.function(_item("Translate สเปรดชีต and 你好"), None)
    assert outcome.reason == "cannot be spoken"
    assert "你好" in outcome.detail
    assert outcome.review
