from __future__ import annotations

import json

import pytest

from builders.errors import VivavoceError
from builders.item import Item
from builders.quality.duplicates import exact, near
from builders.quality.report import leak, published_counts, report, spread
from builders.quality.rows import Row, of_item, subsets
from builders.quality.show import markdown, write
from builders.sources import read
from builders.stage.files import ItemWriter


def row(text, reference=None, **more):
    base = {"id": text[:8], "spoken": text, "language": "en"}
    return Row(text=text, reference=reference, **{**base, **more})


def test_exact_duplicates_ignore_case_width_and_punctuation():
    assert exact(["What is this?", "WHAT is this", "Ｗhat is this!", "That"]) == [[0, 1, 2]]


def test_near_duplicates_are_found_and_different_texts_are_not():
    base = "How can I cook rice in a small pot without burning it at the bottom"
    texts = [base, base + "s", base.upper(), "Where is the nearest station from here please"]
    ((a, b, share),) = near(texts)
    assert (a, b) == (0, 1) and share > 0.95
    assert near(["我想知道北京有多少人口", "我想知道上海有多少人口"], threshold=0.4) == [
        (0, 1, 0.538)
    ]
    assert near(["我想知道北京有多少人口", "我想知道上海有多少人口"]) == []


def test_an_answer_in_its_question_is_a_leak():
    assert leak(row("Is Paris the capital of France?", "Paris")) == "Paris"
    assert leak(row("Is it a comparison?", "Paris")) == ""
    assert leak(row("Is it so? Option A: yes", "so", options=True)) == ""
    assert leak(row("今天星期一吗", "星期一", language="zh")) == "星期一"
    assert leak(row("Is it A?", "A")) == ""


def test_lengths():
    found = spread([1.0, 2.0, 6.0])
    assert (found["least"], found["mean"], found["median"], found["most"]) == (1, 3, 2, 6)
    assert sum(found["histogram"]["counts"]) == 3 and spread([]) is None


def test_markup_leftovers_and_languages_are_counted():
    rows = [
        row("This is **bold**."),
        row("It costs $5."),
        row("我爱 Python", language="zh"),
        row("plain"),
    ]
    found = report(rows)
    assert found["markup"]["rows"] == 1
    assert {i for i, _ in found["leftovers"]["shown"]} == {"This is ", "It costs"}
    assert found["language"]["rows"] == {"Latin": 3, "Han+Latin": 1}


@pytest.mark.parametrize(
    "config", ["reasoning", "creativity", "single_round", "multi_round", "instruction_following"]
)
def test_the_release_has_the_published_counts(shared, config):
    rows = read("vocalbench_zh", shared / "sources" / "vocalbench-zh", set=config)
    wanted = published_counts()["vocalbench_zh"][config]
    found = report(map(of_item, rows), wanted)
    assert found["differs"] == {}
    assert found["rows"] == sum(wanted["Category"].values())
    fewer = {"Category": {**wanted["Category"], "Nowhere": 3}}
    assert report([], fewer)["differs"]["Category"]["Nowhere"] == [0, 3]


def test_variants_of_one_text_are_no_duplicates(shared):
    rows = read("vocalbench_zh", shared / "sources" / "vocalbench-zh", set="robust")
    found = report(map(of_item, rows))["duplicates"]
    assert (found["exact"], found["near"]) == (0, 0)


def test_a_report_of_a_stage_is_written_and_hostile_text_stays_text(tmp_path):
    folder = tmp_path / "build" / "toy" / "text"
    with ItemWriter(folder / "one.parquet") as writer:
        for n, text in enumerate(["<script>alert(1)</script>", "same", "Same!"]):
            base = {"language": "en", "source_id": "s", "source_revision": "1", "license": "MIT"}
            writer.write(Item(id=f"r-{n}", prompt=text, fields={"Category": "a|b"}, **base))
    found = {name: report(rows) for name, rows in subsets(folder).items()}
    assert found["one"]["duplicates"]["exact_shown"] == [["r-1", "r-2"]]
    data, page, figure = write(found, "toy", tmp_path / "out")
    assert json.loads(data.read_text()) == json.loads(json.dumps(found))
    assert "<script>" not in page.read_text() and figure.read_bytes()[:4] == b"\x89PNG"
    first = figure.read_bytes()
    assert write(found, "toy", tmp_path / "out")[2].read_bytes() == first
    assert "a\\|b 3" in markdown(found, "toy")
    with pytest.raises(VivavoceError, match="neither a dataset"):
        subsets(tmp_path)
