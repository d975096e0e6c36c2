"""The in-process adapter against a package with the signatures of CosyVoice's own."""

import sys
import types

import numpy as np
import pytest

from builders.backends import load_backend
from builders.errors import BackendError, VivavoceError


class Tensor:
    def __init__(self, samples):
        self.samples = samples

    def numpy(self):
        return self.samples


class Model:
    sample_rate = 24_000

    def __init__(self, model_dir, **options):
        self.loaded, self.calls = (model_dir, options), []

    def _say(self, **given):
        self.calls.append(given)
        if given["tts_text"] == "坏":
            raise RuntimeError("CUDA out of memory")
        yield {"tts_speech": Tensor(np.full((1, 100), 0.5))}
        yield {"tts_speech": Tensor(np.full((1, 50), -2.0))}

    def inference_sft(self, tts_text, spk_id, stream=False, speed=1.0, text_frontend=True):
        return self._say(tts_text=tts_text, spk_id=spk_id, speed=speed)

    def inference_zero_shot(
        self, tts_text, prompt_text, prompt_wav, zero_shot_spk_id="", stream=False, speed=1.0,
        text_frontend=True,
    ):  # fmt: skip
        return self._say(
            tts_text=tts_text, prompt_text=prompt_text, prompt_wav=prompt_wav, speed=speed,
            frontend=text_frontend,
        )  # fmt: skip

    def inference_instruct2(
        self, tts_text, instruct_text, prompt_wav, zero_shot_spk_id="", stream=False, speed=1.0,
        text_frontend=True,
    ):  # fmt: skip
        return self._say(tts_text=tts_text, instruct_text=instruct_text, prompt_wav=prompt_wav)


class Older(Model):
    """As before December 2025."""

    def inference_zero_shot(self, tts_text, prompt_text, prompt_speech_16k, stream=False):
        return self._say(tts_text=tts_text, prompt=prompt_speech_16k)

    def inference_cross_lingual(self, tts_text, prompt_speech_16k, stream=False, speed=1.0):
        return self._say(tts_text=tts_text, prompt=prompt_speech_16k)

    def inference_instruct2(
        self, tts_text, instruct_text, prompt_speech_16k, stream=False, speed=1
    ):
        return self._say(tts_text=tts_text, instruct_text=instruct_text, prompt=prompt_speech_16k)


@pytest.fixture
def seeds(monkeypatch):
    seen = []
    modules = {
        "cosyvoice": {},
        "cosyvoice.cli": {},
        "cosyvoice.cli.cosyvoice": {"AutoModel": Model},
        "cosyvoice.utils": {},
        "cosyvoice.utils.common": {"set_all_random_seed": seen.append},
        "cosyvoice.utils.file_utils": {"load_wav": lambda path, rate: (path, rate)},
        "modelscope": {"snapshot_download": lambda model, revision: f"cache/{model}@{revision}"},
    }
    for name, content in modules.items():
        module = types.ModuleType(name)
        module.__dict__.update(content, __path__=[])
        monkeypatch.setitem(sys.modules, name, module)
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], child, module)
    return seen


def test_ways_seeds_and_samples(seeds, cloned, built_in, tmp_path):
    weights = str(tmp_path)
    given = {"model": weights, "revision": "v1", "options": {"fp16": True}}
    engine = load_backend("tts", "cosyvoice2", given)
    engine.warm_up()
    speech = engine.synthesise("你好", cloned, seed=3, style={"rate": 0.5})
    assert (speech.sampling_rate, speech.samples.size) == (24_000, 150)
    # Louder than full scale is scaled, not cut.
    assert (speech.samples[0], speech.samples[-1]) == (0.25, -1.0)
    engine.synthesise("你好", built_in)
    model = engine._model
    assert model.loaded == (weights, {"fp16": True})
    assert model.calls[0] == {
        "tts_text": "你好",
        "prompt_text": "你好。",
        "prompt_wav": cloned.prompt_audio,
        "speed": 0.5,
        "frontend": True,
    }
    assert model.calls[1] == {"tts_text": "你好", "spk_id": "中文女", "speed": 1.0}
    assert seeds == [3, 0]


def test_older_releases_take_samples(seeds, cloned, monkeypatch):
    monkeypatch.setattr(sys.modules["cosyvoice.cli.cosyvoice"], "AutoModel", Older)
    engine = load_backend("tts", "cosyvoice2", {"mode": "cross_lingual", "revision": "v1"})
    engine.synthesise("你好", cloned)
    assert engine._model.calls[0]["prompt"] == (cloned.prompt_audio, 16_000)


@pytest.mark.parametrize(("release", "end"), [(Model, "<|endofprompt|>"), (Older, "")])
def test_the_end_of_an_instruction_is_marked_once(seeds, cloned, monkeypatch, release, end):
    monkeypatch.setattr(sys.modules["cosyvoice.cli.cosyvoice"], "AutoModel", release)
    engine = load_backend("tts", "cosyvoice2", {"revision": "v1"})
    engine.synthesise("你好", cloned, style={"instruct": "开心地说"})
    engine.synthesise("你好", cloned, style={"instruct": "开心地说<|endofprompt|>"})
    said = [call["instruct_text"] for call in engine._model.calls]
    assert said == ["开心地说" + end, "开心地说<|endofprompt|>"]


def test_the_stated_revision_is_the_one_that_is_loaded(seeds):
    engine = load_backend("tts", "cosyvoice2", {"revision": "v1"})
    assert engine._model.loaded[0] == "cache/iic/CosyVoice2-0.5B@v1"
    assert engine.revision.startswith("iic/CosyVoice2-0.5B@v1;")
    with pytest.raises(VivavoceError, match="which 'revision' of 'iic/CosyVoice2"):
        load_backend("tts", "cosyvoice2")


def test_failures(seeds, cloned):
    engine = load_backend("tts", "cosyvoice2", {"revision": "v1"})
    with pytest.raises(BackendError, match="out of memory") as caught:
        engine.synthesise("坏", cloned)
    assert caught.value.transient
    lone = load_backend("tts", "cosyvoice2", {"mode": "cross_lingual", "revision": "v1"})
    with pytest.raises(BackendError, match="has no 'cross_lingual'"):
        lone.synthesise("你好", cloned)


def test_without_the_package_the_remedy_is_named(monkeypatch, cloned):
    monkeypatch.setitem(sys.modules, "cosyvoice", None)
    with pytest.raises(VivavoceError, match="choose 'cosyvoice_server'"):
        load_backend("tts", "cosyvoice2", {"revision": "v1"}).warm_up()
