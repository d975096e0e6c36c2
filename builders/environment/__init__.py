"""Environment conditions, one a file, each with plan and apply.

A condition is a module with ``LEVELS``, ``HEADLINE``, ``label(level)``, ``plan(rng, level,
**settings) -> params`` (draws, touches no audio) and ``apply(samples, sampling_rate, params,
assets) -> (samples, measured)``.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Mapping
from typing import Any

from builders.environment.assets import Assets
from builders.errors import unknown_name

CONDITIONS = {
    "white_noise": "builders.environment.white_noise",
    "background_noise": "builders.environment.background_noise",
    "reverberation": "builders.environment.reverberation",
    "farfield": "builders.environment.farfield",
    "packet_loss": "builders.environment.packet_loss",
    "distortion": "builders.environment.distortion",
    "combination": "builders.environment.combination",
}


def condition(name: str, where: str = "") -> Any:
    """Module of a condition.

    Raises:
        VivavoceError: The name is not registered; the message names the closest.
    """
    if name not in CONDITIONS:
        raise unknown_name("condition", name, CONDITIONS, where)
    return importlib.import_module(CONDITIONS[name])


def check_settings(name: str, module: Any, chosen: Mapping[str, Any]) -> None:
    """Refuse settings that a condition's ``plan`` does not have.

    Args:
        name: Registered name of the condition.
        module: Its module.
        chosen: Settings by name.

    Raises:
        VivavoceError: A setting is unknown; the message names the closest.
    """
    known = list(inspect.signature(module.plan).parameters)[2:]
    for key in chosen:
        if key not in known:
            raise unknown_name("setting", key, known, f"condition '{name}'")


__all__ = ["CONDITIONS", "Assets", "check_settings", "condition"]
