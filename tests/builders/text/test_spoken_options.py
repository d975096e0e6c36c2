from __future__ import annotations

import pytest

from builders.item import Item
from builders.step import Rejected
from builders.text.normalise_spoken import normalise_spoken
from builders.text.spoken_options import spoken_options


def item(prompt, language="en"):
    return Item(
        id="q-1",
        prompt=prompt,
        language=language,
        source_id="q-1",
        source_revision="1",
        license="MIT",
    )


def test_options_are_announced_and_the_prompt_stays():
    prompt = "Which is warm?\nA. a thick lid\nB) ice\n(C) 20 ℃."
    said = spoken_options.function(item(prompt), None)
    assert said.spoken == "Which is warm? Option A: a thick lid. Option B: ice. Option C: 20 ℃."
    assert said.prompt == prompt
    assert [r.step for r in said.provenance.steps] == ["spoken_options"]
    normal = normalise_spoken.function(said, None)
    assert normal.spoken.endswith("Option C: twenty degrees Celsius.")


def test_chinese_options():
    said = spoken_options.function(item("哪个最大？\nA. 太阳\nB、月亮", "zh"), None)
    assert said.spoken == "哪个最大？选项A，太阳。选项B，月亮。"


def test_lines_of_the_question_are_no_options():
    prompt = "A. Smith names\nI. money\nII. trade\nA. I only\nB. II only\nC. both"
    said = spoken_options.function(item(prompt), None).spoken
    assert said.startswith("A. Smith names. I. money. II. trade. Option A: I only. Option B: II")


@pytest.mark.parametrize("prompt", ["What is this?", "What is this?\nA. one"])
def test_a_prompt_without_options_is_rejected(prompt):
    outcome = spoken_options.function(item(prompt), None)
    assert isinstance(outcome, Rejected)
    assert outcome.reason == "no options"
