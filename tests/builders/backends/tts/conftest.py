from __future__ import annotations

import pytest

from builders.backends.protocols import Voice


@pytest.fixture(scope="session")
def prompt(tmp_path_factory):
    """A speech prompt: one second of sound."""
    import numpy as np

    from builders.audio import write_audio

    path = tmp_path_factory.mktemp("prompts") / "prompt.wav"
    write_audio(path, 0.3 * np.sin(np.arange(16_000) / 20))
    return path


@pytest.fixture(scope="session")
def cloned(prompt):
    return Voice(
        "esd-0011", "cosyvoice2", "esd-0011", "zh", prompt_audio=str(prompt), prompt_text="你好。"
    )


@pytest.fixture(scope="session")
def built_in():
    return Voice("cosy-woman", "cosyvoice2", "中文女", "zh")
