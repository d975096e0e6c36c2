from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.metrics.edits import Codebook, best_window, edit_distance, edit_distances

TOKENS = st.lists(st.sampled_from(["ma1", "ma2", "ma3", "ok"]), max_size=8)


def plain_distance(a, b) -> int:
    """Wagner and Fischer's table, written out."""
    table = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    table[:, 0], table[0, :] = np.arange(len(a) + 1), np.arange(len(b) + 1)
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1):
            table[i, j] = min(
                table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (x != y)
            )
    return int(table[-1, -1])


@given(TOKENS, TOKENS)
def test_all_three_ways_agree(a, b) -> None:
    book = Codebook()
    expected = plain_distance(a, b)
    assert edit_distance(a, b) == expected
    assert edit_distances([book.encode(a)], [book.encode(b)]).tolist() == [expected]


@given(TOKENS, TOKENS)
def test_window_is_the_best_stretch(needle, text) -> None:
    stretches = [text[i:j] for i in range(len(text) + 1) for j in range(i, len(text) + 1)]
    assert best_window(needle, text) == min(plain_distance(needle, s) for s in stretches)


def test_codebook_skips_surrogates() -> None:
    book = Codebook()
    coded = book.encode(f"t{i}" for i in range(60_000))
    assert len(set(coded)) == len(book) == 60_000
    assert not any(0xD800 <= ord(c) < 0xE000 for c in coded)
    assert book.encode(["t5"]) == coded[5]


@pytest.mark.parametrize(("a", "b", "edits"), [("", "", 0), ("abc", "", 3), ("abc", "axcd", 2)])
def test_corners(a, b, edits) -> None:
    assert edit_distance(a, b) == edits
