"""Say the options of a multiple-choice question so that their letters can be heard."""

from __future__ import annotations

import re
from string import ascii_uppercase

from builders.item import Item
from builders.provenance import StepRecord
from builders.step import Context, Outcome, Rejected, step

_OPTION = re.compile(r"^\s*\(?([A-J])[.):：、]\s*(.+?)\s*$")
_LEAD = {"en": "Option {letter}: {text}", "zh": "选项{letter}，{text}"}
_STOP = {"en": ".", "zh": "。"}


@step("spoken_options", version=2)
def spoken_options(item: Item, ctx: Context) -> Outcome:
    """Rewrite option lines ``A. …`` for the voice; the published prompt stays as it is.

    A letter that stands alone runs into the words after it ("A. A thick lid"), and neither a
    listener nor a recogniser can tell "B." from "be": each option is announced as one.

    Args:
        item: Row whose prompt has one option a line.
        ctx: Engine context.

    Returns:
        The row with ``spoken``, or a rejection where fewer than two options are found.
    """
    stop = _STOP[item.language]
    given = item.transcript.splitlines()
    options = _options(given)
    lines = []
    for number, line in enumerate(given):
        text = line.strip()
        if found := options.get(number):
            text = _LEAD[item.language].format(letter=found.group(1), text=found.group(2))
        if text:
            lines.append(text if text[-1] in ".?!。？！" else text + stop)
    if len(options) < 2:
        return Rejected("no options", f"{len(options)} option lines in the prompt")
    record = StepRecord(step="spoken_options", version=2)
    history = item.provenance
    return item.but(
        spoken=(" " if item.language == "en" else "").join(lines),
        provenance=history.but(steps=(*history.steps, record)),
    )


def _options(lines: list[str]) -> dict[int, re.Match[str]]:
    """Option lines by number: from the last A on, in the order of the alphabet.

    Lines before them may look alike: "A. Smith wrote a book.", "I. Money".
    """
    found = {n: mark for n, line in enumerate(lines) if (mark := _OPTION.match(line))}
    begin = max((n for n, mark in found.items() if mark[1] == "A"), default=len(lines))
    options: dict[int, re.Match[str]] = {}
    for number, mark in found.items():
        if number >= begin and mark[1] == ascii_uppercase[len(options)]:
            options[number] = mark
    return options
