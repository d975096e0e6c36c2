"""Judges of answers: prompt selection, isolation, votes, strict parsing, repair."""

from evaluation.judges.entry import Entry, Judge
from evaluation.judges.files import JudgementFile, attach, judge_names
from evaluation.judges.judge_run import Tally, judge_run
from evaluation.judges.registry import JUDGES, load_judge

__all__ = [
    "JUDGES",
    "Entry",
    "Judge",
    "JudgementFile",
    "Tally",
    "attach",
    "judge_names",
    "judge_run",
    "load_judge",
]
