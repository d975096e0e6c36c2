"""Why rows could not be scored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evaluation.contracts import Metric, Row
from evaluation.metrics._rows import TASKS, answer, has_speech

# Tasks that are measured from the sound of an answer.
_LISTENED = frozenset({"mos", "emotion"})


def why_missing(metric: Metric, rows: Sequence[Row]) -> Counter[str]:
    """Reasons, with the number of rows that could not be scored for each.

    Args:
        metric: The metric.
        rows: Rows that should have been scored.
    """
    return Counter(_reason(metric, row) for row in rows if metric.measure(row) is None)


def _reason(metric: Metric, row: Row) -> str:
    response = row.response
    if response is None:
        return "not answered"
    if response.error is not None:
        return "the model failed"
    if answer(row) is None and not has_speech(row):
        return "empty answer"
    tasks = [task for task in metric.needs if task in TASKS]
    failed = [t for t in tasks if t in row.judgements and row.judgements[t].error is not None]
    if failed:
        said = str(row.judgements[failed[0]].error).split(":")[0]
        return f"{failed[0]}: {said}"
    absent = [task for task in tasks if task not in row.judgements]
    if _LISTENED.intersection(absent) and response.audio is None:
        return "no spoken answer"
    if absent:
        return f"no judgement of {' or '.join(absent)}"
    if "asr_text" in metric.needs and response.asr_text is None:
        return "speech was not recognised" if has_speech(row) else "no speech"
    lacking = [need for need in metric.needs if getattr(response, need, 0) is None]
    if lacking:
        return f"no {' or '.join(lacking)}"
    return "the metric finds nothing to score in it"
