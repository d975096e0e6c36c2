from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.errors import VivavoceError
from evaluation.metrics.ifeval import INSTRUCTIONS, bind, check, variants


def test_there_are_25_types():
    assert len(INSTRUCTIONS) == 25


def test_eight_variants():
    assert variants("*a*\nb\n*c*") == (
        "*a*\nb\n*c*",
        "b\n*c*",
        "*a*\nb",
        "b",
        "a\nb\nc",
        "b\nc",
        "a\nb",
        "b",
    )


def test_instructions_are_judged_one_by_one():
    following = check(
        "Sure:\nthe rock fell, slowly",
        ["punctuation:no_comma", "keywords:existence", "change_case:english_lowercase"],
        [{}, {"keywords": ["rock"]}, {"unused": None}],
    )
    assert following.strict == (False, True, False)
    assert following.loose == (True, True, True)


@pytest.mark.parametrize("blank", ["", "  \n ", "\n"])
def test_a_blank_response_follows_nothing(blank):
    following = check(blank, ["punctuation:no_comma"], [{}])
    assert following.strict == following.loose == (False,)


def test_a_blank_variant_follows_nothing():
    arguments = {"num_words": 5, "relation": "less than"}
    following = check(
        "one line, with six words in it", ["length_constraints:number_words"], [arguments]
    )
    assert following.loose == (False,)


@given(st.text(alphabet='ab A*,\n"[]<>.-1', max_size=60))
def test_loose_is_never_below_strict(response):
    instructions = [
        "punctuation:no_comma",
        "startend:quotation",
        "detectable_format:title",
        "detectable_format:json_format",
        "combination:two_responses",
    ]
    following = check(response, instructions, [{}] * len(instructions))
    assert all(
        loose >= strict for strict, loose in zip(following.strict, following.loose, strict=True)
    )


def test_arguments_of_zero_are_kept_and_gaps_are_errors():
    assert bind("detectable_format:number_bullet_lists", {"num_bullets": 0})("no list")
    with pytest.raises(VivavoceError, match=r"row 'x': .*'num_bullets' is missing"):
        bind("detectable_format:number_bullet_lists", {"num_bullets": None}, "row 'x'")
    with pytest.raises(VivavoceError, match="'num_bulets' is unknown"):
        bind("detectable_format:number_bullet_lists", {"num_bullets": 1, "num_bulets": 1})


def test_an_unknown_instruction_is_refused_with_the_closest():
    with pytest.raises(VivavoceError, match="did you mean 'punctuation:no_comma'"):
        check("x", ["punctuation:no_coma"], [{}])


def test_lists_must_fit():
    with pytest.raises(VivavoceError, match="2 instructions but 1 sets"):
        check("x", ["punctuation:no_comma", "startend:quotation"], [{}])


def test_every_prompt_of_the_real_data_set_can_be_checked(shared):
    lines = (shared / "sources/ifeval/input_data.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert len(rows) == 541
    seen = set()
    for row in rows:
        following = check(row["prompt"], row["instruction_id_list"], row["kwargs"], str(row["key"]))
        assert len(following.strict) == len(row["instruction_id_list"])
        seen.update(row["instruction_id_list"])
    assert seen == set(INSTRUCTIONS)


def test_hash_and_exclamation_mark_of_the_real_data_set_are_counted(shared):
    lines = (shared / "sources/ifeval/input_data.jsonl").read_text(encoding="utf-8").splitlines()
    letters = {}
    for row in map(json.loads, lines):
        for name, arguments in zip(row["instruction_id_list"], row["kwargs"], strict=True):
            if name == "keywords:letter_frequency" and not arguments["letter"].isalpha():
                letters[row["key"]] = arguments
    assert {key: value["letter"] for key, value in letters.items()} == {1122: "#", 1129: "!"}
    for arguments in letters.values():
        answer = arguments["letter"] * arguments["let_frequency"]
        assert check(answer, ["keywords:letter_frequency"], [arguments]).strict == (True,)
        assert check(answer[1:], ["keywords:letter_frequency"], [arguments]).loose == (False,)
