"""The 25 instruction types of IFEval, by id."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from typing import Any, TypeAlias

from builders.errors import VivavoceError, unknown_name

Checker: TypeAlias = Callable[[str], bool]

_ROOT = "evaluation.metrics.ifeval"

INSTRUCTIONS: dict[str, str] = {
    "change_case:capital_word_frequency": f"{_ROOT}.change_case:capital_word_frequency",
    "change_case:english_capital": f"{_ROOT}.change_case:english_capital",
    "change_case:english_lowercase": f"{_ROOT}.change_case:english_lowercase",
    "combination:repeat_prompt": f"{_ROOT}.combination:repeat_prompt",
    "combination:two_responses": f"{_ROOT}.combination:two_responses",
    "detectable_content:number_placeholders": f"{_ROOT}.detectable_content:number_placeholders",
    "detectable_content:postscript": f"{_ROOT}.detectable_content:postscript",
    "detectable_format:constrained_response": f"{_ROOT}.detectable_format:constrained_response",
    "detectable_format:json_format": f"{_ROOT}.detectable_format:json_format",
    "detectable_format:multiple_sections": f"{_ROOT}.detectable_format:multiple_sections",
    "detectable_format:number_bullet_lists": f"{_ROOT}.detectable_format:number_bullet_lists",
    "detectable_format:number_highlighted_sections": (
        f"{_ROOT}.detectable_format:number_highlighted_sections"
    ),
    "detectable_format:title": f"{_ROOT}.detectable_format:title",
    "keywords:existence": f"{_ROOT}.keywords:existence",
    "keywords:forbidden_words": f"{_ROOT}.keywords:forbidden_words",
    "keywords:frequency": f"{_ROOT}.keywords:frequency",
    "keywords:letter_frequency": f"{_ROOT}.keywords:letter_frequency",
    "language:response_language": f"{_ROOT}.language:response_language",
    "length_constraints:nth_paragraph_first_word": (
        f"{_ROOT}.length_constraints:nth_paragraph_first_word"
    ),
    "length_constraints:number_paragraphs": f"{_ROOT}.length_constraints:number_paragraphs",
    "length_constraints:number_sentences": f"{_ROOT}.length_constraints:number_sentences",
    "length_constraints:number_words": f"{_ROOT}.length_constraints:number_words",
    "punctuation:no_comma": f"{_ROOT}.punctuation:no_comma",
    "startend:end_checker": f"{_ROOT}.startend:end_checker",
    "startend:quotation": f"{_ROOT}.startend:quotation",
}


def bind(instruction: str, arguments: Mapping[str, Any], where: str = "") -> Checker:
    """Make the checker of one instruction.

    Args:
        instruction: Instruction id, such as ``keywords:existence``.
        arguments: Its arguments. ``None`` is the filling of a Parquet struct and is left out;
            0 and ``False`` are values and are kept.
        where: Place of a mistake, such as ``"row ifeval-1000"``.

    Returns:
        A function from a response to whether it follows.

    Raises:
        VivavoceError: The id is unknown, or an argument is missing or unknown.
    """
    if instruction not in INSTRUCTIONS:
        raise unknown_name("IFEval instruction", instruction, INSTRUCTIONS, where)
    function, names = _load(instruction)
    given = {name: value for name, value in arguments.items() if value is not None}
    wrong = [f"'{name}' is missing" for name in names if name not in given]
    wrong += [f"'{name}' is unknown" for name in given if name not in names]
    if wrong:
        place = f"{where}: " if where else ""
        raise VivavoceError(f"{place}arguments of '{instruction}': {', '.join(wrong)}")
    return partial(function, **given)


@cache
def _load(instruction: str) -> tuple[Callable[..., bool], tuple[str, ...]]:
    module, _, attribute = INSTRUCTIONS[instruction].partition(":")
    function = getattr(import_module(module), attribute)
    return function, tuple(inspect.signature(function).parameters)[1:]
