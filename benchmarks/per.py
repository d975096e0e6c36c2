"""Edit distance over prepared syllable sequences, beside jiwer.

    python benchmarks/per.py [PAIRS]

Both compare the same pairs of 20 toned syllables, of which about one in ten was heard wrong, on
one thread. jiwer is given the syllables as words with its own transforms reduced to splitting at
spaces, which is the preparation that it cannot do without.
"""

from __future__ import annotations

import sys
import time
from importlib.metadata import version

import jiwer
import numpy as np

from evaluation.metrics.edits import Codebook, edit_distances

SYLLABLES = 1300  # toned syllables of Mandarin in use
LENGTH = 20
TARGET = 100_000


def pairs(count: int) -> tuple[list[list[str]], list[list[str]]]:
    rng = np.random.default_rng(0)
    said = rng.integers(0, SYLLABLES, size=(count, LENGTH))
    wrong = rng.random(said.shape) < 0.1
    heard = np.where(wrong, rng.integers(0, SYLLABLES, size=said.shape), said)
    dropped = rng.integers(0, LENGTH, size=count)
    references = [[f"s{x}" for x in row] for row in said]
    hypotheses = [
        [f"s{x}" for i, x in enumerate(row) if i != gone]
        for row, gone in zip(heard, dropped, strict=True)
    ]
    return references, hypotheses


def ours(references: list[list[str]], hypotheses: list[list[str]]) -> tuple[int, float, float]:
    """Edits, seconds of preparation, seconds of comparison (best of three)."""
    start = time.perf_counter()
    book = Codebook()
    encoded = [book.encode(r) for r in references], [book.encode(h) for h in hypotheses]
    prepared = time.perf_counter() - start
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        edits = int(edit_distances(*encoded).sum())
        best = min(best, time.perf_counter() - start)
    return edits, prepared, best


def theirs(references: list[list[str]], hypotheses: list[list[str]]) -> tuple[int, float]:
    """Edits and seconds of jiwer over all pairs."""
    transform = jiwer.Compose([jiwer.ReduceToListOfListOfWords()])
    said, heard = [" ".join(r) for r in references], [" ".join(h) for h in hypotheses]
    start = time.perf_counter()
    out = jiwer.process_words(
        said, heard, reference_transform=transform, hypothesis_transform=transform
    )
    seconds = time.perf_counter() - start
    return out.substitutions + out.deletions + out.insertions, seconds


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    references, hypotheses = pairs(count)
    edits, preparation, seconds = ours(references, hypotheses)
    expected, jiwer_seconds = theirs(references, hypotheses)
    if edits != expected:
        sys.exit(f"edits differ: {edits} here, {expected} in jiwer")
    rate, jiwer_rate = count / seconds, count / jiwer_seconds
    whole = count / (seconds + preparation)
    print(f"pairs                     {count:>12,}   edits {edits:,}, equal in both")
    print(f"prepared sequences        {rate:>12,.0f} pairs/s")
    print(f"with their preparation    {whole:>12,.0f} pairs/s")
    print(f"jiwer {version('jiwer'):<20}{jiwer_rate:>12,.0f} pairs/s (with the alignment)")
    print(f"ratio                     {rate / jiwer_rate:>12.1f} ({whole / jiwer_rate:.1f} whole)")
    print(f"target {TARGET:,} pairs/s: {'met' if rate >= TARGET else 'missed'}")


if __name__ == "__main__":
    main()
