"""The project's recipes: every config has its public sources, its counts, and cases that hold."""

from __future__ import annotations

import csv

import pytest

from builders.environment import CONDITIONS, condition
from builders.item import Item
from builders.package.columns import getter
from builders.package.layout import split_name
from builders.recipe.cases import try_cases
from builders.recipe.load import chain, load_recipe
from builders.recipe.names import check_voices, engine_names, languages_of
from builders.recipe.params import load_params
from builders.recipe.rows import text_chains
from builders.sources import about
from builders.stage.context import WorkerContext
from builders.stage.settings import Settings

FAMILIES = ("voicebench", "vocalbench_zh", "ear")


@pytest.fixture
def load(root):
    def _load(family, profile):
        params = load_params(root / "params.yaml", profile)
        path = root / "recipes" / f"{family}.yaml"
        return load_recipe(path, params), params, path

    return _load


@pytest.mark.parametrize("family", FAMILIES)
def test_all_cases_of_a_recipe_hold(load, tmp_path, family):
    stated, ran = set(), set()
    for profile in ("sample", "full"):
        recipe, params, path = load(family, profile)
        ctx = WorkerContext(Settings(params.seed, tmp_path, {}, path.parent))
        for name, subset in recipe.subsets.items():
            calls = chain(subset, "variants", params, name)
            if subset.parent is None:
                for _, text in text_chains(recipe, name, params, name):
                    calls += text
                calls += chain(subset, "speech", params, name)
            stated |= {(name, case.step) for case in subset.test_cases}
            if try_cases(recipe, name, calls, ctx, name):
                steps = {call.name for call in calls}
                ran |= {(name, c.step) for c in subset.test_cases if c.step in steps}
    assert ran == stated


def test_configs_are_those_of_the_released_sets(load):
    zh = load("vocalbench_zh", "full")[0].subsets
    assert {name: s.expect_rows for name, s in zh.items()} == dict(about("vocalbench_zh").rows)
    en = load("voicebench", "full")[0].subsets
    later = dict(about("voicebench").rows)
    assert {name: en[name].expect_rows for name in later} == later
    assert set(en) - set(later) == {
        "alpacaeval_content",
        "alpacaeval_speaker",
        "commoneval_synthetic",
    }
    for recipe in (zh, en, load("ear", "full")[0].subsets):
        for name, subset in recipe.items():
            if subset.parent is None:
                assert "jsonl" not in {source.name for source in subset.sources}, name


@pytest.mark.parametrize("profile", ["sample", "full"])
@pytest.mark.parametrize("family", FAMILIES)
def test_voices_speak_the_language_of_the_rows(load, family, profile):
    recipe, params, _ = load(family, profile)
    for name, subset in recipe.subsets.items():
        if subset.parent is not None:
            continue
        text = [call for _, calls in text_chains(recipe, name, params, name) for call in calls]
        for call in chain(subset, "speech", params, name):
            # Those built from recordings under licence are not there.
            if not str(call.params.get("voices")).startswith(("seed_", "esd_")):
                languages = languages_of(subset, recipe.language, text)
                check_voices(call, languages, engine_names(params))


def test_the_full_profile_has_the_engines_of_the_papers(load):
    recipe, params, _ = load("vocalbench_zh", "full")
    for name, subset in recipe.subsets.items():
        if subset.parent is None:
            steps = chain(subset, "speech", params, name)
            assert str(steps[0].params["voices"]).startswith(("seed_", "esd_")), name
            assert [step.name for step in steps[1:]] == ["check_signal", "check_alignment"], name
    chosen = {kind: spec.name for kind, spec in params.backends["full"].items()}
    assert chosen["tts/cosyvoice2"] == "cosyvoice_server"
    assert (chosen["mos"], chosen["emotion"]) == ("utmos", "funasr")


@pytest.mark.parametrize("family", FAMILIES)
def test_a_selection_adds_up_to_the_published_rows(load, family):
    for name, subset in load(family, "full")[0].subsets.items():
        if subset.select is not None:
            assert sum(subset.select.wanted.values()) == subset.expect_rows, name


@pytest.mark.parametrize(
    ("config", "column"),
    [("creativity", "Category"), ("multi_round", "Category"), ("reasoning", "Category")],
)
def test_counts_by_category_are_those_of_the_release(load, shared, config, column):
    from collections import Counter

    from builders.sources import read

    rows = read("vocalbench_zh", shared / "sources" / "vocalbench-zh", set=config)
    select = load("vocalbench_zh", "full")[0].subsets[config].select
    assert select.by == (column,)
    assert select.counts == Counter(row.fields[column] for row in rows)
    tables = shared / "spec" / "tables"
    with (tables / "vocalbench_zh_table09.tsv").open() as file:
        categories = set(next(csv.reader(file, delimiter="\t"))[1:-1])
    multi = load("vocalbench_zh", "full")[0].subsets["multi_round"].select
    assert set(multi.counts) == categories


def test_robust_has_a_split_for_each_condition_and_level(load):
    robust = load("vocalbench_zh", "full")[0].subsets["robust"].publish
    assert {"Category", "Level"} <= set(robust.columns)
    read = getter(robust.split)
    splits = {
        split_name(read(_row(Category=name, Level=condition(name).label(level))))
        for name in set(CONDITIONS) - {"combination"}
        for level in condition(name).LEVELS
    }
    assert len(splits) == 36
    assert {"white_noise_snr_m5", "reverberation_rt60_30", "packet_loss_dropping_0.70"} <= splits


def _row(**fields):
    given = {"prompt": "问", "language": "zh", "source_id": "a", "source_revision": "1"}
    return Item(id="a", license="MIT", fields=fields, **given)
