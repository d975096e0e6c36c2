from __future__ import annotations

import json

import numpy as np
import pytest

from builders.errors import VivavoceError
from evaluation.contracts import Example, Response, Row
from evaluation.metrics.ifeval.metric import (
    IFEVAL,
    INSTRUCTION_LOOSE,
    INSTRUCTION_STRICT,
    PROMPT_LOOSE,
    PROMPT_STRICT,
)
from evaluation.score import score


def row(text, instructions, arguments, *, error=None, id="r"):
    fields = {"instruction_id_list": instructions, "kwargs": arguments}
    example = Example(
        id=id,
        family="voicebench",
        config="ifeval",
        split="test",
        prompt="",
        language="en",
        fields=fields,
        source_id=id,
    )
    return Row(example, Response(id=id, text=text, error=error))


ROWS = [
    row("no mark", ["punctuation:no_comma"], [{}], id="a"),
    row("Well,\n* one", ["punctuation:no_comma", "detectable_format:number_bullet_lists"],
        [{}, {"num_bullets": 1}], id="b"),
    row("one, two", ["punctuation:no_comma", "keywords:existence"], [{}, {"keywords": ["x"]}],
        id="c"),
]  # fmt: skip


def test_the_four_accuracies_and_their_mean():
    # strict: (1), (0 1), (0 0); loose: (1), (1 1), (0 0)
    values = {metric.name: score(metric, ROWS, rounds=0).value for metric in (
        PROMPT_STRICT, INSTRUCTION_STRICT, PROMPT_LOOSE, INSTRUCTION_LOOSE, IFEVAL,
    )}  # fmt: skip
    assert values["ifeval_prompt_strict"] == pytest.approx(1 / 3)
    assert values["ifeval_instruction_strict"] == pytest.approx(2 / 5)
    assert values["ifeval_prompt_loose"] == pytest.approx(2 / 3)
    assert values["ifeval_instruction_loose"] == pytest.approx(3 / 5)
    assert values["ifeval"] == pytest.approx((1 / 3 + 2 / 5 + 2 / 3 + 3 / 5) / 4)


def test_no_answer_is_missing():
    silent = row(None, ["punctuation:no_comma"], [{}], id="d")
    failed = row("no mark", ["punctuation:no_comma"], [{}], error="timeout", id="e")
    blank = row("", ["punctuation:no_comma"], [{}], id="f")
    assert IFEVAL.measure(silent) is None
    assert IFEVAL.measure(failed) is None
    assert IFEVAL.measure(blank) is None
    whole = score(PROMPT_STRICT, [*ROWS, silent, failed, blank], rounds=0)
    assert (whole.n, whole.total, whole.value) == (3, 6, pytest.approx(1 / 3))


def test_columns_may_be_json_text_or_numpy_as_readers_hand_them_out():
    plain = row("a rock", ["keywords:existence"], [{"keywords": ["rock"], "num_words": None}])
    text = row("a rock", json.dumps(["keywords:existence"]), json.dumps([{"keywords": ["rock"]}]))
    arrays = row(
        "a rock",
        np.array(["keywords:existence"], dtype=object),
        np.array([{"keywords": np.array(["rock"], dtype=object)}], dtype=object),
    )
    assert IFEVAL.measure(plain) == IFEVAL.measure(text) == IFEVAL.measure(arrays)
    assert IFEVAL.measure(plain) == (1, 1, 1, 1, 1, 1)


def test_a_row_without_the_columns_names_the_row():
    broken = row("x", None, [{}], id="ifeval-7")
    with pytest.raises(VivavoceError, match="row 'ifeval-7': IFEval needs the column"):
        IFEVAL.measure(broken)
