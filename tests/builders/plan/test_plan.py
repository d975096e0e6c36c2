from __future__ import annotations

import json

import pytest
import yaml

from builders.plan.recipe import plan_recipe
from builders.recipe.params import load_params

RECIPE = {
    "family": "toy",
    "language": "zh",
    "subsets": {
        "one": {
            "source": {"name": "jsonl", "at": {"path": "texts.jsonl"}, "license": "MIT"},
            "text": [{"word_limit": {"fewer_than": 5}}, "spoken_llm"],
            "speech": [{"speak": {"voices": "mandarin_clean"}}],
        },
        "two": {
            "source": {"name": "jsonl", "at": {"path": "texts.jsonl"}, "license": "MIT"},
            "text": [{"word_limit": {"fewer_than": 5}}, "spoken_llm", "adapt"],
            "select": {"counts": 1},
        },
        "far": {"source": {"name": "gsm8k", "draw": 100}, "text": ["translate"]},
        "noisy": {
            "source": {"subset": "one"},
            "variants": [{"conditions": {"conditions": {"white_noise": [0, 5]}}}],
        },
    },
}
MODEL = {
    "name": "openai_compatible",
    "options": {"model": "m", "base_url": "http://x", "price": {"input": 1.0, "output": 2.0}},
}
PARAMS = {
    "profile": "full",
    "seed": 1,
    "backends": {"full": {"llm": MODEL}},
    "plan": {
        "tts": {"kokoro": 10.0},
        "characters_per_second": {"zh": 4.0},
        "answer_tokens": {"default": 50},
        "pass_rate": {"adapt": 0.5},
    },
}


@pytest.fixture
def plans(tmp_path, root, monkeypatch):
    monkeypatch.chdir(root)
    texts = ["今天很好", "你好吗", "这一句话太长了", "再见"]
    lines = [json.dumps({"id": f"q-{n}", "prompt": t}) for n, t in enumerate(texts)]
    (tmp_path / "texts.jsonl").write_text("\n".join(lines))
    (tmp_path / "toy.yaml").write_text(yaml.safe_dump(RECIPE, sort_keys=False))
    (tmp_path / "params.yaml").write_text(yaml.safe_dump(PARAMS))
    _, found = plan_recipe(tmp_path / "toy.yaml", load_params(tmp_path / "params.yaml"))
    return {plan.name: plan for plan in found}


def test_rows_of_a_local_source_are_counted_and_filtered_for_real(plans):
    source = plans["one"].sources[0]
    assert (source.count, source.here) == (4, True)
    limit, spoken = source.through.steps
    assert (limit.rows, limit.out, limit.exact, limit.calls) == (4, 3, True, 0)
    assert (spoken.rows, spoken.calls, spoken.exact) == (3, 3, False)
    assert source.through.characters == 3.0  # 4, 3 and 2 characters


def test_speech_is_reckoned_from_the_texts(plans):
    speech = plans["one"].speech
    assert (speech.characters, speech.engine) == (9.0, "kokoro")
    assert speech.cost == pytest.approx(9 / 1e6 * 10)
    assert speech.hours == pytest.approx(9 / 4 / 3600)
    assert plans["noisy"].variants.rows == 6
    assert plans["noisy"].variants.hours == pytest.approx(18 / 4 / 3600)


def test_what_was_asked_for_another_subset_is_not_paid_twice(plans):
    _, spoken, adapted = plans["two"].sources[0].through.steps
    assert spoken.shared and spoken.calls == 0 and spoken.cost == 0
    assert not adapted.shared and adapted.calls == 3 and adapted.out == 1.5
    assert adapted.cost > 3 * 50 * 2 / 1e6
    assert plans["two"].selected == 1


def test_a_source_elsewhere_is_counted_as_published_and_drawn(plans):
    source = plans["far"].sources[0]
    assert (source.count, source.here, source.licence.verdict) == (100, False, "free")
    assert source.through.steps[0].calls == 200  # question and answer
    assert source.through.language == "zh"


def test_a_source_elsewhere_may_have_a_length_of_its_own(tmp_path, root, monkeypatch):
    monkeypatch.chdir(root)
    subset = {"source": {"name": "gsm8k", "draw": 10}, "text": []}
    recipe = {"family": "toy", "language": "en", "subsets": {"far": subset}}
    (tmp_path / "toy.yaml").write_text(yaml.safe_dump(recipe))
    for usual, characters in (({"en": 80}, 80), ({"en": 80, "gsm8k": 234}, 234)):
        params = {**PARAMS, "plan": {"characters": usual}}
        (tmp_path / "params.yaml").write_text(yaml.safe_dump(params))
        _, (plan,) = plan_recipe(tmp_path / "toy.yaml", load_params(tmp_path / "params.yaml"))
        assert plan.characters == characters


def test_varieties_of_the_same_questions_are_asked_once(tmp_path, root, monkeypatch):
    monkeypatch.chdir(root)
    parts = [
        {"name": "sd_qa", "options": {"dialect": dialect}, "rows": 100}
        for dialect in ("usa", "aus")
    ]
    recipe = {
        "family": "toy",
        "language": "en",
        "subsets": {"sd-qa": {"source": parts, "text": [{"answerable": {"models": ["llm:"]}}]}},
    }
    (tmp_path / "toy.yaml").write_text(yaml.safe_dump(recipe, sort_keys=False))
    (tmp_path / "params.yaml").write_text(yaml.safe_dump(PARAMS))
    _, (plan,) = plan_recipe(tmp_path / "toy.yaml", load_params(tmp_path / "params.yaml"))
    first, second = (source.through.steps[0] for source in plan.sources)
    assert first.calls == 200  # an answer and its judgement
    assert (second.calls, second.shared) == (0, True)


def test_a_budget_that_stops_the_build_is_said(tmp_path, root, plans, capsys):
    from builders.cli.plan import plan

    for most, said in ((0.0001, True), (1000, False)):
        model = {**MODEL, "options": {**MODEL["options"], "max_cost": most}}
        params = {**PARAMS, "backends": {"full": {"llm": model}}}
        (tmp_path / "params.yaml").write_text(yaml.safe_dump(params))
        plan([tmp_path / "toy.yaml"], params=tmp_path / "params.yaml")
        assert ("max_cost in params.yaml" in " ".join(capsys.readouterr().out.split())) is said


def test_the_printed_plan_cuts_no_names(capsys, root, monkeypatch):
    from builders.cli.plan import plan

    monkeypatch.chdir(root)
    plan([root / "recipes/voicebench.yaml"], profile="full")
    printed = capsys.readouterr().out
    for name in ("alpacaeval_full", "alpacaeval_speaker", "commoneval_synthetic", "CC-BY-NC-4.0"):
        assert name in printed
    assert "…" not in printed


def test_progress_counts_the_rows_that_are_read_and_not_those_that_stay(root):
    from builders.inputs import expected_rows
    from builders.recipe.load import load_recipe

    params = load_params(root / "params.yaml", "full")
    subsets = load_recipe(root / "recipes/vocalbench_zh.yaml", params).subsets
    assert expected_rows(subsets["multi_round"], None) == 1388
    assert expected_rows(subsets["multi_round"], 10) == 10
    assert subsets["multi_round"].expect_rows == 400
