from __future__ import annotations

import json

from typer.testing import CliRunner

from builders.cli.sources import app

ROWS = "".join(
    json.dumps({"question": f"{n} plus 1?", "answer": f"It is.\n#### {n + 1}"}) + "\n"
    for n in range(3)
)


def run(*arguments):
    return CliRunner().invoke(app, [str(each) for each in arguments])


def test_list_and_show():
    assert "GSM8K" in run("list").stdout
    shown = run("show", "esd").stdout
    assert "research only" in shown and "licence form" in shown and "emotions" in shown


def test_read_prints_json_lines_and_writes_a_file(tmp_path):
    (tmp_path / "test.jsonl").write_text(ROWS + "{}\n")
    result = run("read", "gsm8k", "--path", tmp_path)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["reference"] for row in rows] == ["1", "2", "3"]
    assert "rejected: malformed row" in result.stderr
    result = run("read", "gsm8k", "--path", tmp_path, "--limit", 2, "-o", tmp_path / "o.jsonl")
    assert result.stdout.startswith("2 rows in")
    assert len((tmp_path / "o.jsonl").read_text().splitlines()) == 2


def test_check_tells_a_wrong_count_by_its_status(tmp_path):
    (tmp_path / "test.jsonl").write_text(ROWS)
    result = run("check", "gsm8k", "--path", tmp_path)
    assert result.exit_code == 1 and "3 rows, published 1319 (differs)" in result.stdout
    assert "references of one character 3" in result.stdout


def test_check_of_a_part(shared):
    where = shared / "sources" / "vocalbench-zh"
    result = run("check", "vocalbench_zh", "--path", where, "--set", "set=reasoning")
    assert result.exit_code == 0 and "851 rows, published 851 (as read)" in result.stdout
    assert "Counter Proposition 8" in result.stdout


def test_check_of_a_release_reads_all_its_sets(shared):
    result = run("check", "vocalbench_zh", "--path", shared / "sources" / "vocalbench-zh")
    assert result.exit_code == 0, result.output
    assert "set=robust_clean:" in result.stdout
    assert "15 sets, 11215 items" in result.stdout  # the published 11,115 and robust_clean
