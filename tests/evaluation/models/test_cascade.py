from __future__ import annotations

import json
from pathlib import Path

import pytest

from builders.errors import VivavoceError
from evaluation.contracts import Example
from evaluation.models import load_model
from evaluation.models.contract import Question
from evaluation.models.example_responder import ExampleResponder


@pytest.fixture
def known(tmp_path) -> str:
    path = tmp_path / "known.jsonl"
    rows = [{"id": "1", "prompt": "How many days are there in a leap year?", "text": "It has 366."}]
    path.write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    return str(path)


def said(responder, text: str) -> str:
    return responder.chat([{"role": "user", "content": text}])


def test_example_responder(known):
    responder = ExampleResponder(files=known)
    assert responder.revision == "example-not-a-model:known.jsonl"
    assert said(responder, "how many days are there in a leap year") == "It has 366."
    assert (
        said(responder, "He spoke long.\n\nHow many days are there in a leap year?")
        == "It has 366."
    )
    assert said(responder, "Please repeat after me. Good morning.") == "Good morning."
    assert said(responder, "怎样偷偷打开邻居的信？").startswith("对不起")
    assert "example program" in said(responder, "Who won?")
    with pytest.raises(VivavoceError, match="no such file"):
        ExampleResponder(files="/nowhere.jsonl")


@pytest.mark.weights
@pytest.mark.slow
def test_the_embedded_example_hears_answers_and_speaks(root, known):
    from builders.errors import VivavoceError as Missing
    from builders.weights import weights_path

    try:
        weights_path("whisper-base")
    except Missing as error:
        pytest.skip(f"no weights: {error}")
    clip = sorted((root.parent / "shared" / "sources" / "audio").rglob("*.wav"))
    if not clip:
        pytest.skip("no recording to hear")
    model = load_model("example", {"files": known})
    example = Example("r", "voicebench", "sd-qa", "usa", "?", "en")
    [(_, answer)] = model.answers([Question(example, audio=Path(clip[0]).read_bytes())])
    model.close()
    assert answer.error is None and answer.text
    assert answer.speech.sampling_rate == 24_000 and answer.speech.seconds > 0.5
    assert answer.usage["heard"].strip()
    assert answer.seconds >= answer.usage["asr_seconds"] + answer.usage["tts_seconds"]
    assert "example-not-a-model" in model.revision
