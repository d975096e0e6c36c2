"""How a text step asks a language model: prompt by name, answer checked, kept, on record."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from builders.backends.llm.failures import TRANSIENT, TRUNCATED, LLMError
from builders.backends.llm.messages import Reply, Request
from builders.backends.llm.openai_compatible import accepted
from builders.backends.llm.template import Prompt, load_prompt
from builders.item import Item
from builders.provenance import StepRecord
from builders.step import Context, Rejected

TAKES = 3


@dataclass(frozen=True)
class Asked:
    """A usable answer.

    Attributes:
        value: What the acceptance function made of the answer.
        model: Model that answered.
        prompt: Prompt that was used.
        reply: The answer as it came.
    """

    value: Any
    model: str
    prompt: Prompt | None
    reply: Reply


def ask(
    ctx: Context,
    item: Item,
    prompt: str,
    accept: Callable[[str], Any],
    *,
    llm: str = "llm",
    settings: Mapping[str, Any] | None = None,
    **values: Any,
) -> Asked:
    """Ask with a prompt of ``recipes/prompts`` until the answer is usable.

    Args:
        ctx: Engine context; keeps every answer in the item store.
        item: Row the question is about.
        prompt: Name of the prompt.
        accept: Turns the text of an answer into a value; raises ``ValueError`` where it cannot
            be used, which asks again.
        llm: Kind of the backend to ask, such as ``llm`` or ``llm/second``.
        settings: Settings that win over those of prompt and backend; ``model`` asks another model
            at the same endpoint.
        values: Variables of the prompt.

    Raises:
        LLMError: There is no usable answer.
    """
    template = load_prompt(prompt)
    request = template.request(item.id, settings, **values)
    return ask_request(ctx, request, accept, llm=llm, prompt=template)


def ask_request(
    ctx: Context,
    request: Request,
    accept: Callable[[str], Any],
    *,
    llm: str = "llm",
    prompt: Prompt | None = None,
) -> Asked:
    """As :func:`ask`, for a call that is already made up."""
    backend = ctx.backend(llm)

    def reply(one: Request) -> Reply:
        if getattr(backend, "replays", False):
            return backend.ask(one)
        return Reply.load(ctx.cached("llm", backend.key(one), lambda: backend.ask(one).dump()))

    def whole(text: str) -> Any:
        return accept(text.strip())

    value, found = accepted(reply, request, whole, TAKES)
    if found.finish_reason == "length":
        raise LLMError(TRUNCATED, "the answer reached max_tokens", item=request.id, raw=found.text)
    model = str(request.settings.get("model") or backend.revision)
    return Asked(value, model, prompt, found)


def reject(error: LLMError, step: str) -> Rejected:
    """Turn a call without a usable answer into a rejection of its row.

    Raises:
        LLMError: The same, where another run may succeed: the row is then not lost, and the
            stage does not count as done.
    """
    if error.kind in TRANSIENT:
        raise error
    said = f"; the model said: {error.raw[:200]!r}" if error.raw else ""
    return Rejected(f"{step}: {error.kind}", f"{error.detail}{said}", review=error.raw is not None)


def noted(
    item: Item,
    step: str,
    version: int,
    asked: Asked | None = None,
    *,
    note: str | None = None,
    **params: Any,
) -> Item:
    """Return the row with a record of the step in its provenance."""
    record = StepRecord(
        step=step,
        version=version,
        params=params,
        model=asked.model if asked else None,
        prompt_hash=asked.prompt.content_hash if asked and asked.prompt else None,
        note=note,
    )
    steps = (*item.provenance.steps, record)
    return item.but(provenance=item.provenance.but(steps=steps))


def as_json(text: str) -> Any:
    """The JSON value in an answer, also where the model wrapped it in a code block.

    Raises:
        ValueError: There is none.
    """
    match = re.search(r"```(?:json)?\s*(.*?)```", text, re.DOTALL)
    body = match.group(1) if match else text
    starts = [i for i in (body.find("{"), body.find("[")) if i >= 0]
    if not starts:
        raise ValueError("no JSON in the answer")
    try:
        return json.JSONDecoder().raw_decode(body[min(starts) :])[0]
    except ValueError as error:
        raise ValueError(f"the JSON in the answer is broken: {error}") from None


def as_object(text: str, **kinds: type | tuple[type, ...]) -> dict[str, Any]:
    """A JSON object with certain keys.

    Raises:
        ValueError: It is none, or a key is missing or of another type.
    """
    value = as_json(text)
    if not isinstance(value, dict):
        raise ValueError("the answer is JSON but no object")
    for key, kind in kinds.items():
        if not isinstance(value.get(key), kind):
            raise ValueError(f"'{key}' is missing in the answer, or of the wrong type")
    return value


def as_yes_no(text: str) -> bool:
    """``yes`` or ``no`` (是, 否), alone or as the first word.

    Raises:
        ValueError: It is neither.
    """
    match = re.match(r"[\s\"'*《【（(\[]*(yes|no|是|否)(?![A-Za-z])", text, re.IGNORECASE)
    if match is None:
        raise ValueError(f"neither yes nor no: {text[:60]!r}")
    return match.group(1).lower() in ("yes", "是")


def as_one_of(*labels: str) -> Callable[[str], str]:
    """An acceptance function for exactly one of some labels."""
    folded = {label.casefold(): label for label in labels}

    def accept(text: str) -> str:
        bare = text.strip().strip("\"'*.。 ").casefold()
        if bare not in folded:
            raise ValueError(f"{text[:60]!r} is none of {', '.join(labels)}")
        return folded[bare]

    return accept


def with_texts(item: Item, change: Callable[[str], str], fields: tuple[str, ...]) -> Item:
    """Apply a change to prompt, reference and some fields, inside lists and objects too.

    In a list of ``{"from": …, "value": …}`` and the like, only values are texts: keys ``from``,
    ``label`` and ``id`` stay.
    """

    def walk(value: Any) -> Any:
        if isinstance(value, str):
            return change(value)
        if isinstance(value, list):
            return [walk(part) for part in value]
        if isinstance(value, dict):
            return {k: v if k in ("from", "label", "id") else walk(v) for k, v in value.items()}
        return value

    changed = {name: walk(item.fields[name]) for name in fields if name in item.fields}
    reference = None if item.reference is None else change(item.reference)
    return replace_texts(item, change(item.prompt), reference).with_fields(**changed)


def replace_texts(item: Item, prompt: str, reference: str | None) -> Item:
    """New wording; a spoken form of the old wording no longer holds."""
    return item.but(prompt=prompt, reference=reference, spoken=None)
