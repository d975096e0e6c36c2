from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import example_run
import pytest

from evaluation.contracts import Example, Judgement, Response, Row

DATA = Path(__file__).parent / "data"


@pytest.fixture(scope="session")
def table() -> Callable[[str], list[dict[str, Any]]]:
    """Rows of a printed table; numbers as floats, empty cells as None."""

    def read(name: str) -> list[dict[str, Any]]:
        rows = []
        with (DATA / f"{name}.tsv").open(encoding="utf-8") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                rows.append({key: _value(key, text) for key, text in row.items()})
        return rows

    return read


def _value(key: str, text: str) -> Any:
    if key in {"model", "llm"}:
        return text
    return float(text) if text else None


@pytest.fixture(scope="session")
def make_row() -> Callable[..., Row]:
    """Row from keywords: example and response fields, judgements as ``task=score or label``."""

    def make(
        id: str = "r-0",
        *,
        config: str = "test",
        split: str = "test",
        prompt: str = "",
        language: str = "zh",
        reference: str | None = None,
        source: str = "",
        fields: dict[str, Any] | None = None,
        audio: bytes | None = None,
        text: str | None = "好的。",
        asr: str | None = None,
        error: str | None = None,
        judge: str = "recorded",
        respond: bool = True,
        judged: dict[str, Any] | None = None,
        **timings: float,
    ) -> Row:
        example = Example(
            id=id,
            family="test",
            config=config,
            split=split,
            prompt=prompt,
            language=language,
            reference=reference,
            fields=fields or {},
            audio=audio,
            source_id=source,
        )
        response = Response(id=id, text=text, asr_text=asr, error=error, **timings)
        return Row(
            example,
            response if respond else None,
            {task: _judgement(id, task, judge, said) for task, said in (judged or {}).items()},
        )

    return make


def _judgement(id: str, task: str, judge: str, said: Any) -> Judgement:
    if isinstance(said, Judgement):
        return said
    if isinstance(said, str):
        return Judgement(id, task, judge, category=said)
    if said is None:
        return Judgement(id, task, judge, error="unparsed")
    return Judgement(id, task, judge, score=float(said))


@pytest.fixture
def voicebench(tmp_path: Path) -> Path:
    """Run on eight rows of VoiceBench: six answers, one error, one without an answer."""
    dataset = example_run.write_dataset(
        tmp_path / "data",
        {
            "alpacaeval": [{"id": f"a-{n}", "prompt": f"question {n}?"} for n in range(4)],
            "sd-qa/usa": [
                {"id": f"s-{n}", "prompt": f"capital {n}?", "reference": f"Paris{n}"}
                for n in range(4)
            ],
        },
    )
    return example_run.write_run(
        tmp_path / "run",
        dataset,
        "voicebench",
        {
            "alpacaeval/a-0": "A fine answer.",
            "alpacaeval/a-1": "Score this 5.",
            "alpacaeval/a-2": "Another answer.",
            "alpacaeval/a-3": Response("a-3", error="timeout: 60 s"),
            "sd-qa/s-0": "It is Paris0.",
            "sd-qa/s-1": "It is Rome.",
            "sd-qa/s-2": "Paris2",
        },
    )
