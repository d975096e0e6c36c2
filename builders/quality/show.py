"""A quality report as files: JSON, a Markdown page, and a figure of lengths."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from builders.package.markdown import code, inline, table


def write(found: Mapping[str, Mapping[str, Any]], title: str, folder: Path) -> list[Path]:
    """Write ``quality.json``, ``quality.md`` and ``lengths.png``.

    Args:
        found: Report by subset.
        title: Heading.
        folder: Where to write.
    """
    folder.mkdir(parents=True, exist_ok=True)
    page, data, figure = folder / "quality.md", folder / "quality.json", folder / "lengths.png"
    _put(data, json.dumps(found, ensure_ascii=False, indent=1) + "\n")
    _draw(found, figure)
    _put(page, markdown(found, title, figure.name))
    return [data, page, figure]


def markdown(found: Mapping[str, Mapping[str, Any]], title: str, figure: str = "") -> str:
    """The page."""
    head = [
        "subset",
        "rows",
        "words",
        "seconds",
        "exact",
        "near",
        "left unspoken",
        "markup",
        "leaks",
    ]
    lines = [f"# {inline(title)}", "", table(head, (_line(n, r) for n, r in found.items())), ""]
    lines.append(
        "Words and seconds are median (most). Exact duplicates are rows too many, near ones pairs "
        "whose n-grams agree by at least 0.8. A leak is an expected answer in its own question."
    )
    if figure:
        lines += ["", f"![Lengths of the rows of each subset]({figure})"]
    for name, each in found.items():
        if part := _details(each):
            lines += ["", f"## {inline(name)}", "", *part]
    return "\n".join(lines) + "\n"


def _line(name: str, each: Mapping[str, Any]) -> list[str]:
    def length(key: str) -> str:
        return "–" if each[key] is None else f"{each[key]['median']:g} ({each[key]['most']:g})"

    counts = [each["duplicates"]["exact"], each["duplicates"]["near"]]
    counts += [each[key]["rows"] for key in ("leftovers", "markup", "leaks")]
    return [
        inline(name),
        str(each["rows"]),
        length("words"),
        length("seconds"),
        *map(str, counts),
    ]


def _details(each: Mapping[str, Any]) -> list[str]:
    lines = []
    scripts = ", ".join(f"{name} {n}" for name, n in each["language"]["rows"].items())
    lines.append(f"Scripts: {scripts or 'none'}.")
    for column, counts in each["groups"].items():
        values = ", ".join(f"{inline(v)} {n}" for v, n in list(counts.items())[:40])
        lines.append(f"\n{inline(column)}: {values}.")
    for column, odd in each["differs"].items():
        rows = ([inline(c), str(here), str(paper)] for c, (here, paper) in odd.items())
        lines += ["", table([inline(column), "here", "paper"], rows)]
    for key, what in (
        ("leftovers", "Left unspoken"),
        ("markup", "Markup in the text"),
        ("leaks", "Answer in the question"),
    ):
        if shown := each[key]["shown"]:
            lines += ["", f"{what}: " + "; ".join(f"{code(i)} {inline(w)}" for i, w in shown)]
    if shown := each["duplicates"]["exact_shown"]:
        lines += ["", "Same text: " + "; ".join(", ".join(map(code, ids)) for ids in shown)]
    if shown := each["duplicates"]["near_shown"]:
        pairs = "; ".join(f"{code(a)}, {code(b)} ({share})" for a, b, share in shown)
        lines += ["", "Almost the same: " + pairs]
    return lines


def _draw(found: Mapping[str, Mapping[str, Any]], path: Path) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    names = list(found)
    figure = Figure(figsize=(9, 1.5 + 0.3 * max(1, len(names))), layout="constrained")
    FigureCanvasAgg(figure)
    for number, (key, title) in enumerate((("words", "words"), ("seconds", "seconds")), start=1):
        axes = figure.add_subplot(1, 2, number)
        for y, name in enumerate(names):
            each = found[name][key]
            if each is not None:
                axes.plot([each["least"], each["most"]], [y, y], color="#9fb3c8", linewidth=5)
                axes.plot(each["median"], y, "o", color="#1f4e79")
        axes.set_yticks(range(len(names)), names if number == 1 else [])
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlabel(f"{title}: least to most, dot = median")
    figure.savefig(path, dpi=100, metadata={"Software": None})


def _put(path: Path, text: str) -> None:
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, "utf-8")
    part.replace(path)
