"""PEDANTS, the learned answer equivalence behind SD-QA's PANDA column.

The package ``qa-metrics`` pins an old scikit-learn and fetches its classifier from GitHub when it
is first used, so it has an extra of its own. Its versions differ by tens of points: the version is
the judge id of every verdict.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from builders.errors import BackendError, MissingExtraError
from evaluation.contracts import Judgement, Row
from evaluation.metrics._rows import NO, YES, answer

TASK = "panda"


@cache
def _matcher() -> tuple[Any, str]:
    """The classifier and its judge id.

    Raises:
        MissingExtraError: The package is not installed.
        BackendError: The classifier cannot be had.
    """
    from importlib.metadata import version

    try:
        from qa_metrics.pedant import PEDANT
    except ImportError as error:
        raise MissingExtraError(error.name or "qa-metrics", "pedants") from error
    name = f"qa-metrics-{version('qa-metrics')}"
    try:
        return PEDANT(), name
    except OSError as error:
        raise BackendError(
            f"{name}: its classifier is not there and could not be fetched from github.com "
            f"({error}); run it once on a machine with access, then copy the package's folder "
            "'classifier' here"
        ) from error


def judge_panda(rows: Iterable[Row]) -> list[Judgement]:
    """Verdicts of learned answer equivalence, as the public VoiceBench script asks for them.

    Reference, response and question are lower-cased. A row without an answer or a reference gets
    no verdict.

    Args:
        rows: Rows of SD-QA.

    Raises:
        MissingExtraError: The package is not installed.
        BackendError: The classifier cannot be had.
    """
    matcher, name = _matcher()
    out = []
    for row in rows:
        text, reference = answer(row), row.example.reference
        if text is None or not reference:
            continue
        same = matcher.evaluate(reference.lower(), text.lower(), row.example.prompt.lower())
        category = YES if same else NO
        out.append(Judgement(row.example.id, TASK, name, category=category, raw=str(same)))
    return out
