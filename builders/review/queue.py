"""The rows that wait for a person: what the stages of a build rejected and may be overruled in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from builders.audio import Clip
from builders.errors import VivavoceError
from builders.item import Item
from builders.stage.files import ROWS_PER_GROUP

STAGES = ("text", "speech", "variants")


@dataclass(frozen=True)
class Case:
    """One row that waits.

    Attributes:
        key: Names the case on the page.
        stage: Stage that rejected it.
        subset: Subset it belongs to.
        step: Step that rejected it.
        reason: Reason of the rejection.
        detail: What is particular to the row.
        item: The row as it stood, without its audio.
        seconds: Length of its audio; ``None`` where it has none.
        path: File that holds the audio.
        number: Row in that file.
    """

    key: str
    stage: str
    subset: str
    step: str
    reason: str
    detail: str
    item: Item
    seconds: float | None
    path: Path
    number: int

    @property
    def field(self) -> str:
        """What an edit replaces: the ``prompt`` of a text row, what is ``spoken`` later on."""
        return "prompt" if self.stage == "text" else "spoken"

    @property
    def text(self) -> str:
        """The text that a person judges."""
        return self.item.prompt if self.field == "prompt" else self.item.transcript

    def as_json(self) -> dict[str, Any]:
        """What the page shows."""
        quality = self.item.provenance.quality
        return {
            "key": self.key,
            "id": self.item.id,
            "stage": self.stage,
            "subset": self.subset,
            "step": self.step,
            "reason": self.reason,
            "detail": self.detail,
            "field": self.field,
            "text": self.text,
            "prompt": self.item.prompt,
            "reference": self.item.reference,
            "heard": quality.asr_text,
            "error_rate": quality.error_rate,
            "mos": quality.mos,
            "seconds": self.seconds,
            "take": self.item.provenance.speech.take if self.item.provenance.speech else None,
            "dialogue": bool(self.item.fields.get("turns")),
        }


def waiting(folder: Path) -> list[Case]:
    """All rows of a family that wait, stage by stage.

    Args:
        folder: ``<work>/<family>`` of a build.

    Raises:
        VivavoceError: The folder is absent, or its files are of different runs.
    """
    if not folder.is_dir():
        raise VivavoceError(f"{folder} is not there: build the family first ('vivavoce build')")
    cases: list[Case] = []
    for stage in STAGES:
        for path in sorted((folder / stage).glob("*.review.parquet")):
            cases += _of_file(path, stage)
    return cases


def audio(case: Case) -> Clip | None:
    """The recording of a case, read when it is asked for."""
    group, row = divmod(case.number, ROWS_PER_GROUP)
    table = pq.ParquetFile(case.path).read_row_group(
        group, columns=["audio", "sampling_rate", "frames"]
    )
    cell = table.slice(row, 1).to_pylist()[0]
    if cell["audio"] is None:
        return None
    return Clip(cell["audio"], cell["sampling_rate"], cell["frames"])


def _of_file(path: Path, stage: str) -> Iterator[Case]:
    subset = path.name.removesuffix(".review.parquet")
    log = path.with_name(f"{subset}.rejects.jsonl")
    lines = log.read_text("utf-8").split("\n") if log.is_file() else []
    said = [entry for line in lines if line for entry in [json.loads(line)] if _waits(entry)]
    rows = _rows(path)
    if len(said) != len(rows):
        raise VivavoceError(
            f"{path} has {len(rows)} rows, {log.name} tells of {len(said)}: they are of different "
            f"runs. Run the stage '{stage}' again"
        )
    for number, (entry, row) in enumerate(zip(said, rows, strict=True)):
        frames, rate = row["frames"], row["sampling_rate"]
        yield Case(
            key=f"{stage}/{subset}/{number}",
            stage=stage,
            subset=subset,
            step=entry["step"],
            reason=entry["reason"],
            detail=entry["detail"],
            item=Item.model_validate_json(row["item"]),
            seconds=None if frames is None else round(frames / rate, 2),
            path=path,
            number=number,
        )


def _waits(entry: dict[str, Any]) -> bool:
    return bool(entry["review"]) and entry["item"] is not None


def _rows(path: Path) -> list[dict[str, Any]]:
    table = pq.read_table(path, columns=["item", "sampling_rate", "frames"])
    rows: list[dict[str, Any]] = table.to_pylist()
    return rows
