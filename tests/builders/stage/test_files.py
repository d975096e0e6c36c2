from __future__ import annotations

from builders.item import Item
from builders.stage.engine import run_subset
from builders.stage.pool import Workers
from builders.stage.settings import Settings, StepCall


def item(row, **fields):
    return Item(
        id=f"row-{row}",
        prompt="text",
        language="en",
        source_id=f"row-{row}",
        source_revision="1",
        license="MIT",
        fields=fields,
    )


def test_rows_from_the_store_are_the_same_bytes(tmp_path):
    """Neither a first run nor the order of a source's keys shows in the files."""
    chain = [StepCall("toy_steps:tone"), StepCall("toy_steps:odd_only")]
    rows = [item(n, zebra=n, ant={"b": 1, "a": [2.5, None]}) for n in range(3)]
    written = []
    for name, given in (("first", rows), ("again", rows), ("turned", [_turned(r) for r in rows])):
        folder = tmp_path / name
        with Workers(Settings(1, tmp_path / "store", {}, tmp_path, False), 1) as pool:
            metrics = run_subset(given, chain, pool, folder, "set")
        assert (metrics.items_out, bool(metrics.made)) == (1, name == "first")
        written.append({p.name: p.read_bytes() for p in folder.iterdir()})
    assert sorted(written[0]) == ["set.parquet", "set.rejects.jsonl"]
    assert written[0] == written[1] == written[2]


def _turned(row):
    return row.but(fields=dict(reversed(row.fields.items())))
