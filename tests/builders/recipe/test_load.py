from __future__ import annotations

import pytest
import yaml

from builders.errors import VivavoceError
from builders.recipe.load import chain, load_recipe
from builders.recipe.params import load_params

GOOD = {
    "family": "toy",
    "language": "en",
    "subsets": {
        "one": {
            "source": {"name": "jsonl", "at": {"path": "one.jsonl"}},
            "text": ["normalise_spoken"],
            "speech": [{"speak": {"voices": "english_clean"}}],
            "publish": {"columns": {"prompt": "prompt"}},
        }
    },
}
PARAMS = {
    "seed": 1,
    "backends": {
        "sample": {
            "tts": {"name": "kokoro"},
            "llm": {"name": "recorded"},
            "llm/gpt": {"name": "recorded"},
        },
        "full": {},
    },
    "speech": {"speak": {"takes": 2}},
}


@pytest.fixture
def load(tmp_path):
    def _load(change=None, profile=None, params=PARAMS):
        recipe = yaml.safe_load(yaml.safe_dump(GOOD))
        if change:
            change(recipe)
        (tmp_path / "toy.yaml").write_text(yaml.safe_dump(recipe))
        (tmp_path / "params.yaml").write_text(yaml.safe_dump(params))
        given = load_params(tmp_path / "params.yaml", profile)
        return load_recipe(tmp_path / "toy.yaml", given), given

    return _load


def test_defaults_of_params_are_filled_in_and_the_recipe_wins(load):
    recipe, params = load()
    call = chain(recipe.subsets["one"], "speech", params, "here")[0]
    assert call.params == {"voices": "english_clean", "takes": 2}

    def more_takes(raw):
        raw["subsets"]["one"]["speech"] = [{"speak": {"voices": "english_clean", "takes": 9}}]

    recipe, params = load(more_takes)
    assert chain(recipe.subsets["one"], "speech", params, "here")[0].params["takes"] == 9


def test_a_profile_replaces_keys_of_a_subset(load):
    def full(raw):
        raw["subsets"]["one"]["full"] = {"source": {"name": "gsm8k"}}

    assert load(full)[0].subsets["one"].sources[0].name == "jsonl"
    assert load(full, "full")[0].subsets["one"].sources[0].name == "gsm8k"


def variants(**steps):
    return lambda r: r["subsets"]["one"].update(variants=[{n: p} for n, p in steps.items()])


def text(**steps):
    return lambda r: r["subsets"]["one"].update(text=[{n: p} for n, p in steps.items()])


def speech(**steps):
    return lambda r: r["subsets"]["one"].update(speech=[{n: p} for n, p in steps.items()])


def case(**changes):
    given = {"step": "normalise_spoken", "given": {}, "expect": {}, **changes}
    return lambda r: r["subsets"]["one"].update(test_cases=[given])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda r: r["subsets"]["one"].update(text=["normalize_spoken"]), "'normalise_spoken'"),
        (lambda r: r["subsets"]["one"].update(speach=[]), "did you mean speech"),
        (lambda r: r.update(familly="x"), "did you mean family"),
        (lambda r: r["subsets"]["one"].update(speech=[{"speak": {"voces": "x"}}]), "'voices'"),
        (lambda r: r["subsets"]["one"].update(speech=["speak"]), "step 'speak' needs 'voices'"),
        (lambda r: r["subsets"]["one"]["source"].update(name="json"), "did you mean 'jsonl'"),
        (lambda r: r["subsets"]["one"].update(source={"subset": "two"}), "unknown subset 'two'"),
        (lambda r: r["subsets"]["one"].update(text=[{"a": {}, "b": {}}]), "a step is 'name' or"),
        (lambda r: r.pop("subsets"), "needs 'subsets'"),
        (
            lambda r: r["subsets"]["one"].update(
                speech=[{"speak": {"voices": "english_clean", "takes": "four"}}]
            ),
            "'takes': 'four'",
        ),
        (lambda r: r["subsets"]["one"]["publish"].update(columns={"prompt": "promt"}), "promt"),
        (lambda r: r.update(family="../evil"), "family"),
        (
            lambda r: r["subsets"]["one"].update(
                variants=[{"conditions": {"conditions": {"white_nose": "all"}}}, "apply_condition"]
            ),
            "subset one, variants: step 'conditions': unknown condition 'white_nose'; "
            "did you mean 'white_noise'",
        ),
        (variants(conditions={"conditions": {"white_noise": ["loud"]}}), "levels must be numbers"),
        (
            variants(conditions={"conditions": {"farfield": [800]}, "settings": {"farfeld": {}}}),
            "did you mean 'farfield'",
        ),
        (
            variants(
                conditions={
                    "conditions": {"packet_loss": [0.1]},
                    "settings": {"packet_loss": {"burst": 3}},
                }
            ),
            "'mean_burst'",
        ),
        (
            variants(conditions={"conditions": {"combination": [[["white_nose", 5]]]}}),
            "did you mean 'white_noise'",
        ),
        (variants(ear_spans={"mask_types": ["silense"]}), "did you mean 'silence'"),
        (variants(speaker_variants={"variants": [{"pich": 2}]}), "did you mean 'pitch'"),
        (variants(speaker_variants={"variants": [{"voice": "kokoro-af-hart"}]}), "af-heart'"),
        (variants(speaker_variants={"variants": [{"voices": "english_ful"}]}), "english_full"),
        (text(content_variants={"kinds": ["repare"]}), "did you mean 'repair'"),
        (text(entities={"finder": "taggr"}), "did you mean 'tagger'"),
        (text(translate={"target": "zhh"}), "did you mean 'zh'"),
        (text(multiple_choice={"mode": "fre"}), "did you mean 'free'"),
        (text(spoken_llm={"otherwise": "rule"}), "did you mean 'rules'"),
        (text(spoken_llm={"llm": "llm/gtp"}), "unknown backend 'llm/gtp'; did you mean 'llm/gpt'"),
        (text(answerable={"models": ["llm/gtp:"]}), "did you mean 'llm/gpt'"),
        (lambda r: r["subsets"]["one"]["source"].update(options={"langage": "en"}), "'language'"),
        (
            lambda r: r["subsets"]["one"].update(
                test_cases=[{"step": "normalize_spoken", "given": {}, "expect": {}}]
            ),
            "test case 1: unknown step 'normalize_spoken'; did you mean 'normalise_spoken'",
        ),
        (case(given={"promt": "hi"}), "test case 1: unknown attribute of an item 'promt'"),
        (case(expect={"spokn": "hi"}), "test case 1: unknown attribute of an item 'spokn'"),
        (case(expects={}), "test_cases.0.expects: unknown key; did you mean expect"),
        (
            lambda r: r["subsets"]["one"]["source"].update(licence="x"),
            r"subsets.one.source.0.licence: unknown key; did you mean license\?$",
        ),
        (
            lambda r: r["subsets"]["one"]["source"].update(at={"pth": "x"}),
            "subset one: unknown key of 'at' 'pth'; did you mean 'path'",
        ),
        (lambda r: r["subsets"]["one"].update(sources=[]), "did you mean source"),
        (lambda r: r["subsets"]["one"].update(select={"cuonts": 3}), "did you mean counts"),
        (lambda r: r["subsets"]["one"].update(select={"counts": -1}), "greater than or equal to 0"),
        (lambda r: r["subsets"]["one"].update(text=[["normalise_spoken"]]), "a step is 'name' or"),
        (lambda r: r["subsets"]["one"].update(profiles=["samle"]), "did you mean 'sample'"),
        (lambda r: r["subsets"]["one"].update(profiles="sample"), "must be a list of sample"),
        (lambda r: r["subsets"]["one"].update(profiles=["full"]), "builds none of its subsets"),
        (speech(speak={"voices": "english_clean", "takes": 0}), "'takes' must be at least 1"),
        (
            speech(speak={"voices": "english_clean", "max_error_rate": -1}),
            "'max_error_rate' must not be negative",
        ),
        (speech(speak_dialogue={"voices": "english_clean", "gap": -1}), "'gap' must not be"),
    ],
)
def test_mistakes_are_refused_with_place_and_remedy(load, change, message):
    with pytest.raises(VivavoceError, match=message) as caught:
        load(change)
    assert "toy.yaml" in str(caught.value)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({**PARAMS, "sede": 1}, "did you mean 'seed'"),
        ({**PARAMS, "profile": "tiny"}, "profile"),
        ({**PARAMS, "speech": {"speek": {}}}, "did you mean 'speak'"),
        ({**PARAMS, "backends": {"sample": {"tts": {"name": "kokro"}}}}, "did you mean 'kokoro'"),
        ({**PARAMS, "backends": {"sample": {"tss": {"name": "kokoro"}}}}, "unknown backend kind"),
        ({**PARAMS, "limit": 0}, "limit"),
        ({**PARAMS, "sources": {"gsm8k": {"paht": "x"}}}, "sources.gsm8k: .*did you mean 'path'"),
        ({**PARAMS, "plan": {"pass_rate": {"speak": 3}}}, "plan.pass_rate.speak: .* equal to 1"),
        ({**PARAMS, "plan": {"characters_per_second": {"en": 0}}}, "greater than 0"),
        (
            {**PARAMS, "backends": {"sample": {"tts": {"name": "kokoro", "option": {}}}}},
            "backends.sample.tts.option: unknown key; did you mean options",
        ),
    ],
)
def test_mistakes_in_params_are_refused(load, params, message):
    with pytest.raises(VivavoceError, match=message):
        load(params=params)


@pytest.mark.parametrize("family", ["voicebench", "vocalbench_zh", "ear"])
@pytest.mark.parametrize("profile", ["sample", "full"])
def test_the_projects_own_recipes_load(root, monkeypatch, family, profile):
    monkeypatch.chdir(root)
    params = load_params(root / "params.yaml", profile)
    recipe = load_recipe(root / "recipes" / f"{family}.yaml", params)
    assert recipe.family == family
