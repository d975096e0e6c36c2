"""Judges by name. A new judge is one line."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from builders.errors import VivavoceError, unknown_name
from evaluation.judges.entry import Judge

JUDGES: dict[str, str] = {
    "lexical": "evaluation.judges.registry:lexical",
    "recorded": "evaluation.judges.registry:language_model",
    "openai_compatible": "evaluation.judges.registry:language_model",
}


def load_judge(
    name: str,
    options: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Judge:
    """Make a judge.

    Args:
        name: Registered name.
        options: Options of its backend, such as ``model``, ``base_url`` or ``file``.
        settings: Settings that win over those of the prompts, such as ``temperature`` or ``n``.

    Raises:
        VivavoceError: Unknown name or option.
    """
    if name not in JUDGES:
        raise unknown_name("judge", name, JUDGES)
    module, attribute = JUDGES[name].split(":")
    made: Judge = getattr(importlib.import_module(module), attribute)(
        name, dict(options or {}), dict(settings or {})
    )
    return made


def lexical(name: str, options: dict[str, Any], settings: dict[str, Any]) -> Judge:
    """The lexical judge; it takes no options."""
    from evaluation.judges.lexical import LexicalJudge

    if options or settings:
        given = ", ".join(sorted({**options, **settings}))
        raise VivavoceError(f"judge '{name}' takes no options, got {given}")
    return LexicalJudge()


def language_model(name: str, options: dict[str, Any], settings: dict[str, Any]) -> Judge:
    """A judge by a language-model backend of the same name."""
    from builders.backends.registry import load_backend
    from evaluation.judges.llm import LLMJudge

    return LLMJudge(load_backend("llm", name, options), settings)
