"""Suites: which metric on which config, and the overall of each paper."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from builders.errors import unknown_name

if TYPE_CHECKING:
    from evaluation.suites.suite import Suite

SUITES: dict[str, str] = {
    "voicebench": "evaluation.suites.voicebench:VOICEBENCH",
    "vocalbench_zh": "evaluation.suites.vocalbench_zh:VOCALBENCH_ZH",
    "ear": "evaluation.suites.ear:EAR_SUITE",
}


def load_suite(name: str) -> Suite:
    """The suite registered under a name.

    Raises:
        VivavoceError: If no suite has that name.
    """
    if name not in SUITES:
        raise unknown_name("suite", name, SUITES)
    module, attribute = SUITES[name].split(":")
    found: Suite = getattr(importlib.import_module(module), attribute)
    return found


__all__ = ["SUITES", "load_suite"]
