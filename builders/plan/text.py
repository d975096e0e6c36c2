"""Walk the rows of a plan through text steps: by rule where it can be, by share where it cannot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.plan.asks import asks, multiplies, price
from builders.plan.sources import Rows
from builders.recipe.params import Params
from builders.recipe.schema import SourceSpec
from builders.sources import about
from builders.stage.context import WorkerContext
from builders.stage.outcome import as_list
from builders.stage.settings import Settings, StepCall


@dataclass
class StepPlan:
    """One step of one source.

    Attributes:
        step: Name.
        rows: Rows that come in.
        out: Rows that go on.
        calls: Calls of language models.
        cost: What they cost.
        by_model: The same, by kind of backend.
        exact: Whether the rows were counted and not reckoned.
        shared: Whether another subset asks the same, so that this one asks nothing.
    """

    step: str
    rows: float
    out: float
    calls: float = 0.0
    cost: float = 0.0
    by_model: dict[str, float] = field(default_factory=dict)
    exact: bool = False
    shared: bool = False


@dataclass
class Through:
    """Rows that came through the text steps.

    Attributes:
        rows: Their number.
        characters: Mean length of the text of one.
        language: Their language.
        steps: What each step takes and does.
    """

    rows: float
    characters: float
    language: str
    steps: list[StepPlan] = field(default_factory=list)


def walk_text(
    spec: SourceSpec,
    rows: Rows,
    chain: Sequence[StepCall],
    params: Params,
    language: str,
    asked: set[str],
) -> Through:
    """Reckon what the text steps of one source take.

    Args:
        spec: The source.
        rows: Its rows.
        chain: Its steps and those of the subset.
        params: Parameters.
        language: Language of the recipe.
        asked: Questions that were asked already in this plan; is added to.
    """
    items: list[Item] | None = list(rows.items) if rows.here else None
    count = float(rows.count or 0)
    own = about(str(spec.name)).language
    spoken = own if own in ("en", "zh") else str(spec.options.get("language", language))
    usual = params.plan.characters
    size = _mean(items) if items else usual.get(str(spec.name), usual.get(spoken, 60.0))
    if items:
        spoken = items[0].language
    # No backend: a step that would ask for one is never run here.
    ctx = WorkerContext(Settings(params.seed, Path(), {}, Path(), dry=True))
    done: list[StepPlan] = []
    # Questions that are the same in every variety of a source are asked once.
    told = {k: v for k, v in spec.options.items() if k not in about(str(spec.name)).same_text}
    origin = [spec.name, spec.at, told, spec.draw]
    for number, call in enumerate(chain):
        here = StepPlan(call.name, count, count)
        done.append(here)
        if items is not None and not call.step.uses:
            items = [o for item in items for o in _run(item, call, ctx) if isinstance(o, Item)]
            count, here.exact = float(len(items)), True
            size = _mean(items) or size
        else:
            key = json.dumps([origin, [[c.name, c.params] for c in chain[: number + 1]]])
            made = asks(call, spoken)
            here.shared = bool(made) and key in asked
            if not here.shared:
                asked.add(key)
                each = params.plan.repeated * count
                here.calls = each * sum(ask.calls for ask in made)
                for ask in made:
                    cost = each * price(ask, size, spoken, params)
                    here.by_model[ask.llm] = here.by_model.get(ask.llm, 0.0) + cost
                here.cost = sum(here.by_model.values())
            if not _idle(call, made):
                items = None
                count *= params.plan.pass_rate.get(call.name, 1.0) * multiplies(call)
            if call.name == "translate" and made:
                spoken, size = str(call.params.get("target", "zh")), size / 3
        here.out = count
    return Through(count, size, spoken, done)


def _idle(call: StepCall, made: Sequence[Any]) -> bool:
    """Whether a step that can ask a model leaves these rows as they are."""
    return "llm" in call.step.uses and not made


def _run(item: Item, call: StepCall, ctx: WorkerContext) -> Sequence[object]:
    return as_list(call.step.function(item, ctx, **call.params))


def _mean(items: Sequence[Item] | None) -> float:
    return sum(len(i.transcript) for i in items) / len(items) if items else 0.0
