"""The plan of a whole recipe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from builders.package.licences import Licence
from builders.plan.sources import rows_of, verdict
from builders.plan.speech import SpeechPlan, plan_speech, plan_variants
from builders.plan.text import Through, walk_text
from builders.recipe.load import chain, load_recipe
from builders.recipe.params import Params
from builders.recipe.rows import text_chains
from builders.recipe.schema import Recipe, SourceSpec
from builders.sources import about


@dataclass(frozen=True)
class SourcePlan:
    """One source of a subset.

    Attributes:
        name: Registered name.
        count: Rows read; ``None`` where nobody says.
        here: Whether they were counted on this machine.
        rejected: Rows that the reader rejects.
        access: ``open``, ``gated`` or ``manual``.
        licence: What it allows.
        through: What its text steps take.
    """

    name: str
    count: int | None
    here: bool
    rejected: int
    access: str
    licence: Licence
    through: Through


@dataclass
class SubsetPlan:
    """One subset.

    Attributes:
        name: Its name.
        parent: Subset that its rows come from.
        sources: Its sources.
        selected: Rows after the selection.
        expected: Rows of the published original.
        speech: What its speech takes.
        variants: What its variants take.
    """

    name: str
    parent: str | None = None
    sources: list[SourcePlan] = field(default_factory=list)
    selected: float = 0.0
    expected: int | None = None
    speech: SpeechPlan = field(default_factory=SpeechPlan)
    variants: SpeechPlan = field(default_factory=SpeechPlan)

    @property
    def calls(self) -> float:
        """Calls of language models."""
        return sum(step.calls for source in self.sources for step in source.through.steps)

    @property
    def cost(self) -> float:
        """Price of calls and speech."""
        asked = sum(step.cost for source in self.sources for step in source.through.steps)
        return asked + self.speech.cost + self.variants.cost

    @property
    def characters(self) -> float:
        """Mean characters of a row."""
        rows = sum(s.through.rows for s in self.sources)
        whole = sum(s.through.rows * s.through.characters for s in self.sources)
        return whole / rows if rows else 0.0


def plan_recipe(
    path: Path, params: Params, only: Sequence[str] = (), limit: int | None = None
) -> tuple[Recipe, list[SubsetPlan]]:
    """Reckon a recipe without fetching, asking or speaking anything.

    Args:
        path: The recipe.
        params: Parameters, with profile and prices.
        only: Subsets; all where empty.
        limit: Rows of each source at most.

    Raises:
        VivavoceError: The recipe or a local source is at fault.
    """
    recipe = load_recipe(path, params)
    asked: set[str] = set()
    plans: dict[str, SubsetPlan] = {}
    for name, subset in recipe.subsets.items():
        where = f"{path}, subset {name}"
        plan = SubsetPlan(name, subset.parent, expected=subset.expect_rows)
        plans[name] = plan
        language, size = str(recipe.language), 0.0
        # What is not planned asks nothing that another subset could share.
        known = asked if not only or name in only else set()
        if subset.parent is None:
            for spec, calls in text_chains(recipe, name, params, where):
                rows = rows_of(spec, recipe.language, params, path.parent, limit)
                through = walk_text(spec, rows, calls, params, recipe.language, known)
                plan.sources.append(_source(spec, rows.count, rows.here, rows.rejected, through))
                language = through.language
            plan.selected = sum(source.through.rows for source in plan.sources)
            if subset.select is not None:
                plan.selected = min(plan.selected, sum(subset.select.wanted.values()))
            size = plan.characters
            speech = chain(subset, "speech", params, where)
            plan.speech = plan_speech(plan.selected, size, language, speech, params)
        origin = plans.get(subset.parent or name, plan)
        steps = chain(subset, "variants", params, where)
        plan.variants = plan_variants(
            origin.speech.rows, origin.characters, language, steps, params
        )
    chosen = [plan for name, plan in plans.items() if not only or name in only]
    return recipe, chosen


def _source(
    spec: SourceSpec, count: int | None, here: bool, rejected: int, through: Through
) -> SourcePlan:
    access = about(str(spec.name)).access
    return SourcePlan(str(spec.name), count, here, rejected, access, verdict(spec), through)
