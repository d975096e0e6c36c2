"""Real adapters on real model classes with random weights."""

from __future__ import annotations

import re

import pytest
from tiny_audio_models import TINY
from tiny_parts import let_torchvision_load

from builders.errors import VivavoceError
from evaluation.models import load_model
from evaluation.models.contract import Turn
from evaluation.models.transformers_audio.batching import batches

CLASSES = tuple(TINY)


@pytest.fixture(scope="module")
def weights_of(tmp_path_factory, request):
    pytest.importorskip("torch", reason="needs torch: make test-torch")
    pytest.importorskip("transformers", reason="needs transformers: make test-torch")
    let_torchvision_load()
    made: dict[str, str] = {}

    def get(name: str) -> str:
        if name not in made:
            made[name] = str(TINY[name](tmp_path_factory.mktemp(name) / name))
        return made[name]

    return get


def options(name: str, folder: str, **more) -> dict:
    return {"model": folder, "device": "cpu", "max_new_tokens": 5, **more}


@pytest.mark.parametrize("name", CLASSES)
def test_speech_and_text_in_batches(name, weights_of, make_question):
    model = load_model(name, options(name, weights_of(name), batch_size=2))
    assert (model.warm_up, model.parallel) == (2, 2)
    questions = [
        make_question("long", seed=1, seconds=0.6, text="what?", system="be brief"),
        make_question("short", seed=2, seconds=0.2),
        make_question("middle", seed=3, seconds=0.4),
        make_question(
            "text", audio=False, text="hi", history=(Turn("user", "a"), Turn("assistant", "b"))
        ),
    ]
    found = {question.id: answer for question, answer in model.answers(questions)}
    assert {id: answer.error for id, answer in found.items()} == dict.fromkeys(found)
    assert len(found) == 4
    assert {found[i].usage["batch"] for i in ("short", "middle")} == {2}
    assert found["short"].first_token is None
    alone = found["long"]
    assert "batch" not in alone.usage and 0 < alone.first_token < alone.seconds
    assert all(1 <= answer.usage["completion_tokens"] <= 5 for answer in found.values())
    assert found["long"].speech is None


@pytest.mark.parametrize("name", ["qwen2_audio", "qwen2_5_omni"])
def test_greedy_answers_repeat_and_sampled_ones_follow_the_seed(name, weights_of, make_question):
    folder = weights_of(name)

    def ask(temperature: float, seed: int) -> str | None:
        model = load_model(name, options(name, folder, temperature=temperature))
        [(_, answer)] = model.answers([make_question(seed=seed, audio=False, text="hi")])
        return answer.text

    assert ask(0.0, 1) == ask(0.0, 2)
    assert ask(5.0, 1) == ask(5.0, 1)
    assert len({ask(5.0, seed) for seed in range(4)}) > 1


@pytest.mark.parametrize("name", ["qwen2_5_omni", "qwen3_omni"])
def test_omni_speaks(name, weights_of, make_question):
    more = {"speech": True, "max_speech_tokens": 20, "voice": "Ethan", "batch_size": 4}
    model = load_model(name, options(name, weights_of(name), **more))
    [(_, answer)] = model.answers([make_question(seconds=0.3)])
    assert answer.error is None and answer.speech.sampling_rate == 24_000
    assert answer.speech.samples.ndim == 1 and 0 < answer.speech.seconds < 5
    assert model.settings()["batch_size"] == 1 and model.settings()["voice"] == "Ethan"


def test_the_talker_is_not_loaded_for_text(weights_of):
    model = load_model("qwen3_omni", options("qwen3_omni", weights_of("qwen3_omni")))
    model.load()
    assert not model._model.has_talker


def test_voxtral_is_asked_in_the_form_of_its_tokeniser(weights_of, make_question):
    model = load_model("voxtral", options("voxtral", weights_of("voxtral")))
    model.load()
    history = (Turn("user", "a"), Turn("assistant", "b"))
    spoken = make_question(text="what?", system="brief", history=history)

    def asked(question):
        return model.processor.tokenizer.decode(model.prepare([question])["input_ids"][0])

    text = re.sub(r"(\[AUDIO\])+", "[AUDIO]", asked(spoken))
    assert text == ("<s>[INST]a[/INST]b</s>[INST][BEGIN_AUDIO][AUDIO]brief\n\nwhat?[/INST]")
    written = make_question(audio=False, text="hi")
    assert asked(written) == "<s>[INST]hi[/INST]"


def test_phi4_is_asked_in_the_form_of_its_card(weights_of, make_question):
    name = "phi4_multimodal"
    model = load_model(name, options(name, weights_of(name)))
    model.load()
    history = (Turn("user", "a"), Turn("assistant", "b"))
    question = make_question(text="what?", system="brief", history=history)
    text = model.processor.tokenizer.decode(model.prepare([question])["input_ids"][0])
    assert re.sub(r"(<\|audio\|>)+", "<|audio|>", text) == (
        "<|system|>brief<|end|><|user|>a<|end|><|assistant|>b<|end|>"
        "<|user|><|audio|>what?<|end|><|assistant|>"
    )


def test_phi4_hears_by_its_adapter(weights_of, make_question):
    import torch

    name, found = "phi4_multimodal", {}
    question = make_question(text="what?", seconds=0.3)
    for adapter in ("speech-lora", None):
        model = load_model(name, options(name, weights_of(name), adapter=adapter))
        model.load()
        with torch.inference_mode():
            found[adapter] = model._model(**model.prepare([question])).logits
    assert not torch.allclose(found["speech-lora"], found[None])
    missing = load_model(name, options(name, weights_of(name), adapter="nowhere"))
    with pytest.raises(VivavoceError, match="adapter 'nowhere' cannot be loaded"):
        missing.load()


def test_granite_has_as_many_marks_as_it_hears(weights_of, make_question):
    name = "granite_speech"
    model = load_model(name, options(name, weights_of(name)))
    model.load()
    rows = [make_question(text="what?", system="brief", seconds=s) for s in (1.0, 0.2)]
    inputs = model.prepare(rows)
    mark = model._model.config.audio_token_index
    heard = inputs["input_features_mask"].sum(dim=1).tolist()
    assert (inputs["input_ids"] == mark).sum(dim=1).tolist() == heard == [12, 3]
    text = model.processor.tokenizer.decode(inputs["input_ids"][0]).replace("<|audio|>", "")
    assert text == (
        "<|im_start|>system\nbrief<|im_end|>\n<|im_start|>user\nwhat?<|im_end|>\n"
        "<|im_start|>assistant\n"
    )


def test_a_bad_row_fails_alone(weights_of, make_question):
    from dataclasses import replace

    model = load_model(
        "qwen2_audio", options("qwen2_audio", weights_of("qwen2_audio"), batch_size=3)
    )
    bad = replace(make_question("bad"), audio=b"no audio at all")
    rows = [make_question("a", seed=1), bad, make_question("b", seed=2)]
    found = {question.id: answer for question, answer in model.answers(rows)}
    assert "no audio" in found["bad"].error
    assert found["a"].error is None and found["b"].error is None


def test_weights_of_another_model_and_missing_voice(weights_of):
    with pytest.raises(VivavoceError, match="answers in text alone"):
        load_model("qwen2_audio", {"model": weights_of("qwen2_audio"), "speech": True})
    with pytest.raises(VivavoceError, match="neither a folder nor a repository"):
        load_model("qwen2_audio", {"model": "/nowhere"})


def test_batches_are_of_like_length_and_lose_nothing(make_question):
    questions = [make_question(f"q{n}", seed=n, seconds=0.1 + n % 5) for n in range(20)]
    questions += [make_question("t", audio=False, text="hi")]
    made = list(batches(questions, 4))
    assert sorted(q.id for batch in made for q in batch) == sorted(q.id for q in questions)
    spread = [
        max(len(q.audio) for q in b) / min(len(q.audio) for q in b) for b in made if b[0].audio
    ]
    assert max(spread) < 1.1
    assert [q.id for q in made[-1]] == ["t"]
