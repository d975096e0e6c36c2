from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

import pytest

from builders.backends.once import once


class Engine:
    loads = 0

    @once
    def model(self):
        type(self).loads += 1
        time.sleep(0.05)
        return object()


def test_many_threads_load_a_model_once(monkeypatch):
    # Python 3.12 took the lock away; take it away from older ones, too.
    monkeypatch.setattr(cached_property, "__get__", _without_lock)
    engine = Engine()
    with ThreadPoolExecutor(8) as pool:
        models = set(pool.map(lambda _: engine.model, range(8)))
    assert len(models) == Engine.loads == 1
    assert Engine().model not in models


def _without_lock(self, instance, owner=None):
    if self.attrname not in instance.__dict__:
        instance.__dict__[self.attrname] = self.func(instance)
    return instance.__dict__[self.attrname]


@pytest.mark.parametrize(
    ("module", "attribute"),
    [
        ("asr.faster_whisper:FasterWhisper", "_model"),
        ("mos.utmos:UTMOS", "_model"),
        ("mos.dnsmos:DNSMOS", "_session"),
        ("emotion.funasr:FunASREmotion", "_model"),
        ("emotion.transformers_classifier:TransformersClassifier", "_loaded"),
        ("align.ctc:CTCAligner", "_model"),
        ("align.whisperx_asr:WhisperXRecogniser", "_model"),
        ("tts.kokoro:Kokoro", "_model"),
        ("tts.cosyvoice2:CosyVoice2", "_model"),
        ("tts.google:Google", "_client"),
        ("tagger.lac:LAC", "_session"),
        ("tagger.english:English", "_nlp"),
    ],
)
def test_models_of_the_backends_are_loaded_once(module, attribute):
    import importlib

    place, name = module.split(":")
    made = getattr(importlib.import_module(f"builders.backends.{place}"), name)
    assert isinstance(made.__dict__[attribute], once)
