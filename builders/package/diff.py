"""What differs between two versions of a dataset, row by row."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from builders.package.audio import stream_info
from builders.package.files import Dataset, audio_columns
from builders.package.provenance import PROVENANCE

_KEYS = ("id", "Qid", "key")
_TRACE = ("provenance", "source_id", "source_revision", "license")


@dataclass(frozen=True)
class RowChange:
    """One row that is in both versions and differs.

    Attributes:
        id: Its id.
        columns: Published columns that differ; ``audio`` by the decoded samples.
        steps: Steps and provenance parts that differ, in the order they ran.
    """

    id: str
    columns: tuple[str, ...]
    steps: tuple[str, ...] = ()

    @property
    def content(self) -> bool:
        """Whether text or audio changed, rather than provenance alone."""
        return any(name not in PROVENANCE for name in self.columns)


@dataclass(frozen=True)
class SplitDiff:
    """Differences of one split that both versions have."""

    config: str
    split: str
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[RowChange, ...] = ()


@dataclass(frozen=True)
class Diff:
    """Differences of two versions.

    Attributes:
        old: Name of the first.
        new: Name of the second.
        splits: Splits that both have and that differ.
        splits_added: ``config/split`` with its number of rows.
        splits_removed: ``config/split`` with its number of rows.
        columns_added: ``config.column``.
        columns_removed: ``config.column``.
        columns_retyped: ``config.column``.
    """

    old: str
    new: str
    splits: tuple[SplitDiff, ...] = ()
    splits_added: dict[str, int] = field(default_factory=dict)
    splits_removed: dict[str, int] = field(default_factory=dict)
    columns_added: tuple[str, ...] = ()
    columns_removed: tuple[str, ...] = ()
    columns_retyped: tuple[str, ...] = ()

    @property
    def level(self) -> str | None:
        """``major``, ``minor`` or ``patch``; ``None`` where nothing differs.

        Major is what breaks a reader or takes rows away, minor is what changes a score, patch is
        what changes provenance alone.
        """
        if self.splits_removed or self.columns_removed or self.columns_retyped:
            return "major"
        if any(split.removed for split in self.splits):
            return "major"
        if self.splits_added or self.columns_added:
            return "minor"
        if any(s.added or any(row.content for row in s.changed) for s in self.splits):
            return "minor"
        return "patch" if self.splits else None

    def as_json(self) -> dict[str, Any]:
        """The same as a JSON value."""
        from dataclasses import asdict

        return {"level": self.level, **asdict(self)}


def diff(old: Dataset, new: Dataset) -> Diff:
    """Compare two datasets.

    Splits whose files have the same sums are not read. Audio is compared by the MD5 of its samples,
    which our datasets carry in their provenance: then no audio is fetched.

    Raises:
        VivavoceError: A file is missing or damaged.
    """
    before, after = _splits(old), _splits(new)
    both = [key for key in before if key in after]
    columns: dict[str, set[str]] = {"added": set(), "removed": set(), "retyped": set()}
    found = []
    for config, split in both:
        for kind, names in _columns(old, new, config, split).items():
            columns[kind] |= {f"{config}.{name}" for name in names}
        if _same_files(old, new, config, split):
            continue
        changes = _rows(old, new, config, split)
        if changes.added or changes.removed or changes.changed:
            found.append(changes)
    return Diff(
        old=old.name,
        new=new.name,
        splits=tuple(found),
        splits_added={f"{c}/{s}": after[c, s] for c, s in after if (c, s) not in before},
        splits_removed={f"{c}/{s}": before[c, s] for c, s in before if (c, s) not in after},
        columns_added=tuple(sorted(columns["added"])),
        columns_removed=tuple(sorted(columns["removed"])),
        columns_retyped=tuple(sorted(columns["retyped"])),
    )


def _splits(data: Dataset) -> dict[tuple[str, str], int]:
    """Number of rows of every split."""
    if data.manifest is not None:
        return {(c.name, s.split): s.rows for c in data.manifest.configs for s in c.splits}
    counts = {}
    for config, splits in data.shards.items():
        for split, paths in splits.items():
            rows = 0
            for path in paths:
                with data.parquet(path) as file:
                    rows += file.metadata.num_rows
            counts[config, split] = rows
    return counts


def _sums(data: Dataset, config: str, split: str) -> list[str] | None:
    if data.manifest is None:
        return None
    found = data.manifest.config(config).splits
    return [f.sha256 for s in found if s.split == split for f in s.files]


def _same_files(old: Dataset, new: Dataset, config: str, split: str) -> bool:
    sums = _sums(old, config, split)
    return sums is not None and sums == _sums(new, config, split)


def _columns(old: Dataset, new: Dataset, config: str, split: str) -> dict[str, list[str]]:
    schemas = []
    for data in (old, new):
        with data.parquet(data.paths(config, split)[0]) as file:
            schemas.append({f.name: f.type for f in file.schema_arrow})
    before, after = schemas
    return {
        "added": [name for name in after if name not in before],
        "removed": [name for name in before if name not in after],
        "retyped": [n for n in before if n in after and before[n] != after[n]],
    }


def _rows(old: Dataset, new: Dataset, config: str, split: str) -> SplitDiff:
    before = dict(_fingerprints(old, config, split))
    after = dict(_fingerprints(new, config, split))
    changed = []
    for row_id, prints in after.items():
        if row_id in before and before[row_id] != prints:
            was = before[row_id]
            names = [n for n in prints if n in was and was[n] != prints[n]]
            if names:
                steps = _steps(was.get("provenance"), prints.get("provenance"))
                changed.append(RowChange(row_id, tuple(names), steps))
    return SplitDiff(
        config,
        split,
        tuple(row_id for row_id in after if row_id not in before),
        tuple(row_id for row_id in before if row_id not in after),
        tuple(changed),
    )


def _fingerprints(data: Dataset, config: str, split: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Row id and, for each column, what to compare; large values by their hash."""
    seen: dict[str, int] = {}
    for path in data.paths(config, split):
        with data.parquet(path) as file:
            names = file.schema_arrow.names
            audio = audio_columns(file.schema_arrow)
            known = _knows_samples(file.schema_arrow)
            wanted = [name for name in names if name not in audio] if known else names
            key = _key(data, config, names)
            for batch in file.iter_batches(batch_size=100, columns=wanted):
                for row in batch.to_pylist():
                    prints = {}
                    for name in audio:
                        prints[name] = _samples(row, name, known)
                    for name in wanted:
                        if name not in audio:
                            prints[name] = _print(name, row[name])
                    texts = [v for n, v in prints.items() if n not in audio]
                    row_id = str(row[key]) if key else _hash(texts)[:12]
                    seen[row_id] = seen.get(row_id, 0) + 1
                    if seen[row_id] > 1:
                        row_id = f"{row_id} #{seen[row_id]}"
                    yield row_id, prints


def _knows_samples(schema: Any) -> bool:
    if "provenance" not in schema.names:
        return False
    return any(child.name == "audio_md5" for child in schema.field("provenance").type)


def _key(data: Dataset, config: str, names: list[str]) -> str | None:
    if data.manifest is not None:
        return data.manifest.config(config).id_column
    return next((name for name in _KEYS if name in names), None)


def _samples(row: dict[str, Any], name: str, known: bool) -> str | None:
    if known:
        return row["provenance"]["audio_md5"]
    if row[name] is None or row[name]["bytes"] is None:
        return None
    content = row[name]["bytes"]
    info = stream_info(content)
    return info.md5 if info is not None and info.md5 else hashlib.sha256(content).hexdigest()


def _print(name: str, value: Any) -> Any:
    if name == "provenance" and isinstance(value, dict):
        return {k: v for k, v in value.items() if k not in ("audio_md5", "seconds", "row_id")}
    if name in _TRACE or not isinstance(value, str | list | dict):
        return value
    return _hash(value)


def _hash(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _steps(was: Any, now: Any) -> tuple[str, ...]:
    """Names of the steps and provenance parts that differ."""
    if not isinstance(was, dict) or not isinstance(now, dict):
        return ()
    names = []
    old, new = was.get("steps") or [], now.get("steps") or []
    for index in range(max(len(old), len(new))):
        first = old[index] if index < len(old) else None
        second = new[index] if index < len(new) else None
        shown = second or first
        if first != second and shown is not None:
            names.append(shown["step"])
    names += [
        part
        for part in ("speech", "aligner", "variant", "quality")
        if was.get(part) != now.get(part)
    ]
    return tuple(dict.fromkeys(names))
