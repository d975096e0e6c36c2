from __future__ import annotations

from collections.abc import Callable

import pytest
from clips import clip

from evaluation.contracts import Example
from evaluation.models.contract import Question, Turn


@pytest.fixture(scope="session")
def make_question() -> Callable[..., Question]:
    """Question with its own noise as audio."""

    def make(
        id: str = "r0",
        *,
        seed: int = 0,
        seconds: float = 0.1,
        audio: bool = True,
        text: str | None = None,
        system: str | None = None,
        history: tuple[Turn, ...] = (),
        prompt: str = "hello",
        config: str = "c",
        language: str = "en",
        source: str = "",
    ) -> Question:
        example = Example(
            id, "voicebench", config, "test", prompt, language, source_id=source or id
        )
        return Question(
            example,
            audio=clip(seed, seconds) if audio else None,
            text=text,
            system=system,
            history=history,
            seed=seed,
        )

    return make
