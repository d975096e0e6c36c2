"""Step ``score_tone``: how fitting an angry, happy, neutral, sad or surprised answer would be.

A language model proposes the five numbers of the empathy set (VocalBench-zh), people refine them
in a file under version control.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from builders.backends.llm.failures import LLMError
from builders.errors import VivavoceError
from builders.item import Item
from builders.step import Context, Outcome, step
from builders.text.ask import as_object, ask, noted, reject

VERSION = 1
TONES = ("angry", "happy", "neutral", "sad", "surprised")
"""Order of the five numbers in ``Score``."""


def _refined(params: dict[str, Any]) -> dict[str, list[float]]:
    return read_scores(params["scores"]) if params.get("scores") else {}


@step("score_tone", version=VERSION, uses=("llm",), depends=_refined)
def score_tone(
    item: Item,
    ctx: Context,
    scores: str | None = None,
    emotion: str = "Question_emo",
    field: str = "Score",
    llm: str = "llm",
    model: str | None = None,
) -> Outcome:
    """Rate five tones of an answer from 1 to 5.

    Args:
        item: Emotional query; one that has scores keeps them, unless people gave others.
        ctx: Engine context.
        scores: File of people's scores: JSON lines ``{"id": …, "Score": [5, 1, 3, 5, 2]}``; it
            need not exist yet.
        emotion: Column with the emotion of the query.
        field: Column that gets the scores, in the order of ``TONES``.
        llm: Kind of the backend to ask.
        model: Another model at the same endpoint.
    """
    known = read_scores(scores) if scores else {}
    if item.id in known:
        note = f"by people, {Path(scores or '').name}"
        return noted(item.with_fields(**{field: known[item.id]}), "score_tone", VERSION, note=note)
    if item.fields.get(field):
        return item
    try:
        asked = ask(
            ctx,
            item,
            "score_tone",
            as_scores,
            llm=llm,
            settings={"model": model} if model else None,
            question=item.prompt,
            emotion=item.fields.get(emotion),
            tones=list(TONES),
        )
    except LLMError as error:
        return reject(error, "tone scores")
    return noted(item.with_fields(**{field: asked.value}), "score_tone", VERSION, asked)


def as_scores(text: str) -> list[float]:
    """Five numbers in the order of ``TONES`` from an answer.

    Raises:
        ValueError: A tone is missing, or a number is none of 1, 2, 3, 4, 5.
    """
    found = as_object(text, **dict.fromkeys(TONES, (int, float)))
    return _checked([found[tone] for tone in TONES])


def read_scores(file: Path | str) -> dict[str, list[float]]:
    """People's scores by row id, the last line of a row counting; none without the file.

    Raises:
        VivavoceError: A line is not well formed; names it.
    """
    path = Path(file)
    found: dict[str, list[float]] = {}
    if not path.is_file():
        return found
    for number, line in enumerate(path.read_text("utf-8").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            found[str(entry["id"])] = _checked(entry["Score"])
        except (ValueError, KeyError, TypeError) as error:
            raise VivavoceError(
                f"{path}, line {number}: expected {{id, Score: five numbers, 1 to 5}}: {error}"
            ) from error
    return found


def _checked(values: Sequence[Any]) -> list[float]:
    if len(values) != len(TONES):
        raise ValueError(f"{len(values)} scores, expected one for each of {', '.join(TONES)}")
    for tone, value in zip(TONES, values, strict=True):
        if isinstance(value, bool) or value not in range(1, 6):
            raise ValueError(f"the score of '{tone}' is {value!r}, no whole number from 1 to 5")
    return [float(value) for value in values]
