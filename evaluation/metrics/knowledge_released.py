"""Knowledge and code-switching accuracy with the choices of the public VocalBench-zh scripts.

* The reference is looked for as it is written, without normalising width, case or numbers, and
  a reference of one character is found inside any word.
* A judge whose reply cannot be read counts as "wrong" and not as missing.
* Code-switching: English in lower case, and any part of a name written with ``·`` will do.
* Speech: the public phoneme error rate below 0.05.
"""

from __future__ import annotations

from evaluation.contracts import Metric, Row
from evaluation.metrics._rows import answer, column, heard, judged_yes
from evaluation.metrics.per import CLEAR
from evaluation.metrics.per_released import UnreadableNumberError, released_rate


def _judged(row: Row, task: str = "correct") -> bool | None:
    """What the judge said; a failed judge says no, an absent one nothing."""
    return None if task not in row.judgements else bool(judged_yes(row, task))


def correct_released(row: Row) -> bool | None:
    """Whether a knowledge answer is correct to the public script."""
    text = answer(row)
    if text is None:
        return None
    # A number from a JSON file is looked for as it is written there.
    if row.example.reference and str(row.example.reference) in text:
        return True
    return _judged(row)


def cs_correct_released(row: Row) -> bool | None:
    """Whether a code-switching answer is correct to the public scripts."""
    text = answer(row)
    if text is None:
        return None
    chinese = str(column(row, "Answer_zh") or "")
    english = str(column(row, "Answer_en", "Answer") or "")
    parts = [part.strip() for part in chinese.split("·")]
    if any(part and part in text for part in (chinese, *parts)):
        return True
    if english and english.lower() in text.lower():
        return True
    return _judged(row)


def _s2t(row: Row) -> tuple[float, float] | None:
    value = correct_released(row)
    return None if value is None else (float(value), 1.0)


def _s2s(row: Row) -> tuple[float, float] | None:
    value, pair = correct_released(row), heard(row)
    if value is None or pair is None:
        return None
    try:
        return float(value and released_rate(*pair) < CLEAR), 1.0
    except UnreadableNumberError:
        return None


def _cs(row: Row) -> tuple[float, float] | None:
    value = cs_correct_released(row)
    return None if value is None else (float(value), 1.0)


KNOWLEDGE_S2T_RELEASED = Metric("knowledge_s2t_released", 1, _s2t, needs=("correct",))
KNOWLEDGE_S2S_RELEASED = Metric("knowledge_s2s_released", 1, _s2s, needs=("correct", "asr_text"))
CS_ACCURACY_RELEASED = Metric("cs_accuracy_released", 1, _cs, needs=("correct",))
