"""Texts as the units that content variations add, repeat or change."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence

_HAN = r"[\u3400-\u4dbf\u4e00-\u9fff]"
_UNIT = re.compile(rf"{_HAN}|[^\W_\u3400-\u4dbf\u4e00-\u9fff]+(?:['’][^\W_]+)*")

Insertions = Callable[[int, int], Iterable[int]]


def tokens(text: str) -> list[str]:
    """Words in lower case; each Chinese character by itself; no punctuation."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return _UNIT.findall(folded)


def shown(units: Sequence[str]) -> str:
    """Tokens as text: without spaces where all are Chinese characters."""
    return ("" if all(re.fullmatch(_HAN, unit) for unit in units) else " ").join(units)


def inserted(
    clean: Sequence[str], variant: Sequence[str], allowed: Insertions
) -> list[tuple[int, list[str]]] | None:
    """Explain a rewrite as the clean text with pieces put in.

    Args:
        clean: Tokens of the clean text.
        variant: Tokens of the rewrite.
        allowed: Gets a position in the rewrite and one in the clean text, and yields the lengths
            that a piece put in there may have.

    Returns:
        The pieces with their position in the clean text, as few as possible; ``None`` where the
        rewrite cannot be explained so.
    """
    # best[j] after i tokens of the rewrite: pieces that explain variant[:i] with clean[:j] used.
    rows: list[dict[int, list[tuple[int, list[str]]]]] = [{} for _ in range(len(variant) + 1)]
    rows[0][0] = []
    for i in range(len(variant) + 1):
        for j, pieces in sorted(rows[i].items()):
            if i == len(variant):
                continue
            if j < len(clean) and variant[i] == clean[j]:
                _keep(rows[i + 1], j + 1, pieces)
            for length in allowed(i, j):
                if 0 < length <= len(variant) - i:
                    piece = (j, list(variant[i : i + length]))
                    _keep(rows[i + length], j, [*pieces, piece])
    return rows[-1].get(len(clean))


def _keep(
    row: dict[int, list[tuple[int, list[str]]]], j: int, pieces: list[tuple[int, list[str]]]
) -> None:
    if j not in row or len(pieces) < len(row[j]):
        row[j] = pieces
