"""Environment conditions, one a file; what each offers stands in ``contract.py``."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Mapping
from typing import Any, cast

from builders.environment.assets import Assets
from builders.environment.contract import Condition
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


def condition(name: str, where: str = "") -> Condition:
    """Module of a condition.

    Raises:
        VivavoceError: The name is not registered; the message names the closest.
    """
    if name not in CONDITIONS:
        raise unknown_name("condition", name, CONDITIONS, where)
    return cast("Condition", importlib.import_module(CONDITIONS[name]))


def check_settings(name: str, module: Condition, chosen: Mapping[str, Any]) -> None:
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


__all__ = ["CONDITIONS", "Assets", "Condition", "check_settings", "condition"]
