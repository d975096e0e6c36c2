"""Word error rate of English and character error rate of Chinese."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ErrorRate:
    """All counts of one comparison.

    Attributes:
        substitutions: Tokens replaced.
        deletions: Tokens of the reference that are missing.
        insertions: Tokens that are not in the reference.
        hits: Tokens that agree.
        length: Tokens of the reference.
    """

    substitutions: int
    deletions: int
    insertions: int
    hits: int
    length: int

    @property
    def errors(self) -> int:
        """Sum of substitutions, deletions and insertions."""
        return self.substitutions + self.deletions + self.insertions

    @property
    def rate(self) -> float:
        """Errors per reference token; above 1 where the hypothesis is longer.

        For an empty reference it is the number of insertions, so that an empty hypothesis has 0.
        """
        return self.errors / max(self.length, 1)

    @property
    def match(self) -> bool:
        """Whether both texts are equal after normalisation."""
        return self.errors == 0

    def __add__(self, other: ErrorRate) -> ErrorRate:
        """Pool two comparisons: the rate of the sum is Σ errors / Σ reference length."""
        return ErrorRate(
            self.substitutions + other.substitutions,
            self.deletions + other.deletions,
            self.insertions + other.insertions,
            self.hits + other.hits,
            self.length + other.length,
        )


def count_errors(reference: list[str], hypothesis: list[str]) -> ErrorRate:
    """Count the edits of a cheapest alignment of two token lists."""
    from rapidfuzz.distance import Levenshtein

    operations = Levenshtein.editops(reference, hypothesis).as_list()
    tags = [tag for tag, _, _ in operations]
    substitutions, deletions = tags.count("replace"), tags.count("delete")
    hits = len(reference) - substitutions - deletions
    return ErrorRate(substitutions, deletions, tags.count("insert"), hits, len(reference))
