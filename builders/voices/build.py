"""Choose speech prompts: clean ones, ones of an emotion, ones of every age and gender.

Every function takes rows of a source reader and gives the prompts to keep, with the reason for
each that was left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from builders.errors import BackendError
from builders.item import Item
from builders.speech.check_emotion import emotion_name, probability_of
from builders.step import Rejected, keyed_rng
from builders.text.review import Decision

Score = Callable[[Item], float]
Classify = Callable[[Item], dict[str, float]]


@dataclass
class BuiltSet:
    """Speech prompts that were chosen.

    Attributes:
        kept: The prompts, each with what its voice is to be known by.
        left_out: ``(id, reason)`` of all others.
        values: What was measured, by id: an opinion score, or a probability.
    """

    kept: list[tuple[Item, dict[str, Any]]] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    values: dict[str, float] = field(default_factory=dict)

    def reasons(self) -> dict[str, int]:
        """Number of prompts left out, by reason."""
        return dict(Counter(reason for _, reason in self.left_out).most_common())


def by_opinion(
    rows: Iterable[Item | Rejected],
    score: Score | None,
    min_mos: float = 3.5,
    decisions: Mapping[str, Decision] | None = None,
) -> BuiltSet:
    """Prompts of good quality (VocalBench-zh: UTMOS above 3.5, then screened by people).

    Args:
        rows: Rows of a source with speech.
        score: Predicts the opinion score of a row; ``None`` takes all rows (the full set).
        min_mos: Score that a prompt must exceed.
        decisions: People's decisions by row id: they win over the score.
    """
    built = BuiltSet()
    for item in _spoken(rows, built):
        decision = (decisions or {}).get(item.id)
        if decision is not None and decision.decision == "reject":
            built.left_out.append((item.id, "rejected by a person"))
            continue
        accepted = decision is not None and decision.decision == "accept"
        if score is not None:
            mos = _measured(item, score, built)
            if mos is None:
                continue
            if mos <= min_mos and not accepted:
                built.left_out.append((item.id, f"opinion score not above {min_mos:g}"))
                continue
        built.kept.append((item, {}))
    return built


def by_emotion(
    rows: Iterable[Item | Rejected],
    classify: Classify | None,
    min_probability: float = 0.9,
    column: str = "emotion",
) -> BuiltSet:
    """Prompts whose emotion a classifier confirms (VocalBench-zh: above 0.9).

    Args:
        rows: Rows of a source with speech and an emotion.
        classify: Gives the probability of each emotion; ``None`` believes the source.
        min_probability: Probability that the emotion must exceed.
        column: Column with the emotion.
    """
    built = BuiltSet()
    for item in _spoken(rows, built):
        wanted = emotion_name(str(item.fields.get(column) or ""))
        if not wanted:
            built.left_out.append((item.id, "no emotion given"))
            continue
        if classify is not None:
            hear = partial(_probability, classify, wanted)
            probability = _measured(item, hear, built)
            if probability is None:
                continue
            if probability <= min_probability:
                reason = f"probability of its emotion not above {min_probability:g}"
                built.left_out.append((item.id, reason))
                continue
        gender = item.fields.get("gender")
        known = {"gender": gender} if gender else {}
        built.kept.append((item, {**known, "emotion": wanted}))
    return built


def by_age_and_gender(
    rows: Iterable[Item | Rejected],
    per_cell: int = 1,
    seed: int = 0,
    hear: Callable[[Item], str] | None = None,
) -> BuiltSet:
    """The same number of prompts for every age band and gender (VoiceBench: ages 10 to 80).

    Args:
        rows: Rows of a source with speech, ``age`` and, where known, ``gender``.
        per_cell: Prompts of each age and gender.
        seed: Chooses among those that fit; a prompt more or less moves no other cell.
        hear: Writes down the words of a prompt that comes without any; one in which there are
            none makes room for the next.
    """
    built = BuiltSet()
    cells: dict[tuple[str, str], list[Item]] = {}
    for item in _spoken(rows, built):
        band = age_band(item.fields.get("age"))
        gender = str(item.fields.get("gender") or "").lower()
        gender = {"f": "female", "m": "male"}.get(gender, gender)
        if band is None or gender not in ("female", "male"):
            missing = "age" if band is None else "gender"
            built.left_out.append((item.id, f"no {missing} given"))
            continue
        cells.setdefault((band, gender), []).append(item)
    for (band, gender), items in sorted(cells.items()):
        draws = {i.id: float(keyed_rng(seed, i.id, "age prompt").random()) for i in items}
        number = 0
        for item in sorted(items, key=lambda i: -draws[i.id]):
            if number == per_cell:
                built.left_out.append((item.id, "enough of that age and gender"))
                continue
            if hear is not None and not item.prompt.strip():
                words = _heard(item, hear, built)
                if words is None:
                    continue
                item = item.but(prompt=words)
            number += 1
            # Splits are named by it: a file name would tell nothing there.
            name = f"{gender}_{band}" + (f"_{number}" if number > 1 else "")
            built.kept.append((item, {"name": name, "age": band, "gender": gender}))
    return built


def _heard(item: Item, hear: Callable[[Item], str], built: BuiltSet) -> str | None:
    try:
        words = hear(item).strip()
    except BackendError as error:
        built.left_out.append((item.id, f"not recognised: {error}"))
        return None
    if not words:
        built.left_out.append((item.id, "no words heard"))
    return words or None


def _probability(classify: Classify, wanted: str, item: Item) -> float:
    return probability_of(classify(item), wanted, f"prompt '{item.id}'")


def _measured(item: Item, score: Score, built: BuiltSet) -> float | None:
    """The value of a prompt; one that the model fails on is left out."""
    try:
        value = score(item)
    except BackendError as error:
        built.left_out.append((item.id, f"not measured: {error}"))
        return None
    built.values[item.id] = value
    return value


_DECADES = ("teens", "twenties", "thirties", "forties", "fifties", "sixties", "seventies")
_LATE = {"eighties": "80s", "nineties": "90s", "child": "child", "children": "child"}


def age_band(age: Any) -> str | None:
    """Band of an age: ``34``, ``34 years`` and ``thirties`` are ``30s``, under ten is ``child``.

    Returns:
        The band; ``None`` where the value names no age.
    """
    text = str(age if age is not None else "").strip().lower().replace("fourties", "forties")
    if text in _DECADES:
        return f"{10 * (_DECADES.index(text) + 1)}s"
    if text in _LATE:
        return _LATE[text]
    match = re.match(r"(\d{1,3})(?!\d)", text)
    if match is None:
        return None
    years = int(match.group(1))
    return "child" if years < 10 else f"{years // 10 * 10}s"


def _spoken(rows: Iterable[Item | Rejected], built: BuiltSet) -> Iterable[Item]:
    for row in rows:
        if isinstance(row, Rejected):
            built.left_out.append((row.item.id if row.item else row.detail, row.reason))
        elif row.audio is None:
            built.left_out.append((row.id, "no recording"))
        else:
            yield row
