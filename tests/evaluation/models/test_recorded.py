from __future__ import annotations

import json

import pytest

from builders.errors import VivavoceError
from evaluation.models import load_model


def one(model, question):
    [(_, answer)] = model.answers([question])
    return answer


def write(path, rows) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text(text + "\n", encoding="utf-8")
    return str(path)


def test_released_vocalbench_output(shared, make_question):
    folder = shared / "sources" / "vocalbench-zh" / "model_output" / "qwen3-omni"
    model = load_model("recorded", {"file": str(folder), "revision": "qwen3-omni"})
    first = one(model, make_question("chinese_knowledge-0000", config="chinese_knowledge"))
    assert first.text.startswith("以武术闻名的佛教寺院是**少林寺**")
    assert first.asr_text and "少林寺" in first.asr_text
    assert first.speech.seconds > 1 and first.error is None
    ninth = one(model, make_question("chinese_knowledge-0009", config="chinese_knowledge"))
    assert ninth.text and ninth.asr_text and ninth.speech is None
    absent = one(model, make_question("chinese_knowledge-001", config="chinese_knowledge"))
    assert absent.error.startswith("not recorded")


def test_voicebench_output_is_found_by_text(tmp_path, make_question):
    file = write(tmp_path / "qwen2-audio-7b-sd-qa-usa-audio.jsonl", [
        {"prompt": "How many?", "reference": "3", "response": "Three."},
        {"prompt": "Who?", "reference": "Tom", "response": "Tom."},
    ])  # fmt: skip
    model = load_model("recorded", {"file": file})
    from dataclasses import replace

    question = make_question("sd-qa-1", config="sd-qa", prompt="Who?")
    usa = replace(question, example=replace(question.example, split="usa"))
    aus = replace(question, example=replace(question.example, split="aus"))
    assert one(model, usa).text == "Tom."
    assert one(model, aus).error is not None
    other = make_question("x", config="alpacaeval", prompt="Who?")
    assert one(model, other).error is not None


def test_voicebench_output_with_keys(tmp_path, make_question):
    file = write(tmp_path / "m-ifeval-test-audio.jsonl", [
        {"prompt": "Do.", "key": 1000, "response": "Done.", "kwargs": []}
    ])  # fmt: skip
    model = load_model("recorded", {"file": file})
    assert one(model, make_question("1000", config="ifeval", prompt="Do.")).text == "Done."


def test_an_id_of_another_config_is_never_taken_and_variants_have_the_clean_answer(
    tmp_path, make_question
):
    file = write(tmp_path / "a.jsonl", [
        {"config": "cs_knowledge", "id": "c-0", "text": "火星"},
        {"config": "single_round", "id": "s-0", "text": "好"},
    ])  # fmt: skip
    model = load_model("recorded", {"file": file})
    assert one(model, make_question("c-0", config="cs_knowledge")).text == "火星"
    assert one(model, make_question("c-0", config="cs_knowledge_en")).error is not None
    noisy = make_question("robust-white_noise-snr_-5-0000", config="robust", source="s-0")
    assert one(model, noisy).text == "好"


def test_an_own_run_is_replayed(tmp_path, make_question):
    file = write(tmp_path / "responses.jsonl", [
        {"config": "c", "split": "test", "id": "1", "text": "a", "seconds": 0.5, "usage": {"n": 1}},
        {"config": "c", "split": "test", "id": "2", "error": "timeout: none"},
    ])  # fmt: skip
    model = load_model("recorded", {"file": file})
    answer = one(model, make_question("1"))
    assert (answer.text, answer.seconds, answer.usage) == ("a", 0.5, {"n": 1})
    assert one(model, make_question("2")).error == "timeout: none"


def test_clear_errors(tmp_path):
    with pytest.raises(VivavoceError, match="no such file"):
        load_model("recorded", {"file": str(tmp_path / "x")})
    with pytest.raises(VivavoceError, match="row 1: no recorded answer"):
        load_model("recorded", {"file": write(tmp_path / "y.jsonl", [{"text": "a"}])})
    with pytest.raises(VivavoceError, match="needs file"):
        load_model("recorded")


@pytest.mark.parametrize("family", ["ear", "voicebench", "vocalbench_zh"])
def test_every_sample_row_has_a_hand_written_answer(root, family):
    lines = (root / "recipes" / "responses" / f"{family}.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert {row["by"] for row in rows} == {"hand-written example"}
    answered = {(row["config"], row["id"]) for row in rows}
    assert len(answered) == len(rows)
    for path in (root / "recipes" / "texts" / family).glob("*.jsonl"):
        for line in path.read_text("utf-8").splitlines():
            id = json.loads(line)["id"]
            members = ("original", "invariant", "degraded")
            wanted = [f"{id}-{m}" for m in members] if family == "ear" else [id]
            assert all((path.stem, name) in answered for name in wanted), (path.stem, id)


@pytest.mark.parametrize(
    ("odd", "message"),
    [
        ({"text": ["a"]}, r"row 1: text or response or Response is no text: \['a'\]"),
        ({"asr_text": 7}, "row 1: asr_text or Response_hyp is no text: 7"),
        ({"seconds": "1.5"}, "row 1: seconds is no time in seconds: '1.5'"),
        ({"duration": float("nan")}, "row 1: duration is no time in seconds: nan"),
        ({"first_token": -1}, "row 1: first_token is no time in seconds: -1"),
        ({"usage": "x"}, "row 1: usage is no object: 'x'"),
    ],
)
def test_a_row_of_another_shape_is_named(tmp_path, odd, message):
    with pytest.raises(VivavoceError, match=message):
        load_model("recorded", {"file": write(tmp_path / "a.jsonl", [{"id": "1", **odd}])})


def test_two_answers_to_one_row_are_told_from_none(tmp_path, make_question):
    rows = [{"id": "1", "text": "a"}, {"id": "1", "text": "b"}]
    model = load_model("recorded", {"file": write(tmp_path / "a.jsonl", rows)})
    assert one(model, make_question("1")).error == "ambiguous: 2 recorded answers may be meant"
