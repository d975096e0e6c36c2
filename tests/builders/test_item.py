from __future__ import annotations

import numpy as np
import pytest
from pydantic import ValidationError

from builders.errors import VivavoceError
from builders.item import Item, Word
from builders.provenance import Provenance, Speech

GIVEN = {
    "id": "q-1",
    "prompt": "It costs 5 €.",
    "language": "en",
    "source_id": "1",
    "source_revision": "r1",
    "license": "MIT",
}


@pytest.fixture
def item() -> Item:
    return Item(**GIVEN)


def test_a_row_needs_an_id_and_has_no_other_attributes():
    with pytest.raises(ValidationError, match="id"):
        Item(**{**GIVEN, "id": ""})
    with pytest.raises(ValidationError, match="colour"):
        Item(**GIVEN, colour="red")
    with pytest.raises(ValidationError, match="license"):
        Item(**{k: v for k, v in GIVEN.items() if k != "license"})


def test_a_misspelt_change_is_refused_and_not_lost(item):
    with pytest.raises(VivavoceError, match=r"row 'q-1': unknown attribute 'promt'.*'prompt'"):
        item.but(promt="Other.")


def test_a_row_is_changed_by_copies_alone(item):
    changed = item.but(prompt="Other.")
    assert (item.prompt, changed.prompt) == ("It costs 5 €.", "Other.")
    with pytest.raises(ValidationError, match="frozen"):
        item.prompt = "x"


def test_fields_are_added_and_replaced_without_touching_the_row_before(item):
    first = item.with_fields(accent="gb", n=1)
    second = first.with_fields(n=2)
    assert (item.fields, first.fields) == ({}, {"accent": "gb", "n": 1})
    assert second.fields == {"accent": "gb", "n": 2}


def test_what_is_spoken_wins_over_the_prompt_even_where_it_is_empty(item):
    assert item.transcript == "It costs 5 €."
    assert item.but(spoken="It costs five euros.").transcript == "It costs five euros."
    assert item.but(spoken="").transcript == ""


def test_a_row_without_audio_says_what_is_missing(item):
    with pytest.raises(ValueError, match=r"row 'q-1' has no audio yet: a speech step must come"):
        _ = item.clip


def test_audio_is_kept_at_its_rate_and_stays_out_of_json(item):
    spoken = item.with_audio(np.full(480, 0.5), 24_000)
    assert (spoken.clip.sampling_rate, spoken.clip.frames) == (24_000, 480)
    assert spoken.clip.samples.tolist() == [0.5] * 480
    assert item.audio is None
    assert "audio" not in spoken.model_dump()
    assert "audio" not in repr(spoken)


def test_json_gives_the_row_back(item):
    row = item.but(
        reference="5",
        words=(Word(text="It", start=0.0, end=0.25, span=(0, 2), score=0.5),),
        provenance=Provenance(speech=Speech(engine="e", revision="1", voice="v")),
    ).with_fields(nested={"a": [1, None, "二"]})
    assert Item.model_validate_json(row.model_dump_json()) == row


def test_words_are_strict_about_their_attributes():
    word = Word(text="a", start=0.0, end=0.1)
    assert (word.score, word.span, word.filled) == (None, None, False)
    with pytest.raises(ValidationError, match="begin"):
        Word(text="a", start=0.0, end=0.1, begin=1)
