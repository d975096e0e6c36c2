"""A table as text, Markdown, CSV and LaTeX; what it holds never acts as markup."""

from __future__ import annotations

import csv
import io
import unicodedata

from builders.package.markdown import inline
from builders.package.markdown import table as pipe_table
from evaluation.report.tables import Table

_LATEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "−": r"$-$", "–": "--", "<": r"\textless{}", ">": r"\textgreater{}",
}  # fmt: skip


def as_text(table: Table) -> str:
    """Columns aligned by spaces, for a terminal."""
    cells = [table.head, *table.rows]
    widths = [max(_width(row[i]) for row in cells) for i in range(len(table.head))]
    lines = [table.title]
    for place, row in enumerate(cells):
        padded = [
            text + " " * (width - _width(text)) if not i else " " * (width - _width(text)) + text
            for i, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(padded).rstrip())
        if not place:
            lines.append("  ".join("-" * width for width in widths))
    return "\n".join([*lines, *table.notes]) + "\n"


def as_markdown(table: Table, level: int = 2) -> str:
    """A heading, a pipe table, and the notes."""
    head = [inline(text) for text in table.head]
    body = pipe_table(head, [[inline(text) for text in row] for row in table.rows])
    notes = "".join(f"\n{inline(note, 1000)}\n" for note in table.notes)
    return f"{'#' * level} {inline(table.title)}\n\n{body}\n{notes}"


def as_csv(table: Table) -> str:
    """Head and rows; cells that a spreadsheet would run as a formula are quoted by ``'``."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([_no_formula(text) for text in row] for row in (table.head, *table.rows))
    return out.getvalue()


def as_latex(table: Table) -> str:
    """A ``table`` environment with booktabs rules; notes in the caption."""
    columns = "l" + "r" * (len(table.head) - 1)
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        " & ".join(_latex(text) for text in table.head) + r" \\",
        r"\midrule",
        *(" & ".join(_latex(text) for text in row) + r" \\" for row in table.rows),
        r"\bottomrule",
        r"\end{tabular}",
        rf"\caption{{{_latex(' '.join([table.title + '.', *table.notes]))}}}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _no_formula(text: str) -> str:
    # A return alone ends a line to some readers, and the writer does not quote it.
    line = text.replace("\r\n", "\n").replace("\r", "\n")
    return f"'{line}" if text[:1] in ("=", "+", "@", "\t", "\r") else line


def _latex(text: str) -> str:
    return "".join(_LATEX.get(c, c) for c in " ".join(text.split()))
