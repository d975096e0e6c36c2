"""A speech step whose recogniser hears "hello bear" in the first four takes, then "hello there"."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from builders.audio import Clip
from builders.backends.protocols import Transcript
from builders.provenance import Speech
from builders.speech.takes import best_take
from builders.speech.utterance import Utterance
from builders.step import step

UNIT = 1600


class Ear:
    name, revision = "ear", "1"

    def transcribe(self, samples, sampling_rate, language):
        return Transcript("hello bear" if samples.size <= 4 * UNIT else "hello there")


class Score:
    name, revision = "score", "1"

    def score(self, samples, sampling_rate):
        return 3.5


@step("toy_speak", version=1, uses=("asr", "mos"), costly=True)
def speak(item, ctx, log, takes=4):
    with Path(log).open("a") as file:
        file.write(f"{item.id}\n")

    def take(number):
        tone = 0.3 * np.sin(np.arange((number + 1) * UNIT) / 9)
        return Utterance(Clip.from_samples(tone), None)

    made = Speech(engine="toy", revision="1", voice="v")
    return best_take(item, ctx, take, made, takes=takes, homophones=False, max_error_rate=0.0)
