"""What the speech and variant steps of a plan take: characters, hours, cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from builders.environment.steps import levels_of
from builders.errors import VivavoceError
from builders.recipe.params import Params
from builders.recipe.voices import find_voice, voice_set
from builders.stage.settings import StepCall


@dataclass
class SpeechPlan:
    """What is spoken.

    Attributes:
        characters: Characters to synthesise.
        cost: What the engine takes for them.
        hours: Hours of speech in the published rows.
        rows: Rows at the end.
        engine: Speech engine; ``recorded`` where people spoke.
        note: What is missing on this machine.
    """

    characters: float = 0.0
    cost: float = 0.0
    hours: float = 0.0
    rows: float = 0.0
    engine: str = ""
    note: str = ""


def plan_speech(
    rows: float, characters: float, language: str, chain: Sequence[StepCall], params: Params
) -> SpeechPlan:
    """Reckon the speech of some rows.

    Args:
        rows: Rows.
        characters: Characters of a row.
        language: Their language.
        chain: Speech steps.
        params: Parameters.
    """
    made = SpeechPlan(rows=rows)
    for call in chain:
        if "tts" in call.step.uses and "voices" in call.params:
            made.engine, made.note = _engine(str(call.params["voices"]))
            passing = params.plan.pass_rate.get("speak", 1.0)
            # A row that fails is read once more; most of those pass then.
            made.characters = made.rows * characters * (2 - passing)
            made.rows *= passing
        elif call.name == "recorded":
            made.engine = "recorded"
    made.cost = made.characters / 1e6 * params.plan.tts.get(made.engine, 0.0)
    made.hours = _hours(made.rows * characters, language, params)
    return made


def plan_variants(
    rows: float, characters: float, language: str, chain: Sequence[StepCall], params: Params
) -> SpeechPlan:
    """Reckon the variants of some spoken rows."""
    made = SpeechPlan(rows=rows)
    for call in chain:
        if call.name == "every_nth":
            made.rows /= int(call.params.get("n", 2))
        elif call.name == "conditions":
            chosen = call.params["conditions"]
            made.rows *= sum(len(levels_of(name, wanted)) for name, wanted in chosen.items())
        elif call.name == "ear_spans":
            masks = len(call.params.get("mask_types") or [1])
            made.rows *= masks * len(call.params.get("severities") or [1])
        elif call.name == "mask_triplet":
            made.rows *= 3
        elif call.name == "speaker_variants":
            # Whatever an engine does exactly is said anew, so all are reckoned as spoken.
            engines = [e for entry in call.params["variants"] for e in _engines(entry)]
            for engine in engines:
                made.engine = engine or made.engine
                spoken = made.rows * characters
                made.characters += spoken
                made.cost += spoken / 1e6 * params.plan.tts.get(engine, 0.0)
            made.rows *= len(engines)
    made.hours = _hours(made.rows * characters, language, params)
    return made


def _engine(voices: str) -> tuple[str, str]:
    try:
        return voice_set(voices)[0].engine, ""
    except VivavoceError:
        return "?", f"the voice set '{voices}' is not in recipes/voices"


def _engines(entry: dict[str, Any]) -> list[str]:
    """Engine of every variant that an entry stands for; empty for the voice of the row itself."""
    if "voices" in entry:
        return [voice.engine for voice in voice_set(str(entry["voices"]))]
    return [find_voice(str(entry["voice"])).engine if entry.get("voice") else ""]


def _hours(characters: float, language: str, params: Params) -> float:
    return characters / params.plan.characters_per_second.get(language, 10.0) / 3600
