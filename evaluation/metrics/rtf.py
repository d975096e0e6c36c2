"""Real-time factor and latency.

The factor is Σ generation time / Σ response duration (VocalBench-zh, table 14; the mean of
ratios in its equation 4 does not give that table).
"""

from __future__ import annotations

from evaluation.contracts import Metric, Row


def _rtf(row: Row) -> tuple[float, float] | None:
    response = row.response
    if response is None or response.error is not None:
        return None
    if response.seconds is None or not response.duration or response.duration <= 0:
        return None
    return response.seconds, response.duration


def _first(name: str, what: str) -> Metric:
    def measure(row: Row) -> tuple[float, float] | None:
        response = row.response
        if response is None or response.error is not None:
            return None
        value = getattr(response, what)
        return None if value is None else (value, 1.0)

    return Metric(name, 1, measure, unit="seconds", needs=(what,), higher_is_better=False)


RTF = Metric("rtf", 1, _rtf, unit="ratio", needs=("seconds", "duration"), higher_is_better=False)
FIRST_TOKEN = _first("first_token", "first_token")
FIRST_AUDIO = _first("first_audio", "first_audio")
