from __future__ import annotations

import pytest
from llm_context import item

from builders.errors import VivavoceError
from builders.item import Item
from builders.step import Rejected
from builders.text.content import KINDS
from builders.text.content_variants import content_variants

CLEAN = "How long does an egg boil?"
REWRITES = {
    "repair": "How long does a potato, I mean, an egg boil?",
    "repeat": "How long does an an egg boil?",
    "pause": "How long does, uh, an egg boil?",
    "interjection": "Oh, how long does an egg boil?",
    "false_start": "I was just... How long does an egg boil?",
    "mispronunciation": "How lonk does an egg boil?",
    "grammar_error": "How long do an egg boil?",
}


MARKS = {
    "repair": "a repair",
    "repeat": "a repetition",
    "pause": "a filled pause",
    "interjection": "an interjection",
    "false_start": "a false start",
    "mispronunciation": "a mispronunciation",
    "grammar_error": "a mistake in grammar",
}


def model(verdict="yes", **changes):
    said = {**REWRITES, **changes}

    def answer(body: dict) -> str:
        if "Reply with one word" in body["messages"][-1]["content"]:
            return verdict
        system = body["messages"][0]["content"]
        return next(said[kind] for kind, mark in MARKS.items() if f"Put in {mark}" in system)

    return answer


@pytest.fixture
def vary(tmp_path):
    from llm_context import llm_context

    def run(row, answer, **params):
        with llm_context(tmp_path / "store", lambda text, name: "") as (ctx, server):
            server.answer = answer
            run.server = server
            return content_variants.function(row, ctx, **params)

    return run


def test_all_seven(vary):
    rows = vary(item(CLEAN, spoken=CLEAN), model())
    assert [row.id for row in rows] == ["r1", *(f"r1-{kind}" for kind in KINDS)]
    assert all(isinstance(row, Item) and row.prompt == CLEAN for row in rows)
    assert {row.fields["variation"]: row.spoken for row in rows[1:]} == REWRITES
    repair = rows[1].provenance
    assert repair.variant.condition == "repair"
    assert repair.variant.params == {"clean": CLEAN, "change": "a potato i mean"}
    assert repair.steps[-1].prompt_hash and repair.steps[-1].model == "m-llm"


def test_the_spoken_text_is_rewritten_not_the_written_one(vary):
    row = item("How long does 1 egg boil?", spoken=CLEAN)
    done = vary(row, model(), kinds=["pause"], include_clean=False)
    assert [(r.prompt, r.spoken) for r in done] == [(row.prompt, REWRITES["pause"])]


def test_a_bad_rewrite_is_asked_again_and_then_rejected(vary):
    rows = vary(item(CLEAN), model(pause="Uh, how long does an egg boil?"), include_clean=False)
    bad = [row for row in rows if isinstance(row, Rejected)]
    assert [row.item.id for row in bad] == ["r1-pause"]
    assert bad[0].reason == "content variation pause: wrong content" and bad[0].review
    assert "inside the sentence" in bad[0].detail
    asked = [b for b in vary.server.bodies if "filled pause" in b["messages"][0]["content"]]
    assert len(asked) == 3


def test_a_changed_meaning_is_rejected(vary):
    rows = vary(item(CLEAN), model(verdict="no"), kinds=["repeat"], include_clean=False)
    assert "the meaning changed" in rows[0].detail
    rows = vary(
        item(CLEAN), model(verdict="no"), kinds=["repeat"], include_clean=False, check_meaning=False
    )
    assert rows[0].spoken == REWRITES["repeat"]


def test_an_unknown_kind(vary):
    with pytest.raises(VivavoceError, match="did you mean 'repair'"):
        vary(item(CLEAN), model(), kinds=["repairs"])
