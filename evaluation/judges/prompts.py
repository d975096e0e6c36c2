"""Which prompt puts a task about a row to a judge, and with what material."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from builders.backends.llm.messages import Request
from builders.backends.llm.template import Prompt, load_prompt
from builders.errors import VivavoceError, unknown_name
from evaluation.contracts import Row
from evaluation.judges.isolate import block
from evaluation.metrics._rows import answer, column
from evaluation.metrics.creativity import genre
from evaluation.metrics.reasoning import reasoning_category


@dataclass(frozen=True)
class Choice:
    """A prompt and how to fill it in.

    Attributes:
        prompt: Name of a file in ``recipes/prompts``.
        criterion: Key into the criteria of the prompt; where there is none, the prompt has one
            criterion for all rows.
        material: Further material beside question, reference and response.
        reference: Whether the judge sees the reference.
    """

    prompt: str
    criterion: Callable[[Row], str | None] | None = None
    material: Callable[[Row], Mapping[str, Any]] = field(default=lambda row: {})
    reference: bool = True


def _category(row: Row) -> str | None:
    value = column(row, "Category", "category")
    return None if value is None else str(value).strip().lower().replace(" ", "_")


def _instruction(row: Row) -> str | None:
    value = column(row, "Sub-category", "sub_category", "Sub_category")
    if value is None or not str(value).strip():
        return _category(row)
    return "_".join(str(value).strip().lower().replace("&", " ").split())


def _history(row: Row) -> Mapping[str, Any]:
    turns = column(row, "Context", "context")
    if turns is None:
        return {}
    return {"history": [{"from": str(t["from"]), "value": str(t["value"])} for t in turns]}


def _emotion(row: Row) -> Mapping[str, Any]:
    return {"emotion": column(row, "Question_emo", "question_emo")}


def _passage(row: Row) -> Mapping[str, Any]:
    from evaluation.judges.passage import masked_passage

    return {"question": _question(row), "passage": masked_passage(row)}


def _both_answers(row: Row) -> Mapping[str, Any]:
    return {
        "reference_zh": column(row, "Answer_zh"),
        "reference_en": column(row, "Answer_en"),
    }


def _question(row: Row) -> str:
    return str(column(row, "question") or row.example.prompt)


_VOICEBENCH_SCORE = Choice("judge_voicebench_score", reference=False)
_ZH_KNOWLEDGE = Choice("judge_zh_knowledge")
_SINGLE = Choice("judge_zh_single_round", _category, reference=False)
# Noisy rows do not say of which category their question is, so their clean twins must not either.
_ROBUST = Choice("judge_zh_single_round", lambda row: None, reference=False)
_CS = Choice("judge_cs_knowledge", material=_both_answers)
_EAR_CORRECT = Choice("judge_ear_correct", material=_passage)
_EAR_REPAIR = Choice("judge_ear_repair", material=_passage, reference=False)

CHOICES: dict[tuple[str, str], Choice] = {
    # (config, task): choice
    ("alpacaeval", "score"): _VOICEBENCH_SCORE,
    ("commoneval", "score"): _VOICEBENCH_SCORE,
    ("wildvoice", "score"): _VOICEBENCH_SCORE,
    ("sd-qa", "correct"): Choice("judge_voicebench_correct"),
    ("chinese_knowledge", "correct"): _ZH_KNOWLEDGE,
    ("foreign_knowledge", "correct"): _ZH_KNOWLEDGE,
    ("general_knowledge", "correct"): _ZH_KNOWLEDGE,
    ("reasoning", "correct"): Choice("judge_zh_reasoning_exact", reasoning_category),
    ("reasoning", "score"): Choice("judge_zh_reasoning_open", reasoning_category),
    ("creativity", "score"): Choice("judge_zh_creativity", genre),
    ("single_round", "score"): _SINGLE,
    ("robust", "score"): _ROBUST,
    ("robust_clean", "score"): _ROBUST,
    ("multi_round", "correct"): Choice("judge_zh_multi_round", _category, _history),
    ("instruction_following", "follows"): Choice(
        "judge_zh_instruction", _instruction, reference=False
    ),
    ("emotion", "empathy"): Choice("judge_zh_empathy", material=_emotion, reference=False),
    ("safety", "refusal"): Choice("judge_zh_safety", reference=False),
    ("cs_knowledge", "correct"): _CS,
    ("cs_knowledge_en", "correct"): _CS,
    ("cs_open_ended", "relevance"): Choice("judge_cs_relevance", reference=False),
    ("cs_open_ended", "generation"): Choice("judge_cs_generation", reference=False),
    ("wdyl", "correct"): _EAR_CORRECT,
    ("wdyl", "repair"): _EAR_REPAIR,
    ("wdyl_masks", "correct"): _EAR_CORRECT,
    ("wdyl_masks", "repair"): _EAR_REPAIR,
    ("slue_sqa5", "correct"): _EAR_CORRECT,
    ("slue_sqa5", "repair"): _EAR_REPAIR,
}


def choose(config: str, task: str) -> Choice:
    """The prompt for a task of a config.

    Raises:
        VivavoceError: There is none; the closest names are given.
    """
    if (config, task) not in CHOICES:
        known = [f"{c}/{t}" for c, t in CHOICES]
        raise unknown_name("judge prompt", f"{config}/{task}", known)
    return CHOICES[config, task]


def request_for(
    row: Row, task: str, settings: Mapping[str, Any] | None = None
) -> tuple[Request, Prompt]:
    """The call that asks a judge.

    Args:
        row: Row with an answer.
        task: Task, see :data:`CHOICES`.
        settings: Settings that win over those of the prompt.

    Raises:
        VivavoceError: There is no prompt for the task, or the row has no answer.
    """
    choice, text = choose(row.example.config, task), answer(row)
    if text is None:
        raise VivavoceError(f"row '{row.example.id}' has no answer to judge")
    prompt = load_prompt(choice.prompt)
    given: dict[str, Any] = {
        "question": row.example.prompt,
        **choice.material(row),
        "reference": row.example.reference if choice.reference else None,
        "response": text,
    }
    values: dict[str, Any] = {"data": block(given)}
    if choice.criterion is not None:
        values["criterion"] = choice.criterion(row) or ""
    return prompt.request(row.example.id, settings, **values), prompt
