from __future__ import annotations

import numpy as np
import pytest

from builders.audio.io import read_audio

RATE = 16_000
REAL = (
    "cmu_arctic_aew_a0001.wav",
    "ljspeech-LJ002-0020.wav",
    "librispeech-1088-134315-0000.wav",
    "vctk_p286_011.wav",
    "voice_prompt_zh_tingting.wav",
    "question_vicuna_3.wav",
)


@pytest.fixture(scope="session")
def real_clips(shared) -> dict[str, np.ndarray]:
    """Real speech at 16 kHz, by file name."""
    return {name: read_audio(shared / "sources" / "audio" / name, RATE)[0] for name in REAL}


@pytest.fixture(scope="session")
def spoken() -> np.ndarray:
    """Three seconds that rise and fall like speech: syllables of a buzzing tone, and a pause."""
    t = np.arange(3 * RATE) / RATE
    buzz = sum(np.sin(2 * np.pi * 140 * k * t) / k for k in range(1, 20))
    syllables = np.clip(np.sin(2 * np.pi * 3 * t), 0, None) ** 0.5
    pause = (t < 1.2) | (t > 2.0)
    samples = 0.2 * buzz * syllables * pause
    return samples.astype(np.float32)
