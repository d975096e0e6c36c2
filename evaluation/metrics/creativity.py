"""Creativity: mean judge score, 1–5, by genre (VocalBench-zh, table 8)."""

from __future__ import annotations

from evaluation.contracts import Row
from evaluation.metrics._rows import column, mean_score

CREATIVITY = mean_score("creativity", "score")

# Genres as the released data spell them, misspellings included → columns of table 8.
GENRES = {
    "narratives": "narrative",
    "argumentative": "argumentative",
    "descriptive": "descriptive",
    "role play": "role_play",
    "achient poetry appreciation": "ancient_appreciation",
    "ancient poetry appreciation": "ancient_appreciation",
    "achient format writing": "ancient_writing",
    "ancient format writing": "ancient_writing",
    "modern poem appreciation": "modern_poem_appreciation",
    "modern poem writing": "modern_poem_writing",
}


def genre(row: Row) -> str | None:
    """Column of table 8 for a row; ``None`` where its genre is not one of the eight."""
    value = column(row, "Category", "category")
    return None if value is None else GENRES.get(str(value).strip().lower().replace("_", " "))
