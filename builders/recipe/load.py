"""Read a recipe for a profile and refuse what cannot run, naming the place and the remedy."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from builders.errors import VivavoceError, unknown_name
from builders.recipe.explain import explain
from builders.recipe.names import check_cases, check_models, check_source
from builders.recipe.params import Params
from builders.recipe.read_yaml import read_yaml
from builders.recipe.schema import Recipe, SourceSpec, StepSpec, SubsetSpec
from builders.stage.settings import StepCall

PROFILES = ("sample", "full")


def load_recipe(path: Path, params: Params) -> Recipe:
    """Read a recipe file.

    In a subset, a mapping under ``sample`` or ``full`` replaces keys of the subset for that
    profile. Top-level keys that begin with ``x-`` are free for YAML anchors.

    Args:
        path: A YAML file.
        params: Gives the profile and the default parameters of steps.

    Raises:
        VivavoceError: The file is absent or not a recipe; a step, parameter or source is unknown.
    """
    # Keys that begin with "x-" hold YAML anchors that several subsets share.
    raw = {k: v for k, v in read_yaml(path).items() if not str(k).startswith("x-")}
    subsets = raw.get("subsets")
    if not isinstance(subsets, dict) or not subsets:
        raise VivavoceError(f"{path}: a recipe needs 'subsets', a mapping of name to subset")
    merged = {
        name: _for_profile(block, params.profile, f"{path}, subset {name}")
        for name, block in subsets.items()
    }
    raw["subsets"] = {
        name: block
        for name, block in merged.items()
        if params.profile in _profiles(block, f"{path}, subset {name}")
    }
    if not raw["subsets"]:
        raise VivavoceError(f"{path}: the profile '{params.profile}' builds none of its subsets")
    try:
        recipe = Recipe.model_validate(raw)
    except ValidationError as error:
        raise VivavoceError(explain(path, error, Recipe)) from error
    _check(recipe, path, params)
    return recipe


def chain(subset: SubsetSpec, stage: str, params: Params, where: str) -> list[StepCall]:
    """Steps of one stage of a subset, with the defaults of ``params.yaml`` filled in."""
    return [step_call(spec, stage, params, where) for spec in getattr(subset, stage)]


def source_chain(source: SourceSpec, params: Params, where: str) -> list[StepCall]:
    """Steps for the rows of one source alone."""
    return [step_call(spec, "text", params, where) for spec in source.steps]


def step_call(spec: StepSpec, stage: str, params: Params, where: str) -> StepCall:
    """One step as written in a recipe."""
    name, given = (spec, None) if isinstance(spec, str) else next(iter(spec.items()))
    defaults = params.step_defaults(stage).get(name, {})
    return StepCall(name, {**defaults, **(given or {})}, f"{where}, {stage}")


def _for_profile(block: Any, profile: str, where: str) -> dict[str, Any]:
    if not isinstance(block, Mapping):
        raise VivavoceError(f"{where}: a mapping was expected")
    merged = {key: value for key, value in block.items() if key not in PROFILES}
    own = block.get(profile) or {}
    if not isinstance(own, Mapping):
        raise VivavoceError(f"{where}: '{profile}' must be a mapping of keys to replace")
    return {**merged, **own}


def _profiles(block: Mapping[str, Any], where: str) -> list[str]:
    """Profiles that build a subset; a wrong name would leave it out without a word."""
    profiles = block.get("profiles", list(PROFILES))
    if not isinstance(profiles, list):
        raise VivavoceError(f"{where}: 'profiles' must be a list of {' and '.join(PROFILES)}")
    for name in profiles:
        if name not in PROFILES:
            raise unknown_name("profile", str(name), PROFILES, where)
    return profiles


def _check(recipe: Recipe, path: Path, params: Params) -> None:
    from builders.package.columns import getter

    for name, subset in recipe.subsets.items():
        where = f"{path}, subset {name}"
        if subset.parent is not None:
            _check_parent(recipe, name, subset.parent, where)
        calls: list[StepCall] = []
        for source in () if subset.parent is not None else subset.sources:
            check_source(source, where)
            calls += source_chain(source, params, where)
        for stage in ("text", "speech", "variants"):
            calls += chain(subset, stage, params, where)
        for call in calls:
            call.check()
            check_models(call, params)
        check_cases(subset, calls, where)
        for column in (subset.publish.columns if subset.publish else {}).values():
            getter(column, where)


def _check_parent(recipe: Recipe, name: str, parent: str, where: str) -> None:
    if parent not in recipe.subsets or parent == name:
        others = [other for other in recipe.subsets if other != name]
        raise unknown_name("subset", parent, others, where)
    if recipe.subsets[parent].parent is not None:
        raise VivavoceError(f"{where}: '{parent}' is itself taken from another subset")
    subset = recipe.subsets[name]
    if subset.text or subset.speech or subset.select:
        raise VivavoceError(
            f"{where}: rows come spoken from '{parent}', so it can have 'variants' alone"
        )
