"""The recorded answers carry the sample texts through the steps they were recorded for."""

from __future__ import annotations

import json

import pytest

from builders.backends.llm.recorded import Recorded, read_answers
from builders.item import Item
from builders.steps import find_step
from builders.text.content import KINDS

FILES = {"voicebench/alpacaeval.jsonl": ("en", 6), "vocalbench_zh/single_round.jsonl": ("zh", 2)}


class Context:
    """Offers the recorded answers and nothing else."""

    def __init__(self, llm: Recorded) -> None:
        self.llm = llm

    def backend(self, kind: str) -> Recorded:
        return self.llm


@pytest.fixture
def ctx(root, tmp_path):
    return Context(Recorded(file=root / "recipes/recorded/sample.jsonl", missing=tmp_path / "m"))


@pytest.mark.parametrize("file", FILES)
def test_all_seven_variations_of_the_sample_rows(root, ctx, file):
    language, count = FILES[file]
    recorded = {line.get("prompt", "") for line in ctx.llm._answers.values()}
    made = 0
    for line in (root / "recipes/texts" / file).read_text().splitlines():
        data = json.loads(line)
        row = Item(
            id=data["id"], prompt=data["prompt"], language=language, source_id=data["id"],
            source_revision="1", license="Apache-2.0",
        )  # fmt: skip
        row = find_step("normalise_spoken").function(row, ctx)
        if not any(row.spoken in prompt for prompt in recorded):
            continue
        rows = find_step("content_variants").function(row, ctx, include_clean=False)
        assert [r.fields["variation"] for r in rows] == list(KINDS)
        assert len({r.spoken for r in rows} | {row.spoken}) == len(KINDS) + 1
        made += 1
    assert made == count
    assert not ctx.llm.missing.exists()


def test_every_recorded_answer_says_who_gave_it(root):
    for answer in read_answers(root / "recipes/recorded/sample.jsonl").values():
        assert answer["recorded_from"] and answer["prompt"].startswith(("user: ", "system: "))
