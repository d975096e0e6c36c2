"""All steps by name. One line brings a new one in."""

from __future__ import annotations

import importlib

from builders.errors import unknown_name
from builders.step import Step

STEPS: dict[str, str] = {
    # text
    "normalise_spoken": "builders.text.normalise_spoken:normalise_spoken",
    # speech
    "speak": "builders.speech.speak:speak",
    "speak_dialogue": "builders.speech.speak_dialogue:speak_dialogue",
    "recorded": "builders.speech.recorded:recorded",
    # variants
    "conditions": "builders.environment.steps:conditions",
    "apply_condition": "builders.environment.steps:apply_condition",
}


def find_step(name: str, where: str = "") -> Step:
    """Step by name.

    Args:
        name: Registered name.
        where: Place to name in the error, such as ``"recipes/ear.yaml, subset wdyl"``.

    Raises:
        VivavoceError: There is none of that name; the closest names are given.
    """
    if name not in STEPS:
        raise unknown_name("step", name, STEPS, where)
    module, attribute = STEPS[name].split(":")
    found = getattr(importlib.import_module(module), attribute)
    if not isinstance(found, Step):
        raise TypeError(f"{STEPS[name]} is not a step")
    return found
