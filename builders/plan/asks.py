"""How many calls a text step makes for a row, and what one costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from builders.backends.llm.cost import TOKENS_PER_BYTE, Price
from builders.backends.llm.template import load_prompt
from builders.recipe.params import Params
from builders.stage.settings import StepCall
from builders.text.content import KINDS


@dataclass(frozen=True)
class Ask:
    """Calls of one kind that a step makes for a row.

    Attributes:
        prompt: Prompt of the calls; ``None`` where the text is sent bare.
        calls: Calls a row.
        llm: Kind of the backend.
    """

    prompt: str | None
    calls: float
    llm: str = "llm"


def asks(call: StepCall, language: str) -> list[Ask]:
    """Calls that a step makes for a row in a language; none for a step that asks no model."""
    if "llm" not in call.step.uses:
        return []
    made = _ASKS.get(call.name, _one_prompt)(call, language)
    return [ask for ask in made if ask.calls]


def price(ask: Ask, characters: float, language: str, params: Params) -> float:
    """Cost of all calls of a row, in the currency of ``params.yaml``; 0 where no price is stated.

    Args:
        ask: The calls.
        characters: Characters of the row's texts.
        language: Language of the row: a Mandarin character is three bytes.
        params: Parameters, with the prices of the backends.
    """
    spec = params.backends.get(params.profile, {}).get(ask.llm)
    rate = Price.of(spec.options.get("price")) if spec else None
    if rate is None:
        return 0.0
    size = characters * (3 if language == "zh" else 1)
    if ask.prompt is not None:
        size += sum(len(m["content"].encode()) for m in load_prompt(ask.prompt).messages)
    tokens = params.plan.answer_tokens
    answer = tokens.get(ask.prompt or "", tokens.get("default", 100))
    return ask.calls * rate.cost(size * TOKENS_PER_BYTE, answer)


def _kind(call: StepCall, name: str = "llm") -> str:
    return str(call.params.get(name, "llm"))


def _one_prompt(call: StepCall, language: str) -> list[Ask]:
    return [Ask(_PROMPTS.get(call.name), 1, _kind(call))]


def _translate(call: StepCall, language: str) -> list[Ask]:
    if language == call.params.get("target", "zh"):
        return []
    if call.params.get("style", "qwen_mt") == "chat":
        return [Ask("translate", 1, _kind(call))]
    # Question and answer apart, and each further column in a call of its own at least.
    return [Ask(None, 2 + len(call.params.get("fields", ())), _kind(call))]


def _entities(call: StepCall, language: str) -> list[Ask]:
    by_model = call.params.get("finder", "llm") == "llm"
    return [Ask("find_entities", 1, _kind(call))] if by_model else []


def _answered(call: StepCall, language: str) -> list[Ask]:
    judge = _kind(call, "judge") if "judge" in call.step.params else _kind(call)
    return [Ask("answer_briefly", 1, _kind(call)), Ask("same_answer", 1, judge)]


def _multiple_choice(call: StepCall, language: str) -> list[Ask]:
    return [] if call.params.get("mode", "auto") == "spoken" else _answered(call, language)


def _answerable(call: StepCall, language: str) -> list[Ask]:
    found = []
    for name in call.params["models"]:
        kind, colon, _ = name.partition(":")
        found.append(Ask("answer_briefly", 1, kind if colon and kind else "llm"))
        found.append(Ask("same_answer", 1, _kind(call, "judge")))
    return found


def _content_variants(call: StepCall, language: str) -> list[Ask]:
    judged = _kind(call, "judge")
    found = []
    for kind in call.params.get("kinds", KINDS):
        found.append(Ask(f"content_{kind}", 1, _kind(call)))
        if call.params.get("check_meaning", True):
            found.append(Ask("same_meaning", 1, judged))
        if call.params.get("check_answer", False):
            found += [Ask("answer_briefly", 1, judged), Ask("same_answer", 1, judged)]
    return found


_PROMPTS = {
    "adapt": "adapt_zh",
    "knowledge_tag": "knowledge_tag",
    "not_maths_or_code": "maths_or_code",
    "spoken_llm": "spoken_form",
}
_ASKS: dict[str, Callable[[StepCall, str], list[Ask]]] = {
    "translate": _translate,
    "entities": _entities,
    "multiple_choice": _multiple_choice,
    "answer_check": _answered,
    "answerable": _answerable,
    "content_variants": _content_variants,
}


def multiplies(call: StepCall) -> float:
    """Rows that a step makes of one."""
    given: dict[str, Any] = call.params
    if call.name == "content_variants":
        return len(given.get("kinds", KINDS)) + bool(given.get("include_clean", True))
    return 1.0
