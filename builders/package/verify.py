"""Check a published dataset from its files alone: sums, types, counts, audio, pairing, history."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builders.errors import VivavoceError
from builders.package.check_description import check_card, check_croissant
from builders.package.check_rows import Triplets, check_audio, check_provenance, check_spans
from builders.package.files import Dataset
from builders.package.layout import CARD, CROISSANT, MANIFEST
from builders.package.manifest import ConfigInfo
from builders.package.reader import iter_rows
from builders.package.sink import FileInfo
from builders.package.spec import SplitInfo


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong.

    Attributes:
        where: File, or config/split and row.
        kind: Short fixed text.
        detail: What is particular to this place.
    """

    where: str
    kind: str
    detail: str


@dataclass
class Verification:
    """Result of a check.

    Attributes:
        name: What was checked.
        files: Number of Parquet files read.
        rows: Number of rows read.
        seconds: Duration of their audio.
        problems: All that was found.
    """

    name: str
    files: int = 0
    rows: int = 0
    seconds: float = 0.0
    problems: list[Problem] = field(default_factory=list)

    @property
    def right(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def verify(dataset: Dataset, *, audio: bool = True) -> Verification:
    """Check everything a packaged dataset promises.

    Args:
        dataset: An open dataset that was packaged here.
        audio: Whether to decode the audio; without it a file's sum stands for its audio.

    Raises:
        VivavoceError: It has no manifest, so that there is nothing to check against.
    """
    info = dataset.manifest
    if info is None:
        raise VivavoceError(f"{dataset.name} has no {MANIFEST}: it was not packaged by vivavoce")
    result = Verification(dataset.name)
    present = set(dataset.files.paths())
    for path in (CARD, CROISSANT):
        if path not in present:
            result.problems.append(Problem(path, "missing file", "package the dataset again"))
    for path, check in ((CARD, check_card), (CROISSANT, check_croissant)):
        if path in present:
            result.problems += [Problem(*found) for found in check(dataset, info)]
    extra = {p for p in present if p.endswith(".parquet")} - {f.path for f in info.files}
    result.problems += [
        Problem(path, "unknown file", f"{MANIFEST} does not name it") for path in sorted(extra)
    ]
    for config in info.configs:
        for split in config.splits:
            broken = [p for file in split.files for p in _file(dataset, config, file, present)]
            result.files += len(split.files)
            stated = sum(file.rows for file in split.files)
            if split.rows != stated:
                place, detail = f"{config.name}/{split.split}", f"{stated} rows in its files"
                broken.append(Problem(place, "rows", f"{MANIFEST} states {split.rows}, {detail}"))
            result.problems += broken
            if not any(p.kind in ("missing file", "unreadable", "features") for p in broken):
                _split(dataset, config, split, audio, result)
    return result


def _file(
    dataset: Dataset, config: ConfigInfo, file: FileInfo, present: set[str]
) -> Iterator[Problem]:
    if file.path not in present:
        yield Problem(file.path, "missing file", f"{MANIFEST} names it")
        return
    path = dataset.files.fetch(file.path)
    if path.stat().st_size != file.bytes or _sha256(path) != file.sha256:
        yield Problem(file.path, "sum", "the content is not what was packaged")
    try:
        with dataset.parquet(file.path) as opened:
            rows, schema = opened.metadata.num_rows, opened.schema_arrow
    except VivavoceError as error:
        yield Problem(file.path, "unreadable", str(error))
        return
    if rows != file.rows:
        yield Problem(file.path, "rows", f"{rows} rows, {MANIFEST} states {file.rows}")
    raw = (schema.metadata or {}).get(b"huggingface", b"{}")
    if json.loads(raw).get("info", {}).get("features") != config.features:
        yield Problem(
            file.path, "features", f"the types of the columns are not those of {MANIFEST}"
        )


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        digest = hashlib.sha256()
        while chunk := file.read(2**20):
            digest.update(chunk)
    return digest.hexdigest()


def _split(
    dataset: Dataset, config: ConfigInfo, info: SplitInfo, audio: bool, result: Verification
) -> None:
    seen: set[str] = set()
    licences: Counter[str] = Counter()
    total = 0.0
    triplets = Triplets()
    columns = None
    if not audio:
        columns = [name for name in config.features if name != config.audio_column]
    place = f"{config.name}/{info.split}"
    for name in (config.id_column, config.text_column):
        if name is not None and name not in config.features:
            result.problems.append(Problem(place, "unreadable", f"it has no column '{name}'"))
            return
    try:
        for row in iter_rows(dataset, config.name, info.split, columns=columns, decode=False):
            row_id = str(row[config.id_column])
            history: dict[str, Any] = row.get("provenance") or {}
            seconds = history.get("seconds")
            found = [*check_provenance(row, row_id), *check_spans(row, seconds)]
            if config.text_column and not str(row[config.text_column] or "").strip():
                found.append(("no text", f"the column {config.text_column} is empty"))
            if audio:
                found += check_audio(row[config.audio_column], history)
            if row_id in seen:
                found.append(("id", "it occurs twice"))
            seen.add(row_id)
            triplets.add(row, row_id, seconds)
            result.problems += [Problem(f"{place}, row '{row_id}'", *each) for each in found]
            result.rows += 1
            licences[str(row.get("license"))] += 1
            total += seconds or 0.0
    except (VivavoceError, OSError) as error:
        result.problems.append(Problem(place, "unreadable", str(error)))
        return
    result.seconds += total
    for row_id, kind, detail in triplets.problems():
        result.problems.append(Problem(f"{place}, row '{row_id}'", kind, detail))
    result.problems += [Problem(place, "facts", detail) for detail in _facts(info, licences, total)]


def _facts(info: SplitInfo, licences: Counter[str], seconds: float) -> Iterator[str]:
    """Where the manifest's figures, which the card shows, are not those of the rows."""
    rows, facts = sum(licences.values()), info.facts
    if facts.get("rows") != rows:
        yield f"{MANIFEST} counts {facts.get('rows')} rows, there are {rows}"
    if facts.get("license") != dict(licences):
        yield f"{MANIFEST} counts the licences {facts.get('license')}, the rows {dict(licences)}"
    stated = (facts.get("seconds") or {}).get("total", 0.0)
    if abs(stated - seconds) > 0.01:
        yield f"{MANIFEST} states {stated:.2f} s of audio, the rows {seconds:.2f} s"
