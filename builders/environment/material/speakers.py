"""Speech of the project's own voices, for babble and for multi-speaker masks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from builders.audio.clip import SAMPLING_RATE, Clip
from builders.audio.io import to_rate
from builders.backends.protocols import TTS, Voice

VOICES = {
    "en": ("af_heart", "am_michael", "bf_emma", "bm_george", "af_bella", "am_fenrir"),
    "zh": ("zf_xiaobei", "zm_yunxi", "zf_xiaoni", "zm_yunjian", "zf_xiaoxiao", "zm_yunyang"),
}
"""Embedded voices that babble is spoken by."""

SENTENCES = {
    "en": (
        "The bus was late again, so we walked along the river and talked about the summer.",
        "My sister keeps three chickens behind her house, and they follow her everywhere.",
        "Could you pass me the salt, and then tell them that the soup is nearly ready?",
        "They painted the kitchen yellow, but in the evening it looks almost green.",
        "He reads two chapters every night, and he always forgets where he stopped.",
        "If the weather holds, the whole street will be out in the garden on Sunday.",
    ),
    "zh": (
        "公交车又晚点了，我们就沿着河边慢慢走，一路聊着夏天的事。",
        "我姐姐在屋后养了三只鸡，她走到哪里，它们就跟到哪里。",
        "麻烦把盐递给我，再告诉他们汤马上就好了。",
        "他们把厨房刷成了黄色，可是到了晚上看起来有点发绿。",
        "他每天晚上看两章书，可总是忘了上次看到哪里。",
        "要是天气好，星期天整条街的人都会到院子里来。",
    ),
}
"""One sentence a voice, written for this project."""


def embedded_speakers(
    tts: TTS,
    cached: Callable[[str, dict[str, Any], Callable[[], Any]], Any],
    language: str = "en",
    voices: Sequence[str] | None = None,
) -> Callable[[int], dict[str, list[np.ndarray]]]:
    """Make the function that speaks for babble.

    Args:
        tts: Speech engine.
        cached: As :meth:`builders.step.Context.cached`; each clip is spoken once.
        language: ``en`` or ``zh``.
        voices: The engine's names of the voices; :data:`VOICES` otherwise.

    Returns:
        A function from a sampling rate to the clips of each voice.
    """

    def speak(sampling_rate: int) -> dict[str, list[np.ndarray]]:
        speakers = {}
        for index, name in enumerate(voices or VOICES[language]):
            text = SENTENCES[language][index % len(SENTENCES[language])]
            voice = Voice(id=name, engine=tts.name, name=name, language=language)
            key = {"engine": tts.name, "revision": tts.revision, "voice": name, "text": text}

            def make(text: str = text, voice: Voice = voice) -> tuple[dict[str, Any], bytes]:
                speech = tts.synthesise(text, voice)
                samples = to_rate(speech.samples, speech.sampling_rate, SAMPLING_RATE)
                return {}, Clip.from_samples(np.clip(samples, -1.0, 1.0)).data

            _, data = cached("babble", key, make)
            speakers[name] = [to_rate(Clip.from_bytes(data).samples, SAMPLING_RATE, sampling_rate)]
        return speakers

    return speak
