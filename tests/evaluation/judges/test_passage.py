from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from evaluation.contracts import Row
from evaluation.judges.passage import masked_passage

TEXT = "We met in Paris and then in Rome."
PLACES = {0: "We", 3: "met", 7: "in", 10: "Paris", 16: "and", 20: "then", 25: "in", 28: "Rome"}
WORDS = [
    {"text": word, "start": float(n), "end": n + 1.0, "span": [begin, begin + len(word)]}
    for n, (begin, word) in enumerate(PLACES.items())
]


def _span(start: float, end: float, text: str) -> dict[str, Any]:
    return {"start": start, "end": end, "text": text}


@pytest.fixture
def passage(make_row: Callable[..., Row]) -> Callable[..., str | None]:
    def make(*spans: dict[str, Any], transcript: str | None = TEXT, words: Any = None):
        fields = {"transcript": transcript, "mask_spans": list(spans), "word_timestamps": words}
        return masked_passage(make_row(fields=fields))

    return make


def test_without_a_transcript_there_is_no_passage(passage: Callable[..., str | None]) -> None:
    assert passage(_span(0, 1, "x"), transcript=None) is None


def test_nothing_masked_is_the_whole_text(
    passage: Callable[..., str | None], make_row: Callable[..., Row]
) -> None:
    assert passage() == TEXT
    assert masked_passage(make_row(fields={"transcript": TEXT})) == TEXT


def test_places_are_those_of_the_words_that_lie_in_the_span(
    passage: Callable[..., str | None],
) -> None:
    # The text of the span does not matter where the words say what it covers.
    assert passage(_span(2.9, 4.1, "?"), words=WORDS) == "We met in [inaudible] and then in Rome."
    assert passage(_span(1.9, 4.6, "?"), words=WORDS) == "We met [inaudible] then in Rome."
    both = passage(_span(3, 4, "?"), _span(7, 8, "?"), words=WORDS)
    assert both == "We met in [inaudible] and then in [inaudible]."


def test_spans_that_share_a_word_are_cut_out_once(passage: Callable[..., str | None]) -> None:
    made = passage(_span(2, 4, "?"), _span(3, 6, "?"), words=WORDS)
    assert made == "We met [inaudible] in Rome."


def test_a_span_without_words_in_it_goes_by_its_text(passage: Callable[..., str | None]) -> None:
    made = passage(_span(50, 51, "Paris"), words=WORDS)
    assert made == "We met in [inaudible] and then in Rome."


@pytest.mark.parametrize(
    ("transcript", "text", "shown"),
    [
        (TEXT, "in", "We met in Paris and then [inaudible] Rome."),
        (TEXT, "IN PARIS", "We met [inaudible] and then in Rome."),
        ("He saw the theatre.", "he", "[inaudible] saw the theatre."),
        ("Groß war Tom, sagt Tom.", "tom", "Groß war Tom, sagt [inaudible]."),
        ("他在巴黎工作，巴黎很大。", "巴黎", "他在巴黎工作，[inaudible]很大。"),
        ("用iPhone拍的", "iphone", "用[inaudible]拍的"),
        ("It costs $5 (net).", "$5 (net)", "It costs [inaudible]."),
        (TEXT, "London", TEXT),
        (TEXT, "", TEXT),
    ],
)
def test_text_is_found_from_the_end_as_words_of_their_own(
    transcript: str, text: str, shown: str, passage: Callable[..., str | None]
) -> None:
    assert passage(_span(1, 2, text), transcript=transcript) == shown


def test_the_same_word_masked_twice_is_taken_from_the_end(
    passage: Callable[..., str | None],
) -> None:
    spans = _span(2, 3, "in"), _span(6, 7, "in")
    assert passage(*spans) == "We met [inaudible] Paris and then [inaudible] Rome."
    assert passage(*reversed(spans)) == passage(*spans)
