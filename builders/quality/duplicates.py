"""Exact and near duplicates in time linear in the number of rows.

Near duplicates are found by MinHash (A. Broder, 1997): texts whose sets of character n-grams share
much get equal minima, rows that agree in a band of them are compared, and a pair counts if the
Jaccard index of the two sets reaches the threshold.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

PERMUTATIONS, BANDS = 96, 24
"""Four minima a band: a pair with a Jaccard index of 0.8 is met with probability above 0.999."""

_MOST_IN_BUCKET = 200


def plain(text: str) -> str:
    """Letters and digits alone, width and case folded."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in folded if c.isalnum())


def exact(texts: Sequence[str]) -> list[list[int]]:
    """Groups of rows with the same text but for case, width, spaces and punctuation."""
    groups: dict[str, list[int]] = defaultdict(list)
    for number, text in enumerate(texts):
        groups[plain(text)].append(number)
    return [rows for rows in groups.values() if len(rows) > 1]


def near(texts: Sequence[str], threshold: float = 0.8) -> list[tuple[int, int, float]]:
    """Pairs of different texts that are almost the same, with their Jaccard index.

    Args:
        texts: Texts of the rows.
        threshold: Lowest Jaccard index of the two sets of n-grams, 0–1.
    """
    first: dict[str, int] = {}
    for number, text in enumerate(texts):
        first.setdefault(plain(text), number)
    sets = {number: _shingles(text) for text, number in first.items() if text}
    buckets: dict[bytes, list[int]] = defaultdict(list)
    width = PERMUTATIONS // BANDS
    for number, shingles in sets.items():
        minima = _minima(shingles)
        for band in range(BANDS):
            part = minima[band * width : (band + 1) * width]
            buckets[bytes([band]) + part.tobytes()].append(number)
    found: dict[tuple[int, int], float] = {}
    for rows in buckets.values():
        # A boilerplate text fills a bucket; its first rows show that it is there.
        for a, b in _pairs(rows[:_MOST_IN_BUCKET]):
            if (a, b) not in found:
                found[a, b] = len(sets[a] & sets[b]) / len(sets[a] | sets[b])
    return sorted((a, b, round(j, 3)) for (a, b), j in found.items() if j >= threshold)


def _shingles(text: str) -> frozenset[int]:
    size = 2 if any("\u4e00" <= c <= "\u9fff" for c in text) else 4
    grams = {text[i : i + size] for i in range(max(1, len(text) - size + 1))}
    return frozenset(
        int.from_bytes(hashlib.blake2b(gram.encode(), digest_size=4).digest(), "big")
        for gram in grams
    )


# Multipliers below 2**29, so that a product with a 32-bit n-gram stays within 64 bits.
_RNG = np.random.default_rng(20251)
_A = _RNG.integers(1, 1 << 29, PERMUTATIONS, dtype=np.uint64)
_B = _RNG.integers(0, 1 << 31, PERMUTATIONS, dtype=np.uint64)


def _minima(shingles: Iterable[int]) -> np.ndarray:
    """MinHash signature, shape ``(PERMUTATIONS,)``, uint64."""
    values = np.fromiter(shingles, dtype=np.uint64)
    hashed = (values[:, None] * _A + _B) % np.uint64(4_294_967_291)
    return np.asarray(hashed.min(axis=0))


def _pairs(rows: Sequence[int]) -> Iterable[tuple[int, int]]:
    return ((a, b) for i, a in enumerate(rows) for b in rows[i + 1 :])
