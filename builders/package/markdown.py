"""Text from rows and recipes inside a Markdown page, where it must not act as markup."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~$])")
# Controls, and the marks that turn the writing direction of the text that follows.
_INVISIBLE = re.compile(r"[\x00-\x1f\x7f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+")


def inline(text: object, limit: int = 300) -> str:
    """One line of Markdown that shows ``text`` as it is.

    Line breaks and other controls become a space, markup characters are escaped, long text is cut.
    """
    line = _INVISIBLE.sub(" ", str(text)).strip()
    if len(line) > limit:
        line = line[: limit - 1].rstrip() + "…"
    return _SPECIAL.sub(r"\\\1", html.escape(line, quote=False))


def code(text: object) -> str:
    """Inline code that may hold backticks and, in a table, pipes."""
    line = _INVISIBLE.sub(" ", str(text)).strip()
    fence = "`" * (max((len(run) for run in re.findall("`+", line)), default=0) + 1)
    pad = " " if line.startswith("`") or line.endswith("`") or not line else ""
    return f"{fence}{pad}{line}{pad}{fence}".replace("|", "\\|")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A pipe table; the cells are Markdown already."""
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines)
