"""Environment conditions, one a file; what each offers stands in ``contract.py``."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Mapping
from typing import Any, cast, get_type_hints

from builders.environment.assets import Assets
from builders.environment.contract import Condition
from builders.errors import VivavoceError, unknown_name

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
    """Refuse settings that a condition's ``plan`` does not have, or values that it cannot use.

    Args:
        name: Registered name of the condition.
        module: Its module.
        chosen: Settings by name.

    Raises:
        VivavoceError: A setting is unknown, and the message names the closest; or its value is
            of the wrong kind or out of range.
    """
    from pydantic import TypeAdapter, ValidationError

    known = list(inspect.signature(module.plan).parameters)[2:]
    kinds = get_type_hints(module.plan, include_extras=True)
    for key, value in chosen.items():
        if key not in known:
            raise unknown_name("setting", key, known, f"condition '{name}'")
        try:
            TypeAdapter(kinds[key]).validate_python(value, strict=True)
        except ValidationError as error:
            problem = error.errors()[0]["msg"].lower()
            raise VivavoceError(
                f"condition '{name}': setting '{key}' cannot be {value!r}: {problem}"
            ) from error


__all__ = ["CONDITIONS", "Assets", "Condition", "check_settings", "condition"]
