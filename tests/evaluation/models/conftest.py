from __future__ import annotations

import importlib.util
import io
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import soundfile as sf

from evaluation.contracts import Example
from evaluation.models.contract import Question, Turn

_HELPERS = Path(__file__).resolve().parents[2] / "helpers"


def clip(seed: int, seconds: float = 0.1, kind: str = "FLAC") -> bytes:
    samples = np.random.default_rng(seed).integers(-9000, 9000, int(16_000 * seconds))
    buffer = io.BytesIO()
    sf.write(buffer, samples.astype(np.int16), 16_000, format=kind, subtype="PCM_16")
    return buffer.getvalue()


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


def _load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, _HELPERS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def audio_server() -> ModuleType:
    """The module of the audio chat server."""
    return _load("audio_chat_server")


@pytest.fixture(scope="session")
def tiny() -> ModuleType:
    """The module of tiny audio models."""
    return _load("tiny_audio_models")
