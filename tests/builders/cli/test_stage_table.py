from __future__ import annotations

from builders.cli._stage_table import print_dry, print_stage
from builders.stage.engine import StageMetrics


def test_rows_left_out_on_purpose_stand_beside_the_rejected_ones(capsys):
    print_stage(
        "variants",
        {
            "one": StageMetrics(6, 1, {"too loud": 2}, {"every_nth": 3}),
            "two": StageMetrics(1, 1),
        },
    )
    said = capsys.readouterr().out
    assert "too loud: 2, not selected: 3" in said
    assert [line.split("│")[4].strip() for line in said.splitlines() if "two" in line] == ["-"]


def test_groups_that_a_selection_could_not_fill_are_named(capsys):
    print_stage("text", {"one": StageMetrics(5, 2, short={"Math": (2, 9)}), "two": StageMetrics()})
    said = capsys.readouterr().out
    assert "one: fewer rows than its selection asks for (Math: 2 of 9)" in said
    assert "two: fewer" not in said


def test_what_waits_is_not_said_to_be_nothing(capsys):
    print_dry("variants", {"one": StageMetrics(waiting={"step-speak": 2})})
    assert "variants: nothing that is known yet would be made" in capsys.readouterr().out
    print_dry("variants", {"one": StageMetrics()})
    assert "variants: nothing would be made" in capsys.readouterr().out
