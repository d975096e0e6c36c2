from __future__ import annotations

import pytest

from builders.item import Item
from builders.step import keyed_rng


class Ctx:
    """A context that keeps results in memory, with the backends it is given."""

    seed = 0

    def __init__(self, **backends: object) -> None:
        self.backends = backends
        self.kept: dict[str, object] = {}

    def rng(self, item, name):
        return keyed_rng(self.seed, item.id, name)

    def backend(self, kind):
        return self.backends[kind]

    def cached(self, kind, key, make):
        name = f"{kind} {sorted(key.items(), key=lambda pair: pair[0])}"
        if name not in self.kept:
            self.kept[name] = make()
        return self.kept[name]


class Emotions:
    """Replays the probabilities that a classifier gave."""

    name = "recorded"
    revision = "1"

    def __init__(self, **found: float) -> None:
        self.found = found
        self.labels = list(found)

    def classify(self, samples, sampling_rate):
        return self.found


def row(text: str, samples, language: str = "en", row_id: str = "r-1", **fields: object) -> Item:
    bare = Item(
        id=row_id,
        prompt=text,
        language=language,
        fields=fields,
        source_id="1",
        source_revision="1",
        license="Apache-2.0",
    )
    return bare.with_audio(samples)


@pytest.fixture(scope="session")
def tools():
    """Helpers that tests of this folder share."""

    class Tools:
        context = Ctx
        emotions = Emotions
        item = staticmethod(row)

    return Tools


@pytest.fixture(scope="session")
def asr():
    from builders.backends import load_backend

    return load_backend("asr", "whisper_base")


SENTENCE = "The old lighthouse keeper walked slowly down to the harbour every morning."


@pytest.fixture(scope="session")
def spoken_sentence():
    """A sentence of the embedded engine at 16 kHz, with its word times."""
    from builders.audio import SAMPLING_RATE, to_rate
    from builders.backends import load_backend
    from builders.backends.protocols import Voice

    voice = Voice("kokoro-af-heart", "kokoro", "af_heart", "en", accent="us")
    speech = load_backend("tts", "kokoro").synthesise(SENTENCE, voice)
    return SENTENCE, to_rate(speech.samples, speech.sampling_rate, SAMPLING_RATE), speech.words
