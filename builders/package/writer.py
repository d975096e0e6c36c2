"""The one place that writes published Parquet.

Rows stream in, row groups of about 100 rows stream out. Memory holds the open row groups only.
Nothing has its final name before the last row is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow as pa

from builders.errors import VivavoceError
from builders.item import Item
from builders.package.audio import published
from builders.package.columns import (
    AUDIO,
    Column,
    ColumnMap,
    columns_of,
    features_of,
    getter,
    needs_inference,
    resolve,
)
from builders.package.layout import check_config, safe_name, split_name
from builders.package.provenance import provenance_values
from builders.package.sink import ROW_GROUP, SHARD_BYTES, ShardSink
from builders.package.spec import ConfigSpec, Items, SplitInfo
from builders.package.tally import Tally
from builders.package.types import conform

MEMORY = 256_000_000
"""Audio bytes that may wait in open row groups. A config with many splits that fill at the same
time gets smaller row groups rather than more memory."""


def write_split(
    rows: Items,
    folder: Path,
    config: str,
    split: str,
    columns: ColumnMap,
    *,
    types: dict[str, Any] | None = None,
    shard_bytes: int = SHARD_BYTES,
) -> SplitInfo:
    """Write one split with a fixed name.

    Args:
        rows: The items, each with audio.
        folder: Folder of the dataset; shards go to ``folder/config``.
        config: Name of the config.
        split: Name of the split.
        columns: Published column name → path in the item.
        types: Declared column types; the others are inferred in a first pass.
        shard_bytes: Largest size of a shard.

    Raises:
        VivavoceError: There are no rows, an id occurs twice, or a value cannot be published.
    """
    if split_name(split) != split:
        raise VivavoceError(f"'{split}' cannot name a split; '{split_name(split)}' can")
    spec = ConfigSpec(columns=columns, items=rows, split=f"={split}", types=types or {})
    infos, _ = write_config(config, spec, folder, shard_bytes=shard_bytes)
    return infos[0]


def write_config(
    config: str, spec: ConfigSpec, folder: Path, *, shard_bytes: int = SHARD_BYTES
) -> tuple[list[SplitInfo], list[Column]]:
    """Write every split of a config in one pass over its items.

    Returns:
        The splits in the order in which they first occur, and the resolved columns.

    Raises:
        VivavoceError: As for :func:`write_split`.
    """
    check_config(config)
    where = f"config {config}"
    columns = columns_of(spec.columns, spec.types, where)
    if needs_inference(columns):
        columns = resolve(columns, _again(spec.items, where), where)
    with ThreadPoolExecutor(1) as pool, ThreadPoolExecutor(1) as hasher:
        work = _ConfigWriter(config, columns, folder, pool, hasher, shard_bytes)
        try:
            choose = _split_chooser(spec.split, where)
            for item in _items(spec.items):
                work.add(item, choose(item))
            return work.commit(), columns
        except BaseException:
            work.abort()
            raise


class _ConfigWriter:
    """Open row groups of all splits of one config."""

    def __init__(
        self,
        config: str,
        columns: list[Column],
        folder: Path,
        pool: ThreadPoolExecutor,
        hasher: ThreadPoolExecutor,
        shard_bytes: int,
    ) -> None:
        self.config, self.columns, self.folder = config, columns, folder
        self.schema = features_of(columns).arrow_schema
        self.audio = next(column.name for column in columns if column.path == AUDIO)
        self.shard_bytes = shard_bytes
        self.splits: dict[str, _OpenSplit] = {}
        self._pool, self._hasher = pool, hasher
        self._pending: list[Future[None]] = []

    def add(self, item: Item, split: str) -> None:
        row = self._row(item)
        if split not in self.splits:
            sink = ShardSink(
                self.folder / self.config,
                split,
                self.schema,
                self.audio,
                self._hasher,
                self.shard_bytes,
            )
            self.splits[split] = _OpenSplit(sink)
        target = self.splits[split]
        target.add(row, item, self.audio, f"config {self.config}, split {split}")
        # Groups of at most half a shard let shards stay below their size.
        if len(target.rows) >= ROW_GROUP or target.waiting > self.shard_bytes // 2:
            self._flush(target)
        elif sum(each.waiting for each in self.splits.values()) > MEMORY:
            self._flush(max(self.splits.values(), key=lambda each: each.waiting))

    def _row(self, item: Item) -> dict[str, Any]:
        where = f"config {self.config}, row '{item.id}'"
        try:
            data, md5, seconds = published(item.clip)
        except (ValueError, RuntimeError) as error:
            raise VivavoceError(f"{where}: {error}") from error
        row: dict[str, Any] = {}
        for column in self.columns:
            if column.path == AUDIO:
                row[column.name] = (data, f"{safe_name(item.id)}.flac")
                continue
            assert column.type is not None
            try:
                row[column.name] = conform(column.read(item), column.type)
            except (TypeError, ValueError, OverflowError) as error:
                raise VivavoceError(f"{where}, column {column.name}: {error}") from error
        # Its types are those of the models it is made from; Arrow checks the texts.
        row.update(provenance_values(item, md5, seconds))
        return row

    def _flush(self, target: _OpenSplit) -> None:
        rows, target.rows, target.waiting = target.rows, [], 0
        # One group is written while the next is gathered; more would only be memory.
        while self._pending:
            self._pending.pop(0).result()
        self._pending.append(self._pool.submit(self._write, target.sink, rows))

    def _write(self, sink: ShardSink, rows: list[dict[str, Any]]) -> None:
        arrays = []
        for field in self.schema:
            values = [row[field.name] for row in rows]
            if field.name == self.audio:
                parts = [
                    pa.array([value[0] for value in values], pa.binary()),
                    pa.array([value[1] for value in values], pa.string()),
                ]
                arrays.append(pa.StructArray.from_arrays(parts, fields=list(field.type)))
            else:
                arrays.append(self._array(field, values, rows))
        sink.write(pa.Table.from_arrays(arrays, schema=self.schema))

    def _array(self, field: pa.Field, values: list[Any], rows: list[dict[str, Any]]) -> pa.Array:
        try:
            return pa.array(values, field.type)
        except (pa.ArrowException, TypeError, ValueError, OverflowError):
            # Look for the row only now: converting one by one would be ten times slower.
            for value, row in zip(values, rows, strict=True):
                try:
                    pa.array([value], field.type)
                except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
                    row_id = row["provenance"]["row_id"]
                    raise VivavoceError(
                        f"config {self.config}, row '{row_id}', column {field.name}: {error}"
                    ) from error
            raise

    def commit(self) -> list[SplitInfo]:
        for target in self.splits.values():
            if target.rows:
                self._flush(target)
        while self._pending:
            self._pending.pop(0).result()
        if not self.splits:
            raise VivavoceError(
                f"config {self.config}: there are no rows to publish; look at the rejects of the "
                "stage before, or leave the config out"
            )
        infos = []
        for split, target in self.splits.items():
            files = tuple(target.sink.commit(self.folder))
            facts = target.tally.facts()
            infos.append(SplitInfo(self.config, split, target.tally.rows, files, facts))
        return infos

    def abort(self) -> None:
        for future in self._pending:
            # A write under way must end before its file is removed; its error is not the first.
            future.exception()
        for target in self.splits.values():
            target.sink.abort()


class _OpenSplit:
    def __init__(self, sink: ShardSink) -> None:
        self.sink = sink
        self.rows: list[dict[str, Any]] = []
        self.waiting = 0
        self.ids: set[str] = set()
        self.tally = Tally()

    def add(self, row: dict[str, Any], item: Item, audio: str, where: str) -> None:
        if item.id in self.ids:
            raise VivavoceError(f"{where}: the id '{item.id}' occurs twice; ids must be unique")
        self.ids.add(item.id)
        self.rows.append(row)
        self.waiting += len(row[audio][0])
        self.tally.add(item, row["provenance"]["seconds"])


def _split_chooser(rule: str, where: str) -> Callable[[Item], str]:
    """Make the function that names the split of an item."""
    if "{" not in rule and "." not in rule and not rule.startswith("="):
        fixed = split_name(rule)
        if fixed != rule:
            raise VivavoceError(f"{where}: '{rule}' cannot name a split; '{fixed}' can")
        return lambda item: fixed
    read = getter(rule, f"{where}, split")
    named: dict[str, str] = {}

    def choose(item: Item) -> str:
        value = read(item)
        if value is None:
            raise VivavoceError(f"{where}: row '{item.id}' has no '{rule}' to name its split by")
        name = split_name(value)
        if named.setdefault(name, str(value)) != str(value):
            raise VivavoceError(
                f"{where}: '{named[name]}' and '{value}' would both be split '{name}'; "
                "give them names of letters, digits and '_'"
            )
        return name

    return choose


def _items(items: Items) -> Iterator[Item]:
    return iter(items() if callable(items) else items)


def _again(items: Items, where: str) -> Iterable[Item]:
    """A pass over the items that leaves them for the second one."""
    if callable(items):
        return items()
    if iter(items) is items:
        raise VivavoceError(
            f"{where}: some column types have to be inferred, which takes a pass of its own; "
            "declare all types, or give a list or a function that starts a new pass"
        )
    return items
