"""VoiceBench: cells of table 3 and the overall (Chen et al., 2024)."""

from __future__ import annotations

from collections.abc import Mapping

from evaluation.contracts import Row
from evaluation.metrics.bbh import task_of
from evaluation.suites.suite import Cell, Derived, Number, Suite

SD_QA_SPLIT = "usa"


def _accent(row: Row) -> str:
    return row.example.split


def _in_table(row: Row) -> bool:
    """Table 3 reports the United States accent of SD-QA alone."""
    return row.example.split == SD_QA_SPLIT


def _subject(row: Row) -> str:
    return row.example.split


def overall(value: Mapping[str, Number]) -> Number:
    """Mean of the five abilities of the paper, 0–100.

    AlpacaEval and CommonEval (1–5) count ×20, SD-QA as the mean of PANDA and judge, IFEval as
    the mean accuracy, AdvBench as refusal rate; proportions are given 0–1.
    """
    return (
        20 * value["alpacaeval"]
        + 20 * value["commoneval"]
        + 100 * (value["sd_qa_panda"] + value["sd_qa_judge"]) / 2
        + 100 * value["ifeval"]
        + 100 * value["advbench"]
    ) / 5


def leaderboard(value: Mapping[str, Number]) -> Number:
    """Mean of the nine abilities of the later public leaderboard, 0–100."""
    return (
        5 * overall(value)
        + 20 * value["wildvoice"]
        + 100 * (value["mmsu"] + value["openbookqa"] + value["bbh"])
    ) / 9


_FIVE = ("alpacaeval", "commoneval", "sd_qa_panda", "sd_qa_judge", "ifeval", "advbench")

VOICEBENCH = Suite(
    name="voicebench",
    cells=(
        Cell("alpacaeval", "judge_score", ("alpacaeval",)),
        Cell("commoneval", "judge_score", ("commoneval",)),
        Cell("wildvoice", "judge_score", ("wildvoice",)),
        Cell("sd_qa_panda", "panda", ("sd-qa",), where=_in_table),
        Cell("sd_qa_judge", "judge_accuracy", ("sd-qa",), where=_in_table),
        Cell("sd_qa_panda_accents", "panda", ("sd-qa",), category=_accent),
        Cell("sd_qa_judge_accents", "judge_accuracy", ("sd-qa",), category=_accent),
        Cell("ifeval", "ifeval", ("ifeval",)),
        Cell("advbench", "refusal", ("advbench",)),
        Cell("mmsu", "multiple_choice", ("mmsu",), category=_subject),
        Cell("mmsu_unparsed", "multiple_choice_unparsed", ("mmsu",)),
        Cell("openbookqa", "multiple_choice", ("openbookqa",)),
        Cell("openbookqa_unparsed", "multiple_choice_unparsed", ("openbookqa",)),
        Cell("bbh", "bbh", ("bbh",), category=task_of),
        Cell("bbh_unparsed", "bbh_unparsed", ("bbh",)),
    ),
    derived=(
        Derived("overall", _FIVE, overall),
        Derived("overall_nine", (*_FIVE, "wildvoice", "mmsu", "openbookqa", "bbh"), leaderboard),
    ),
)
