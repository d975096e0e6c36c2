"""The quality report of one subset."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from builders.quality.duplicates import exact, near
from builders.quality.rows import Row
from builders.recipe.read_yaml import read_yaml
from builders.text.answers import plain
from builders.text.spoken import leftovers
from builders.text.word_limit import count_words

SHOWN = 20
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_MARKUP = re.compile(
    r"\*\*|__|^#{1,6} |`|</?\w+[^>]*>|\[[^\]]+\]\([^)]+\)|\\[a-zA-Z]+\{|\$\$", re.M
)


def report(rows: Iterable[Row], published: Mapping[str, Mapping[str, int]] | None = None) -> dict:  # type: ignore[type-arg]
    """Look at all rows of a subset.

    Args:
        rows: The rows.
        published: Counts by column and category that the paper prints.

    Returns:
        JSON values: ``rows``, ``words`` and ``seconds`` (least, mean, median, most, histogram),
        ``duplicates``, ``language``, ``leftovers``, ``markup``, ``leaks``, ``groups`` and
        ``differs`` (category → rows here and in the paper, where they differ).
    """
    seen = list(rows)
    groups: dict[str, Counter[str]] = {}
    for row in seen:
        for name, value in row.groups.items():
            groups.setdefault(name, Counter())[value] += 1
    return {
        "rows": len(seen),
        "words": spread([float(count_words(row.spoken or row.text)) for row in seen]),
        "seconds": spread([row.seconds for row in seen if row.seconds is not None]),
        "duplicates": _duplicates(seen),
        "language": _languages(seen),
        "leftovers": _flagged(seen, _unspoken),
        "markup": _flagged(seen, lambda row: " ".join(_MARKUP.findall(row.text)[:5])),
        "leaks": _flagged(seen, leak),
        "groups": {name: dict(counts.most_common()) for name, counts in groups.items()},
        "differs": _differs(groups, published or {}),
    }


def leak(row: Row) -> str:
    """The expected answer, where it stands in the question; empty where it does not.

    Answers of one character, yes and no, and questions that offer the answer among options are
    no leaks.
    """
    answer, text = plain(row.reference or ""), plain(row.text)
    if row.options or len(answer) < 2 or answer in ("yes", "no"):
        return ""
    found = answer in text if _HAN.search(answer) else f" {answer} " in f" {text} "
    return row.reference or "" if found else ""


def _unspoken(row: Row) -> str:
    return " ".join(leftovers(row.spoken or "", row.language)[:5])


def spread(values: Sequence[float]) -> dict[str, Any] | None:
    """How values spread; ``None`` where there are none."""
    import numpy as np

    if not values:
        return None
    counts, edges = np.histogram(values, bins=20)
    return {
        "n": len(values),
        "least": round(float(min(values)), 2),
        "mean": round(float(np.mean(values)), 2),
        "median": round(float(np.median(values)), 2),
        "most": round(float(max(values)), 2),
        "total": round(float(sum(values)), 2),
        "histogram": {
            "counts": [int(n) for n in counts],
            "edges": [round(float(e), 3) for e in edges],
        },
    }


@functools.cache
def published_counts() -> dict[str, dict[str, dict[str, dict[str, int]]]]:
    """Counts by family, config, column and category, as the papers print them."""
    return read_yaml(Path(__file__).with_name("published.yaml"))


def _duplicates(rows: Sequence[Row]) -> dict[str, Any]:
    """Rows with the same text, within each variant: across variants it is the same by design."""
    variants: dict[str, list[Row]] = {}
    for row in rows:
        variants.setdefault(row.variant, []).append(row)
    same: list[list[str]] = []
    alike: list[tuple[str, str, float]] = []
    for each in variants.values():
        texts = [row.text for row in each]
        same += [[each[n].id for n in group] for group in exact(texts)]
        alike += [(each[a].id, each[b].id, share) for a, b, share in near(texts)]
    return {
        "exact": sum(len(group) - 1 for group in same),
        "near": len(alike),
        "exact_shown": same[:SHOWN],
        "near_shown": [list(pair) for pair in alike[:SHOWN]],
    }


def _languages(rows: Sequence[Row]) -> dict[str, Any]:
    """Rows by the scripts of their letters, and the share of Han among all letters."""
    kinds: Counter[str] = Counter()
    han = letters = 0
    for row in rows:
        own = len(_HAN.findall(row.text))
        all_letters = sum(c.isalpha() for c in row.text)
        latin = sum(c.isascii() and c.isalpha() for c in row.text)
        han, letters = han + own, letters + all_letters
        present = [n for n, c in (("Han", own), ("Latin", latin)) if c]
        if all_letters > own + latin:
            present.append("other")
        kinds["+".join(present) or "none"] += 1
    return {"rows": dict(kinds.most_common()), "han": round(han / letters, 4) if letters else None}


def _flagged(rows: Sequence[Row], look: Any) -> dict[str, Any]:
    found = [(row.id, what) for row in rows if (what := look(row))]
    return {"rows": len(found), "shown": [list(pair) for pair in found[:SHOWN]]}


def _differs(
    groups: Mapping[str, Counter[str]], published: Mapping[str, Mapping[str, int]]
) -> dict[str, dict[str, list[int]]]:
    found: dict[str, dict[str, list[int]]] = {}
    for column, wanted in published.items():
        here = groups.get(column, Counter())
        odd = {c: [here.get(c, 0), n] for c, n in wanted.items() if here.get(c, 0) != n}
        if odd:
            found[column] = odd
    return found
