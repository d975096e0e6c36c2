"""Several conditions one after the other, such as a far, noisy room over a bad line.

A level is a list of ``[condition, level]`` pairs, done in that order. The papers have no
combinations, so there are no published levels; recipes list their own.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from builders.environment.assets import Assets
from builders.environment.contract import Changed, Condition, Params
from builders.errors import VivavoceError

LEVELS: tuple[tuple[tuple[str, float], ...], ...] = (
    (("reverberation", 0.5), ("background_noise", 10)),
    (("farfield", 800), ("background_noise", 5), ("packet_loss", 0.1)),
)
HEADLINE = LEVELS[0]


def _module(name: str) -> Condition:
    from builders.environment import condition

    if name == "combination":
        raise VivavoceError("combination: a combination cannot hold another one")
    return condition(name, "condition 'combination'")


def _checked(level: Sequence[Sequence[Any]]) -> list[tuple[str, Any]]:
    if (
        isinstance(level, str)
        or not isinstance(level, Sequence)
        or not level
        or any(isinstance(part, str) or len(part) != 2 for part in level)
    ):
        raise VivavoceError(
            "combination: a level is a list of [condition, level] pairs, such as "
            f"[[reverberation, 0.5], [packet_loss, 0.1]], not {level!r}"
        )
    return [(str(name), value) for name, value in level]


def label(level: Sequence[Sequence[Any]]) -> str:
    """Parts joined by ``+``, such as ``reverberation_rt60_05+background_noise_snr_10``."""
    return "+".join(f"{name}_{_module(name).label(value)}" for name, value in _checked(level))


def plan(
    rng: np.random.Generator,
    level: Sequence[Sequence[Any]],
    *,
    settings: Mapping[str, Mapping[str, Any]] | None = None,
    folders: Mapping[str, str] | None = None,
) -> Params:
    """Plan every part.

    Args:
        rng: Keyed to the row and the condition; the parts draw from it in order.
        level: ``[condition, level]`` pairs.
        settings: Settings of the parts, by condition.
        folders: Folder of each corpus of recordings.

    Raises:
        VivavoceError: The level is malformed, or a part refuses its level or a setting.
    """
    from builders.environment import check_settings

    parts = []
    for name, value in _checked(level):
        module = _module(name)
        chosen = dict((settings or {}).get(name, {}))
        check_settings(name, module, chosen)
        if folders and "folders" in inspect.signature(module.plan).parameters:
            chosen["folders"] = folders
        parts.append({"condition": name, "params": module.plan(rng, value, **chosen)})
    return {"parts": parts}


def apply(
    samples: np.ndarray, sampling_rate: int, params: Params, assets: Assets | None = None
) -> Changed:
    """Do every part to the result of the one before.

    A ratio to the speech is taken to the speech as it then is: noise after reverberation is set
    against the reverberant speech.

    Returns:
        Float32 samples, and ``parts``: what each part measured.
    """
    from builders.environment import CONDITIONS

    measured = []
    for part in params["parts"]:
        module = importlib.import_module(CONDITIONS[part["condition"]])
        samples, values = module.apply(samples, sampling_rate, part["params"], assets)
        measured.append(values)
    return samples, {"parts": measured}
