from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from builders.errors import VivavoceError
from evaluation.judges.lexical import LexicalJudge
from evaluation.judges.llm import LLMJudge
from evaluation.judges.registry import JUDGES, load_judge


def test_the_lexical_judge_needs_nothing() -> None:
    judge = load_judge("lexical")
    assert isinstance(judge, LexicalJudge)
    assert judge.id == LexicalJudge().id


def test_a_language_model_judge_gets_its_options(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    file.touch()
    recorded = load_judge("recorded", {"file": str(file)})
    remote = load_judge(
        "openai_compatible",
        {"model": "m", "revision": "m@7", "base_url": "http://127.0.0.1:9/v1", "api_key_env": None},
        {"temperature": 0},
    )
    assert isinstance(recorded, LLMJudge) and isinstance(remote, LLMJudge)
    assert "m@7" in remote.id


def test_unknown_names_are_refused() -> None:
    with pytest.raises(VivavoceError) as name:
        load_judge("lexicle")
    assert str(name.value) == "unknown judge 'lexicle'; did you mean 'lexical'?"
    with pytest.raises(VivavoceError, match="unknown option 'modle'; did you mean 'model'"):
        load_judge("openai_compatible", {"modle": "m"})


def test_options_of_a_judge_that_has_none_are_named() -> None:
    with pytest.raises(VivavoceError) as caught:
        load_judge("lexical", {"model": "m"}, {"n": 3})
    assert str(caught.value) == "judge 'lexical' takes no options, got model, n"


def test_every_judge_is_where_it_is_said_to_be() -> None:
    for place in JUDGES.values():
        module, attribute = place.split(":")
        assert callable(getattr(importlib.import_module(module), attribute))
