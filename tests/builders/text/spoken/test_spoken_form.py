"""Written text against what a voice says, line by line."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders.errors import VivavoceError
from builders.text.spoken import leftovers, spoken_form

_HERE = Path(__file__).parent


def _cases(language):
    lines = (_HERE / f"cases_{language}.tsv").read_text(encoding="utf-8").splitlines()
    return [
        pytest.param(language, *line.split("\t"), id=f"{language}-{number}")
        for number, line in enumerate(lines, 1)
    ]


@pytest.mark.parametrize(("language", "written", "spoken"), [*_cases("en"), *_cases("zh")])
def test_case(language, written, spoken):
    result = spoken_form(written.replace("\\n", "\n"), language)
    assert result == spoken
    assert leftovers(result, language) == []
    assert spoken_form(result, language) == result


def test_enough_cases():
    assert len(_cases("en")) >= 150
    assert len(_cases("zh")) >= 150


@pytest.mark.parametrize("language", ["en", "zh"])
@settings(max_examples=300, deadline=None)
@given(text=st.text(max_size=60))
def test_any_text_is_stable_and_without_digits(language, text):
    once = spoken_form(text, language)
    assert spoken_form(once, language) == once
    assert not any(char in "0123456789" for char in once)
    assert "\n" not in once


_WRITTEN = st.text(
    alphabet="0123456789.,:/-–%$£€°²½+*=<>()[]#@&_~^|' \nabxVIkmGMB年月个元点第两至", max_size=40
)


@pytest.mark.parametrize("language", ["en", "zh"])
@settings(max_examples=300, deadline=None)
@given(text=_WRITTEN)
def test_nothing_is_left_over_of_numbers_and_symbols(language, text):
    once = spoken_form(text, language)
    assert spoken_form(once, language) == once
    if language == "zh":
        assert leftovers(once, language) == []
    else:
        assert all(not left.isascii() for left in leftovers(once, language))


@given(value=st.integers(min_value=0, max_value=10**15 - 1))
@settings(max_examples=200, deadline=None)
def test_numbers_can_be_read_back(value):
    from builders.text.compare import normalise

    for language in ("en", "zh"):
        spoken = spoken_form(f"{value:,}", language)
        assert normalise(spoken, language) == str(value)


def test_unknown_language():
    with pytest.raises(VivavoceError, match="unknown language 'fr'"):
        spoken_form("x 1", "fr")
    with pytest.raises(VivavoceError, match="unknown language 'fr'"):
        leftovers("x", "fr")


def test_real_questions_leave_nothing_but_foreign_scripts(shared):
    import json

    path = shared / "sources" / "gsm8k" / "test.jsonl"
    questions = [
        json.loads(line)["question"] for line in path.read_text(encoding="utf-8").splitlines()
    ]
    assert len(questions) == 1319
    assert [left for text in questions for left in leftovers(spoken_form(text, "en"), "en")] == []


def test_real_chinese_questions_leave_nothing(shared):
    import json

    folder = shared / "sources" / "vocalbench-zh" / "json"
    left = []
    for name in (
        "chinese_knowledge",
        "foreign_knowledge",
        "general_knowledge",
        "reasoning",
        "single_round",
    ):
        rows = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        left += [x for row in rows for x in leftovers(spoken_form(row["Question"], "zh"), "zh")]
    assert left == []
