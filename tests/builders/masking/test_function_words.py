import pytest

from builders.backends.align.tokens import tokenise
from builders.item import Word
from builders.masking.function_words import function_words

pytestmark = pytest.mark.weights


def words(text):
    return [
        Word(text=t.text, start=float(i), end=i + 1.0, span=(t.begin, t.end))
        for i, t in enumerate(tokenise(text))
    ]


def test_english():
    from builders.backends import load_backend

    text = "I don't think that the train to London will stop here, but we can walk."
    found = function_words(text, words(text), load_backend("tagger_en", "spacy"))
    assert [(w.text, w.upos) for w in found] == [
        ("I", "PRON"),
        ("that", "SCONJ"),
        ("the", "DET"),
        ("to", "ADP"),
        ("will", "AUX"),
        ("but", "CCONJ"),
        ("we", "PRON"),
        ("can", "AUX"),
    ]
    assert all(words(text)[w.index].text == w.text for w in found)
