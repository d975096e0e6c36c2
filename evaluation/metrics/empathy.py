"""Emotional empathy (VocalBench-zh, table 12).

Semantic s is the judge's 1–5 score of the text. Acoustic a = Σ pᵢ·rᵢ, with p the emotion
probabilities of the spoken answer and r the rating that this very query gives to each emotion
(column ``Score``). EER is the share of answers with a ≥ 3 and s ≥ 3.
"""

from __future__ import annotations

from evaluation.contracts import Metric, Row
from evaluation.metrics._rows import column, judged_score, mean_score, probabilities

# Order of the ratings in the released column ``Score``.
EMOTIONS = ("angry", "happy", "neutral", "sad", "surprised")
# Labels of emotion2vec and of common classifiers for the same five.
SYNONYMS = {
    "anger": "angry",
    "happiness": "happy",
    "joy": "happy",
    "sadness": "sad",
    "surprise": "surprised",
    "生气": "angry",
    "愤怒": "angry",
    "开心": "happy",
    "高兴": "happy",
    "中性": "neutral",
    "中立": "neutral",
    "难过": "sad",
    "悲伤": "sad",
    "伤心": "sad",
    "吃惊": "surprised",
    "惊讶": "surprised",
    "惊喜": "surprised",
}
PASS = 3.0


def canonical(label: str) -> str:
    """One name for an emotion, whatever the classifier calls it (``生气/angry`` → ``angry``)."""
    name = label.strip().lower().split("/")[-1].strip("<>")
    return SYNONYMS.get(name, name)


def emotion_probabilities(row: Row) -> dict[str, float] | None:
    """Probabilities by canonical label over all classes of the classifier."""
    table = probabilities(row)
    if table is None:
        return None
    out: dict[str, float] = {}
    for label, p in table.items():
        out[canonical(label)] = out.get(canonical(label), 0.0) + p
    return out


def acoustic(row: Row) -> float | None:
    """Acoustic empathy 1–5; p is renormalised over the five emotions that are rated.

    ``None`` without speech, without ratings, or where the five have no probability at all.
    """
    table, ratings = emotion_probabilities(row), column(row, "Score", "score")
    if table is None or ratings is None or len(ratings) != len(EMOTIONS):
        return None
    p = [table.get(name, 0.0) for name in EMOTIONS]
    total = sum(p)
    if total <= 0:
        return None
    return sum(x * float(r) for x, r in zip(p, ratings, strict=True)) / total


def semantic(row: Row) -> float | None:
    """Semantic empathy 1–5 by the judge."""
    return judged_score(row, "empathy")


def _acoustic_score(row: Row) -> tuple[float, float] | None:
    value = acoustic(row)
    return None if value is None else (value, 1.0)


def _acoustic_eer(row: Row) -> tuple[float, float] | None:
    value = acoustic(row)
    return None if value is None else (float(value >= PASS), 1.0)


def _semantic_eer(row: Row) -> tuple[float, float] | None:
    value = semantic(row)
    return None if value is None else (float(value >= PASS), 1.0)


def _eer(row: Row) -> tuple[float, float] | None:
    a, s = acoustic(row), semantic(row)
    # Both are asked for even where one already decides: else failures alone would be counted.
    return None if a is None or s is None else (float(a >= PASS and s >= PASS), 1.0)


def _empathy_score(row: Row) -> tuple[float, float] | None:
    a, s = acoustic(row), semantic(row)
    return None if a is None or s is None else (a + s, 1.0)


SEMANTIC_SCORE = mean_score("empathy_semantic", "empathy")
ACOUSTIC_SCORE = Metric("empathy_acoustic", 1, _acoustic_score, unit="score", needs=("emotion",))
# Sum of both means, 2–10, as in the last-but-one column of table 12.
EMPATHY_SCORE = Metric(
    "empathy_score", 1, _empathy_score, unit="score", needs=("emotion", "empathy")
)
SEMANTIC_EER = Metric("empathy_semantic_eer", 1, _semantic_eer, needs=("empathy",))
ACOUSTIC_EER = Metric("empathy_acoustic_eer", 1, _acoustic_eer, needs=("emotion",))
EER = Metric("eer", 1, _eer, needs=("emotion", "empathy"))
