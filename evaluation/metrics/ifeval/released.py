"""IFEval as VoiceBench's public script scores it.

It differs from the default in two things. A blank answer follows nothing, where the default has
no answer to score. Arguments of 0 are lost, and a letter that is none is not taken; the script
then draws the argument at random. Such a draw cannot be reproduced, so those rows are missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evaluation.contracts import Metric, Row
from evaluation.metrics.answer import answer_text
from evaluation.metrics.ifeval.metric import asked, counts, follow, mean_of_four

# Marks that some models leave in their answers and the script takes off.
_TURN_START = ("<1>", "<2>", "<3>")
_TURN_END = "<|user|>"


def _measure(row: Row) -> tuple[float, ...] | None:
    text = answer_text(row)
    if text is None or any(map(_draws, asked(row)[1])):
        return None
    if text.startswith(_TURN_START):
        text = text[3:].strip()
    if text.endswith(_TURN_END):
        text = text.removesuffix(_TURN_END).strip()
    return counts(follow(row, text))


def _draws(arguments: Mapping[str, Any]) -> bool:
    """Whether the script would replace one of the arguments by a random one."""
    lost = any(isinstance(value, int | str) and not value for value in arguments.values())
    letter = arguments.get("letter")
    return lost or (letter is not None and not (len(letter) == 1 and "a" <= letter.lower() <= "z"))


IFEVAL_RELEASED = Metric("ifeval_released", 1, _measure, combine=mean_of_four, components=6)
