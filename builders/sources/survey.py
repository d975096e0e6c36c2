"""Count what a reader gives, and set it beside what the publisher says."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from builders.item import Item
from builders.sources import about
from builders.step import Rejected

GROUPS = ("Category", "Sub-category", "category", "task", "dataset", "subject", "kind", "dialect")
"""Columns whose values are counted."""

MISSPELT = ("Achient",)
"""Spellings that a release has and that users of it rely on."""

_ROW_SUM = re.compile(r"sha256:[0-9a-f]{16}")
_DIGITS = re.compile(r"-([0-9]+)$")


@dataclass
class Survey:
    """What a source holds.

    Attributes:
        title: Name of the source.
        published: Published number of rows; ``None`` where unknown.
        items: Rows read.
        seconds: Length of all recordings, in seconds.
        rejected: Rejects by reason.
        notes: Repaired rows by what was repaired.
        revisions: Rows by revision; ``None`` counts those that stand for themselves, as the file is
            not known to be one that the source publishes.
        repeats: Rows whose prompt, width and case aside, stood already in an earlier row.
        digits: Rows by the number of digits that their id ends in; empty ends are left out.
        padded: Whether ids are filled up with zeros.
        one_character: Rows whose reference is a single character.
        licenses: Rows by licence.
        groups: Rows by value, for each column of ``GROUPS`` that occurs.
        examples: Place of the first reject of each reason.
    """

    title: str
    published: int | None = None
    items: int = 0
    seconds: float = 0.0
    rejected: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    revisions: Counter[str | None] = field(default_factory=Counter)
    repeats: int = 0
    digits: Counter[int] = field(default_factory=Counter)
    padded: bool = False
    one_character: int = 0
    licenses: Counter[str] = field(default_factory=Counter)
    groups: dict[str, Counter[str]] = field(default_factory=dict)
    examples: dict[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """Rows in the source: items and rejects."""
        return self.items + sum(self.rejected.values())

    @property
    def differs(self) -> bool:
        """Whether the source holds another number of rows than is published."""
        return self.published is not None and self.rows != self.published

    def text(self) -> str:
        """The survey in lines."""
        size = "unknown" if self.published is None else str(self.published)
        verdict = "" if self.published is None else " (differs)" if self.differs else " (as read)"
        lines = [
            f"{self.title}: {self.rows} rows, published {size}{verdict}",
            f"  items {self.items}, licence {', '.join(self.licenses)}",
        ]
        lines += [
            f"  revision {revision}: {n}"
            if revision
            else f"  revision unknown: {n} (another file than the published one; rows are summed)"
            for revision, n in self.revisions.items()
        ]
        if self.seconds:
            lines.append(f"  speech {self.seconds / 60:.1f} min")
        lines += [f"  rejected {n}: {r}: {self.examples[r]}" for r, n in self.rejected.items()]
        lines += [f"  repaired {n}: {note}" for note, n in self.notes.items()]
        lines.append(f"  repeated prompts {self.repeats}")
        lines.append(f"  references of one character {self.one_character}")
        if self.padded:
            widths = ", ".join(f"{width} in {n}" for width, n in sorted(self.digits.items()))
            lines.append(f"  digits of the ids: {widths}")
        for column, counts in self.groups.items():
            lines += [
                f"  misspelt, kept as released: {column} '{value}' {n}"
                for value, n in counts.items()
                if any(wrong in value for wrong in MISSPELT)
            ]
            values = ", ".join(f"{value} {n}" for value, n in counts.most_common(40))
            lines.append(f"  {column}: {values}")
        return "\n".join(lines)


def survey(
    name: str, rows: Iterable[Item | Rejected], options: Mapping[str, Any] | None = None
) -> Survey:
    """Count the rows of a source.

    Args:
        name: Registered name.
        rows: What its reader gives.
        options: Options of the reader, which say what part of the source it is.
    """
    facts, seen = about(name), set[str]()
    found = Survey(facts.title, _published(facts.rows, options or {}))
    for row in rows:
        if isinstance(row, Rejected):
            found.rejected[row.reason] += 1
            found.examples.setdefault(row.reason, row.detail)
            continue
        found.items += 1
        found.licenses[row.license] += 1
        found.revisions[
            None if _ROW_SUM.fullmatch(row.source_revision) else row.source_revision
        ] += 1
        if row.audio is not None:
            found.seconds += row.audio.seconds
        if note := row.provenance.steps[0].note:
            found.notes[note] += 1
        prompt = unicodedata.normalize("NFKC", row.prompt).casefold()
        found.repeats += bool(prompt) and prompt in seen
        seen.add(prompt)
        if number := _DIGITS.search(row.source_id):
            found.digits[len(number[1])] += 1
            found.padded |= number[1].startswith("0")
        found.one_character += row.reference is not None and len(row.reference.strip()) == 1
        for column in GROUPS:
            if column in row.fields:
                found.groups.setdefault(column, Counter())[str(row.fields[column])] += 1
    return found


def _published(rows: Mapping[str, int], options: Mapping[str, Any]) -> int | None:
    for value in options.values():
        if isinstance(value, str) and value in rows:
            return rows[value]
    return sum(rows.values()) if rows else None
