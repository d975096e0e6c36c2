"""The changelog of a published dataset, from the differences between its rows."""

from __future__ import annotations

from collections import Counter

from builders.package.diff import Diff, SplitDiff
from builders.package.markdown import code

_SHOWN = 20
_HEAD = "# Changes\n"


def _code(text: object) -> str:
    """Inline code outside tables, where a backslash before a pipe would be seen."""
    return code(text).replace("\\|", "|")


def entry(tag: str, changes: Diff | None, rows: int) -> str:
    """Section of one version.

    Args:
        tag: The version.
        changes: Differences to the version before; ``None`` for the first.
        rows: Rows of the new version.
    """
    lines = [f"## {tag}", ""]
    if changes is None:
        lines.append(f"First version: {rows:,} rows.")
        return "\n".join(lines) + "\n"
    lines.append(f"Since {changes.old.rpartition('@')[2]}; {rows:,} rows.")
    lines.append("")
    lines += [f"- split {_code(n)} added, {k:,} rows" for n, k in changes.splits_added.items()]
    lines += [f"- split {_code(n)} removed, {k:,} rows" for n, k in changes.splits_removed.items()]
    lines += [f"- column {_code(name)} added" for name in changes.columns_added]
    lines += [f"- column {_code(name)} removed" for name in changes.columns_removed]
    lines += [f"- column {_code(name)} has another type" for name in changes.columns_retyped]
    for split in changes.splits:
        lines += _split(split)
    if changes.level is None:
        lines.append("No row differs; the files were written anew.")
    return "\n".join(lines) + "\n"


def _split(split: SplitDiff) -> list[str]:
    name = _code(f"{split.config}/{split.split}")
    lines = []
    for word, ids in (("added", split.added), ("removed", split.removed)):
        if ids:
            lines.append(f"- {name}: {len(ids):,} rows {word}: {_listed(ids)}")
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for row in split.changed:
        groups.setdefault((row.columns, row.steps), []).append(row.id)
    for (columns, steps), rows in groups.items():
        what = ", ".join(_code(column) for column in columns)
        by = f" by {', '.join(_code(step) for step in steps)}" if steps else ""
        lines.append(f"- {name}: {len(rows):,} rows changed in {what}{by}: {_listed(rows)}")
    return lines


def _listed(ids: tuple[str, ...] | list[str]) -> str:
    shown = ", ".join(_code(row_id[:80]) for row_id in ids[:_SHOWN])
    return shown + (f" and {len(ids) - _SHOWN:,} more" if len(ids) > _SHOWN else "")


def prepend(text: str, section: str) -> str:
    """Put the section of a new version above those of the older ones."""
    older = text.removeprefix(_HEAD).lstrip("\n")
    return f"{_HEAD}\n{section}" + (f"\n{older}" if older else "")


def counts(changes: Diff) -> dict[str, int]:
    """Rows added, removed and changed, for a one-line summary."""
    total: Counter[str] = Counter(added=0, removed=0, changed=0)
    for split in changes.splits:
        total.update(added=len(split.added), removed=len(split.removed), changed=len(split.changed))
    total["added"] += sum(changes.splits_added.values())
    total["removed"] += sum(changes.splits_removed.values())
    return dict(total)
