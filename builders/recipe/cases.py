"""The small ``test_cases`` of a recipe, tried before a stage does any work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from builders.errors import VivavoceError
from builders.item import Item
from builders.recipe.explain import explain
from builders.recipe.schema import Recipe, TestCase
from builders.stage.context import WorkerContext
from builders.stage.outcome import as_list
from builders.stage.settings import StepCall
from builders.step import Rejected


def try_cases(
    recipe: Recipe, subset: str, chain: Sequence[StepCall], ctx: WorkerContext, where: str
) -> int:
    """Run the cases whose step is in the chain.

    Returns:
        Number of cases run.

    Raises:
        VivavoceError: A step gives something else than the case expects.
    """
    calls = {call.name: call for call in chain}
    ran = 0
    for number, case in enumerate(recipe.subsets[subset].test_cases, start=1):
        if case.step in calls:
            _try(case, calls[case.step], recipe.language, ctx, f"{where}, test case {number}")
            ran += 1
    return ran


def _try(case: TestCase, call: StepCall, language: str, ctx: WorkerContext, where: str) -> None:
    base: dict[str, Any] = {
        "id": "test-case",
        "prompt": "",
        "language": language,
        "source_id": "test-case",
        "source_revision": "-",
        "license": "-",
    }
    try:
        item = Item.model_validate({**base, **case.given})
    except ValidationError as error:
        raise VivavoceError(explain(where, error, Item)) from error
    outcomes = as_list(call.step.function(item, ctx, **call.params))
    if "rejected" in case.expect:
        found: Any = [o.reason for o in outcomes if isinstance(o, Rejected)]
        wanted: Any = [case.expect["rejected"]]
    else:
        rows = [o.model_dump(mode="json") for o in outcomes if isinstance(o, Item)]
        found = [{key: row.get(key) for key in case.expect} for row in rows]
        wanted = [case.expect]
    if found != wanted:
        raise VivavoceError(f"{where}: step '{case.step}' gave {found}, expected {wanted}")
