"""What a page shows of each row, as plain JSON values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.contracts import Judgement, Row
from evaluation.metrics._rows import column
from evaluation.metrics.load import metric
from evaluation.report.score_run import Scored

# Columns that say of which kind a row is.
_KINDS = (
    "Category", "Sub-category", "Level", "condition", "mask_type", "severity", "Question_emo",
    "key", "instruction_id_list",
)  # fmt: skip


def page_rows(run: Scored, audio: Mapping[str, Mapping[str, str]]) -> list[dict[str, Any]]:
    """Rows of a run.

    Args:
        run: Scored run.
        audio: Row → ``question`` and ``answer`` → name of an embedded clip.
    """
    figures = _figures(run)
    out = []
    for row in run.rows:
        key = "/".join((row.example.config, row.example.split, row.example.id))
        out.append(
            {
                "run": run.result.run,
                "config": row.example.config,
                "split": row.example.split,
                "id": row.example.id,
                "kind": {n: str(v) for n in _KINDS if (v := column(row, n)) is not None},
                "prompt": str(column(row, "question") or row.example.prompt),
                "transcript": _text(column(row, "transcript")),
                "history": _history(row),
                "reference": row.example.reference,
                **_response(row),
                "judgements": [_judgement(said) for _, said in sorted(row.judgements.items())],
                "figures": figures.get(key, {}),
                "audio": dict(audio.get(key, {})),
            }
        )
    return out


def _figures(run: Scored) -> dict[str, dict[str, float]]:
    """Values of single rows, of the metrics that are means over rows."""
    found: dict[str, dict[str, float]] = {}
    for cell in run.suite.cells:
        measure = metric(cell.metric)
        if measure.components != 2:
            continue
        for row in cell.rows(run.rows):
            parts = measure.measure(row)
            if parts is not None and parts[1]:
                key = "/".join((row.example.config, row.example.split, row.example.id))
                found.setdefault(key, {})[cell.name] = round(parts[0] / parts[1], 4)
    return found


def _response(row: Row) -> dict[str, Any]:
    said = row.response
    if said is None:
        return {"response": None, "error": "not answered"}
    return {
        "response": said.text,
        "asr": said.asr_text,
        "error": said.error,
        "seconds": said.seconds,
        "duration": said.duration,
    }


def _judgement(said: Judgement) -> dict[str, Any]:
    verdict = said.category if said.score is None else f"{said.score:g}"
    return {
        "task": said.task,
        "judge": said.judge,
        "verdict": verdict,
        "reason": said.reason,
        "raw": said.raw or None,
        "error": said.error,
    }


def _history(row: Row) -> list[list[str]]:
    turns: Sequence[Mapping[str, Any]] | None = column(row, "Context", "context")
    return [[str(t["from"]), str(t["value"])] for t in (turns if turns is not None else ())]


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
