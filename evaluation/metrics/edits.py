"""Edit distance over token sequences (Levenshtein, unit costs), by rapidfuzz."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

# Code points of UTF-16 surrogates are no characters.
_SURROGATES = range(0xD800, 0xE000)


class Codebook:
    """Turns tokens into single characters, so that sequences become strings.

    Strings are what the C++ distance compares fastest. A codebook must be shared by all
    sequences that are compared with one another.
    """

    def __init__(self) -> None:
        self._codes: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._codes)

    def encode(self, tokens: Iterable[str]) -> str:
        """One character for each token, the same for the same token."""
        return "".join(self._code(token) for token in tokens)

    def _code(self, token: str) -> str:
        code = self._codes.get(token)
        if code is None:
            number = len(self._codes) + 1
            if number >= _SURROGATES.start:
                number += len(_SURROGATES)
            code = self._codes[token] = chr(number)
        return code


def edit_distance(reference: Sequence[str], hypothesis: Sequence[str]) -> int:
    """Fewest substitutions, deletions and insertions that turn one into the other."""
    return int(Levenshtein.distance(reference, hypothesis))


def edit_distances(
    references: Sequence[str], hypotheses: Sequence[str], *, workers: int = 1
) -> np.ndarray:
    """Distances of prepared pairs, shape ``(pairs,)``.

    Args:
        references: Encoded sequences, see :class:`Codebook`.
        hypotheses: As many encoded sequences.
        workers: Threads; ``-1`` takes all cores.
    """
    return np.asarray(
        process.cpdist(
            references, hypotheses, scorer=Levenshtein.distance, dtype=np.int32, workers=workers
        )
    )


def best_window(needle: Sequence[str], text: Sequence[str]) -> int:
    """Edits between ``needle`` and the stretch of ``text`` most like it (Sellers 1980).

    What stands before and after that stretch costs nothing.
    """
    if not needle:
        return 0
    codes: dict[str, int] = {}
    haystack = np.array([codes.setdefault(t, len(codes)) for t in text], dtype=int)
    places = np.arange(len(haystack) + 1)
    above = np.zeros(len(haystack) + 1, dtype=int)
    for token in needle:
        row = above + 1
        row[1:] = np.minimum(row[1:], above[:-1] + (haystack != codes.get(token, -1)))
        # An insertion moves right at cost 1: a running minimum of (cost - place).
        above = np.minimum.accumulate(row - places) + places
    return int(above.min())
