"""Word and character error rate of a spoken answer against its text: Σ edits / Σ length."""

from __future__ import annotations

from functools import lru_cache

from builders.text.compare import NORMALISER_ID, error_rate
from evaluation.contracts import Metric, Row
from evaluation.metrics._rows import heard

__all__ = ["CER", "NORMALISER_ID", "WER"]


@lru_cache(maxsize=65_536)
def _counts(text: str, asr_text: str, language: str) -> tuple[float, float]:
    counts = error_rate(text, asr_text, language)
    return float(counts.errors), float(counts.length)


def _metric(name: str, language: str) -> Metric:
    def measure(row: Row) -> tuple[float, float] | None:
        pair = heard(row)
        return None if pair is None else _counts(*pair, language)

    return Metric(name, 1, measure, needs=("asr_text",), higher_is_better=False)


# English words, and Chinese characters with whole Latin words, each by its own normaliser.
WER = _metric("wer", "en")
CER = _metric("cer", "zh")
