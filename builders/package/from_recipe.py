"""Package the rows of a built recipe as a dataset."""

from __future__ import annotations

import logging
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from builders.errors import VivavoceError
from builders.package.family import package_family
from builders.package.manifest import FamilyInfo
from builders.package.spec import About, ConfigSpec, Source
from builders.recipe.schema import Recipe, SourceSpec, SubsetSpec
from builders.recipe.voices import all_voices
from builders.sources import about
from builders.stage.files import count_items, read_items

if TYPE_CHECKING:
    from builders.build import Build


log = logging.getLogger(__name__)


def package_recipe(build: Build) -> FamilyInfo:
    """Write ``<datasets>/<family>`` from the last stage's rows.

    Raises:
        VivavoceError: No subset has rows to publish. One without any is left out with a warning.
    """
    recipe = build.recipe()
    folder = build.work / recipe.family / "variants"
    configs = {}
    for name, subset in recipe.subsets.items():
        if subset.publish is None or (build.only and name not in build.only):
            continue
        path = folder / f"{name}.parquet"
        if not path.is_file():
            raise VivavoceError(f"{path} is not there: run the stage 'variants' first")
        if count_items(path) == 0:
            log.warning(
                "%s, subset %s: no rows to publish; its stages left them out (*.rejects.jsonl)",
                build.path,
                name,
            )
            continue
        origin = recipe.subsets[subset.parent] if subset.parent else subset
        configs[name] = _config(path, subset, origin.sources)
    return package_family(
        recipe.family,
        configs,
        build.datasets / recipe.family,
        about=_about(recipe, build),
        shard_bytes=build.params.package.shard_megabytes * 1_000_000,
    )


def _config(path: Path, subset: SubsetSpec, sources: tuple[SourceSpec, ...]) -> ConfigSpec:
    publish = subset.publish
    assert publish is not None
    return ConfigSpec(
        columns=publish.columns,
        items=lambda: read_items(path),
        split=publish.split,
        types=publish.types,
        description=subset.about,
        sources=tuple(_source(subset_source) for subset_source in sources),
        license=publish.license,
        voices={voice.id: voice.license for voice in all_voices()},
    )


def _source(spec: SourceSpec) -> Source:
    """A source for the card; what the recipe leaves out is taken from its reader's facts.

    A branch is no revision: the rows hold the commit that it stood for, and the card counts those.
    """
    facts = about(str(spec.name))
    home = facts.homepage if "://" in facts.homepage else ""
    return Source(
        name=spec.title or facts.title,
        license=spec.license or facts.license,
        url=spec.url or home,
        revision=spec.revision or (facts.commit if facts.home else ""),
        note=spec.note,
    )


def _about(recipe: Recipe, build: Build) -> About:
    card = recipe.card
    backends = {kind: choice.name for kind, choice in build.params.chosen().items()}
    return About(
        title=card.title,
        summary=card.summary,
        limits=card.limits,
        tags=card.tags,
        papers=card.papers,
        home=card.home,
        settings={
            "profile": build.params.profile,
            "seed": build.params.seed,
            **{f"backend {kind}": name for kind, name in backends.items()},
            "speech": build.params.speech,
            "variants": build.params.variants,
        },
        rebuild=(
            f"# vivavoce {version('vivavoce')}, profile {build.params.profile}",
            f"dvc repro package@{recipe.family}",
        ),
    )
