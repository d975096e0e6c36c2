"""Strict and loose checks of one response against all its instructions.

Zhou et al., Instruction-Following Evaluation for Large Language Models (2023), section 2.2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builders.errors import VivavoceError
from evaluation.metrics.ifeval.registry import bind


@dataclass(frozen=True)
class Following:
    """Which instructions a response follows, in the order of the row.

    Attributes:
        strict: Followed by the response as it stands.
        loose: Followed by at least one of the response's eight variants.
    """

    strict: tuple[bool, ...]
    loose: tuple[bool, ...]


def variants(response: str) -> tuple[str, ...]:
    """The eight variants of the loose check, the response itself first.

    As it stands, without its first line, without its last, without both; and each of the four
    without asterisks.
    """
    lines = response.split("\n")
    cut = (lines[1:], lines[:-1], lines[1:-1])
    whole = (response, *("\n".join(part).strip() for part in cut))
    return (*whole, *(text.replace("*", "") for text in whole))


def check(
    response: str,
    instructions: Sequence[str],
    arguments: Sequence[Mapping[str, Any]],
    where: str = "",
) -> Following:
    """Check a response against its instructions.

    A blank response, and a blank variant, follows nothing.

    Args:
        response: What the model answered.
        instructions: Instruction ids of the row.
        arguments: Arguments of each instruction.
        where: Place of a mistake.

    Raises:
        VivavoceError: An instruction or its arguments are wrong, or the two lists differ in length.
    """
    place = f"{where}: " if where else ""
    if len(instructions) != len(arguments):
        raise VivavoceError(
            f"{place}{len(instructions)} instructions but {len(arguments)} sets of arguments"
        )
    checkers = [
        bind(instruction, given, where)
        for instruction, given in zip(instructions, arguments, strict=True)
    ]
    texts = [text for text in dict.fromkeys(variants(response)) if text.strip()]
    if not response.strip():
        texts = []
    try:
        strict = tuple(bool(texts) and checker(texts[0]) for checker in checkers)
        loose = tuple(
            followed or any(checker(text) for text in texts[1:])
            for followed, checker in zip(strict, checkers, strict=True)
        )
    except VivavoceError as error:
        raise VivavoceError(f"{place}{error}") from error
    return Following(strict, loose)
