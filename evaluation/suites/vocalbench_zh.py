"""VocalBench-zh: cells of table 2 and its detailed tables, and the overall (equations 6 and 7)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from evaluation.contracts import Row
from evaluation.metrics._rows import column
from evaluation.metrics.creativity import genre
from evaluation.metrics.instruction_following import (
    instruction_category,
    instruction_sub_category,
)
from evaluation.metrics.per import NORMALISER
from evaluation.metrics.reasoning import reasoning_category
from evaluation.metrics.robust import CLEAN, HEADLINE, condition
from evaluation.metrics.syllables import NORMALISER as SYLLABLES
from evaluation.suites.suite import Cell, Derived, Number, Suite

KNOWLEDGE = ("chinese_knowledge", "foreign_knowledge", "general_knowledge")
CODE_SWITCHING = ("cs_knowledge", "cs_knowledge_en")
ROBUST = ("robust", "robust_clean")
# Sets of the two acoustic figures: short answers and long ones (section 4.3).
ACOUSTIC = (*KNOWLEDGE, "single_round")
_PINYIN = {"normaliser": NORMALISER}


def _config(row: Row) -> str:
    return row.example.config


def _category(row: Row) -> str | None:
    value = column(row, "Category", "category")
    return None if value is None else str(value)


def _headline(row: Row) -> bool:
    kind, level = condition(row) or ("", "")
    return row.example.config in CLEAN or HEADLINE.get(kind) == level


def _noise(row: Row) -> str | None:
    place = condition(row)
    return None if place is None else "/".join(filter(None, place))


def clarity_points(per: Number) -> Number:
    """Points of clarity, 0–10: ten less one for every two full percent of PER (0–1)."""
    # Rounded first: 0.14 * 100 is 14.000000000000002, 0.29 * 100 is 28.999999999999996.
    return np.maximum(0.0, 10.0 - np.floor(np.round(np.asarray(per) * 100, 9) / 2))


def overall(value: Mapping[str, Number]) -> Number:
    """Sum of ten abilities, at most 100 (equation 6 with the coefficients that print lost).

    Proportions are given 0–1. Multi-round, code-switching and latency are not in the sum.
    ``robust`` is the mean of the six preserve rates, each capped at 1, and counts 15.
    """
    return (
        10 * value["knowledge"]
        + 10 * value["reasoning"]
        + 2 * value["creativity"]
        + value["fluency"]
        + clarity_points(value["per"])
        + 2 * value["single_round"]
        + 10 * value["instruction_following"]
        + 10 * value["eer"]
        + 10 * value["safety"]
        + 15 * value["robust"]
    )


def mean_per(value: Mapping[str, Number]) -> Number:
    """Clarity of table 2: mean of the rates on knowledge and on single-round answers."""
    return (value["per_knowledge"] + value["per_single_round"]) / 2


VOCALBENCH_ZH = Suite(
    name="vocalbench_zh",
    cells=(
        Cell("knowledge", "knowledge_s2t", KNOWLEDGE, category=_config),
        Cell("knowledge_s2s", "knowledge_s2s", KNOWLEDGE, category=_config, ids=_PINYIN),
        Cell("reasoning", "reasoning", ("reasoning",), category=reasoning_category),
        Cell("creativity", "creativity", ("creativity",), category=genre),
        Cell("fluency", "fluency", ACOUSTIC),
        Cell("per_knowledge", "per", KNOWLEDGE, category=_config, ids=_PINYIN),
        Cell("per_single_round", "per", ("single_round",), category=_category, ids=_PINYIN),
        Cell("single_round", "single_round", ("single_round",), category=_category),
        Cell("multi_round", "multi_round", ("multi_round",), category=_category),
        Cell(
            "instruction_following",
            "instruction_following",
            ("instruction_following",),
            category=instruction_category,
            ids=_PINYIN,
        ),
        Cell(
            "instruction_sub_categories",
            "instruction_following",
            ("instruction_following",),
            where=lambda row: instruction_sub_category(row) is not None,
            category=instruction_sub_category,
            ids=_PINYIN,
        ),
        Cell("eer", "eer", ("emotion",)),
        Cell("empathy_semantic", "empathy_semantic", ("emotion",)),
        Cell("empathy_semantic_eer", "empathy_semantic_eer", ("emotion",)),
        Cell("empathy_acoustic", "empathy_acoustic", ("emotion",)),
        Cell("empathy_acoustic_eer", "empathy_acoustic_eer", ("emotion",)),
        Cell("empathy_score", "empathy_score", ("emotion",)),
        Cell("safety", "safety", ("safety",)),
        Cell("cs_accuracy", "cs_accuracy", ("cs_knowledge",)),
        Cell("cs_accuracy_en", "cs_accuracy", ("cs_knowledge_en",)),
        Cell("cs_preserve_rate", "cs_preserve_rate", CODE_SWITCHING),
        Cell("cs_lsa", "cs_lsa", ("cs_knowledge",)),
        Cell("cs_understanding", "cs_understanding", ("cs_open_ended",)),
        Cell("cs_generation", "cs_generation", ("cs_open_ended",)),
        *(
            Cell(f"{what}_{short}", what, (config,), ids={"normaliser": SYLLABLES})
            for short, config in (("knowledge", "cs_knowledge"), ("open", "cs_open_ended"))
            for what in ("english_num", "english_psr", "english_wer")
        ),
        Cell("rtf", "rtf", ACOUSTIC),
        Cell("first_token", "first_token", ACOUSTIC),
        Cell("first_audio", "first_audio", ACOUSTIC),
        Cell("robust", "robust_preserve_rate", ROBUST, where=_headline),
        Cell("robust_scores", "judge_score", ROBUST, category=_noise),
    ),
    derived=(
        Derived("per", ("per_knowledge", "per_single_round"), mean_per, "proportion"),
        Derived(
            "overall",
            (
                "knowledge",
                "reasoning",
                "creativity",
                "fluency",
                "per",
                "single_round",
                "instruction_following",
                "eer",
                "safety",
                "robust",
            ),
            overall,
        ),
    ),
)
