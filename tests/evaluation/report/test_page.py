from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import example_run
import pytest

from evaluation.contracts import Judgement, Response
from evaluation.judges.entry import Entry, answer_hash, key_of
from evaluation.judges.files import JudgementFile
from evaluation.report.page.build import build_page, data_script
from evaluation.report.page_audio import collect
from evaluation.report.plots import Point, bar_plot, interval_plot
from evaluation.report.score_run import score_run
from evaluation.report.write import write_report
from evaluation.run import load_rows

HOSTILE = (
    '</script><script>document.title="OWNED"</script>'
    "<img src=x onerror=\"document.title='OWNED'\"><!-- --><b>bold</b>\u2028\u2029&amp;"
)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A run in which every text is hostile."""
    rows = [{"id": "a-0", "prompt": HOSTILE}, {"id": "a-1", "prompt": "plain"}]
    dataset = example_run.write_dataset(tmp_path / "data", {"alpacaeval": rows})
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "a.flac").write_bytes(example_run.clip(9))
    run = example_run.write_run(
        tmp_path / "run",
        dataset,
        "voicebench",
        {
            "alpacaeval/a-0": Response("a-0", text=HOSTILE, asr_text=HOSTILE, audio="a.flac"),
            "alpacaeval/a-1": Response("a-1", error=HOSTILE),
        },
        model=HOSTILE,
    )
    file = JudgementFile(run, "j")
    with file.writing():
        row = load_rows(run)[0]
        said = Judgement("a-0", "score", HOSTILE, score=2.0, raw=HOSTILE, reason=HOSTILE)
        file.append(Entry(key_of(row), said, answer_hash(row), "x", {"model": "m"}))
    return run


class Tags(HTMLParser):
    """Start tags of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


def test_hostile_text_adds_nothing_to_the_page(hostile: Path) -> None:
    page = build_page([(score_run(hostile, rounds=50), hostile)], title=HOSTILE)
    tags = Tags(page).seen
    assert [attrs.get("type") for tag, attrs in tags if tag == "script"] == [
        "application/json",
        "application/json",
        None,
    ]
    assert not [tag for tag, _ in tags if tag in ("img", "b", "iframe", "link", "object")]
    assert not [name for _, attrs in tags for name in attrs if name.startswith("on")]
    # Nothing is fetched: no address of any kind stands in an attribute.
    assert not [v for _, attrs in tags for n, v in attrs.items() if n in ("src", "href")]


def test_rows_go_in_whole(hostile: Path) -> None:
    page = build_page([(score_run(hostile, rounds=0), hostile)], title="t")
    rows, clips = (
        json.loads(re.search(rf'id="{name}">(.*?)</script>', page, re.DOTALL)[1])
        for name in ("rows", "clips")
    )
    assert rows[0]["response"] == rows[0]["asr"] == rows[0]["prompt"] == HOSTILE
    assert rows[0]["judgements"][0]["reason"] == HOSTILE
    assert rows[0]["judgements"][0]["verdict"] == "2"
    assert rows[0]["figures"] == {"alpacaeval": 2.0}
    assert rows[1]["error"] == HOSTILE
    assert set(rows[0]["audio"]) == {"question", "answer"}
    assert all(clip.startswith("data:audio/") for clip in clips.values())


def test_room_for_audio_is_kept(hostile: Path) -> None:
    page = build_page([(score_run(hostile, rounds=0), hostile)], title="t", audio_megabytes=1e-6)
    assert "clips are not in this page" in page
    assert "data:audio" not in page
    page = build_page([(score_run(hostile, rounds=0), hostile)], title="t", audio_megabytes=0)
    assert "data:audio" not in page


def test_every_sample_of_a_row_can_be_heard(tmp_path: Path) -> None:
    dataset = example_run.write_dataset(
        tmp_path / "data", {"alpacaeval": [{"id": "a-0", "prompt": "plain"}]}
    )
    answers = {}
    for name in ("a-0", "a-0#1"):
        answers[f"alpacaeval/{name}"] = Response(name, text="a", audio=f"{name}.flac")
    run = example_run.write_run(tmp_path / "run", dataset, "voicebench", answers, samples=2)
    for name in ("a-0", "a-0#1"):
        (run / f"{name}.flac").write_bytes(example_run.clip(9))
    found = collect(score_run(run, rounds=0), run, "run", 10**6)
    assert set(found.of_row) == {"alpacaeval/test/a-0", "alpacaeval/test/a-0#1"}
    assert all(set(clips) == {"question", "answer"} for clips in found.of_row.values())


def test_data_cannot_end_its_script() -> None:
    text = data_script({"a": HOSTILE, "b": "\ud800"})
    assert not re.search("[<>&\u2028\u2029]", text)
    assert json.loads(text)["a"] == HOSTILE
    assert text.encode("utf-8")


def test_plots_escape_their_labels() -> None:
    for plot in (
        interval_plot(HOSTILE, [(HOSTILE, [Point(50, 40, 60, HOSTILE)])], 0, 100),
        bar_plot(HOSTILE, [(HOSTILE, 3)]),
    ):
        assert "<script" not in plot and "<img" not in plot
        assert {tag for tag, _ in Tags(plot).seen} <= {"svg", "text", "line", "circle", "rect"}


def test_points_are_drawn_to_scale() -> None:
    plot = interval_plot("t", [("a", [Point(50, 25, 75)]), ("b", [])], 0, 100)
    assert 'cx="440.0"' in plot
    assert 'x1="335.0" x2="545.0"' in plot


def test_all_files_of_a_report(hostile: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    files = write_report([(score_run(hostile, rounds=50), hostile)], out)
    names = {path.relative_to(out).as_posix() for path in files}
    assert {"report.md", "report.tex", "report.html", "csv/run.csv", "run.scores.json"} <= names
    assert all(path.stat().st_size for path in files)
    assert "<script" not in (out / "report.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_browser_runs_the_page_and_nothing_else(hostile: Path, tmp_path: Path) -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no chromium or chrome to open the page with")
    page = tmp_path / "page.html"
    scored = score_run(hostile, rounds=50)
    page.write_text(build_page([(scored, hostile)], title="safe"), encoding="utf-8")
    command = [
        browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000",
        "--dump-dom", page.as_uri(),
    ]  # fmt: skip
    dom = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    assert "<title>safe</title>" in dom
    assert dom.count('class="card"') == 2
    assert "2 of 2 rows" in dom
    assert "<audio" in dom
    assert "<b>bold</b>" not in dom and "&lt;b&gt;bold&lt;/b&gt;" in dom
