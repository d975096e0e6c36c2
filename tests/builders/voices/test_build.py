import numpy as np
import pytest
from typer.testing import CliRunner

from builders.audio import write_audio
from builders.cli.voices import app
from builders.errors import BackendError, VivavoceError
from builders.item import Item
from builders.recipe.voices import voice_set
from builders.speech.variants.label import variant_label
from builders.step import Rejected
from builders.text.review import Decision
from builders.voices import by_age_and_gender, by_emotion, by_opinion, write_voice_set
from builders.voices.build import age_band

RATE = 16_000


def prompt(row_id, level=0.3, text="你好。", **fields):
    bare = Item(
        id=row_id,
        prompt=text,
        language="zh",
        fields=fields,
        source_id=row_id,
        source_revision="1",
        license="research only",
    )
    return bare.with_audio(level * np.sin(np.arange(RATE) / 20))


def loudness(item):
    return 10 * float(np.abs(item.clip.samples).max())


def ids(built):
    return [item.id for item, _ in built.kept]


def test_clean_prompts_and_what_people_say():
    rows = [
        prompt("a", 0.5),
        prompt("b", 0.3),
        prompt("c", 0.6),
        prompt("d", 0.34),
        prompt("e", 0.1),
    ]
    rows += [Rejected("unreadable audio", "f.wav"), prompt("g").but(audio=None)]
    decisions = {
        "c": Decision(id="c", decision="reject"),
        "e": Decision(id="e", decision="accept"),
    }
    built = by_opinion(rows, loudness, 3.5, decisions)
    assert ids(built) == ["a", "e"]
    assert dict(built.left_out) == {
        "b": "opinion score not above 3.5",
        "c": "rejected by a person",
        "d": "opinion score not above 3.5",
        "f.wav": "unreadable audio",
        "g": "no recording",
    }
    assert ids(by_opinion(rows[:5], None)) == ["a", "b", "c", "d", "e"]


def test_a_prompt_that_the_model_fails_on_costs_no_other():
    def score(item):
        if item.id == "b":
            raise BackendError("too short")
        return loudness(item)

    built = by_opinion([prompt("a", 0.5), prompt("b"), prompt("c", 0.1)], score)
    assert ids(built) == ["a"]
    assert dict(built.left_out)["b"] == "not measured: too short"
    assert list(built.values) == ["a", "c"]


def test_emotions_that_a_classifier_confirms():
    rows = [prompt("a", 0.5, emotion="Angry"), prompt("b", 0.44, emotion="angry"), prompt("c")]

    def classify(item):
        strength = 2 * float(np.abs(item.clip.samples).max())
        return {"生气": 0.0, "anger": strength, "sad": 1 - strength}

    built = by_emotion(rows, classify)
    assert [(item.id, known) for item, known in built.kept] == [("a", {"emotion": "angry"})]
    assert built.reasons() == {
        "probability of its emotion not above 0.9": 1,
        "no emotion given": 1,
    }
    assert ids(by_emotion(rows, None)) == ["a", "b"]


def test_every_age_and_gender_once():
    people = [(24, "f"), (27, "female"), (31, "M"), ("thirties", "male"), (8, "f"), (None, "m")]
    rows = [prompt(f"p{n}", age=age, gender=gender) for n, (age, gender) in enumerate(people)]
    rows.append(prompt("p9", age=40))
    built = by_age_and_gender(rows)
    cells = [(known["age"], known["gender"]) for _, known in built.kept]
    assert cells == [("20s", "female"), ("30s", "male"), ("child", "female")]
    assert built.reasons() == {
        "enough of that age and gender": 2,
        "no age given": 1,
        "no gender given": 1,
    }
    assert ids(by_age_and_gender(rows)) == ids(by_age_and_gender(list(reversed(rows))))
    names = [known["name"] for _, known in by_age_and_gender(rows, per_cell=2).kept]
    assert names == ["female_20s", "female_20s_2", "male_30s", "male_30s_2", "female_child"]


def test_a_prompt_without_words_makes_room_for_the_next():
    rows = [prompt(f"p{n}", text="", age=20, gender="f") for n in range(3)]

    def hear(item):
        if item.id == first:
            raise BackendError("broken")
        return "" if item.id == second else "words"

    first, second, third = (item.id for item, _ in by_age_and_gender(rows, per_cell=3).kept)
    built = by_age_and_gender(rows, hear=hear)
    ((item, known),) = built.kept
    assert (item.id, item.prompt, known["name"]) == (third, "words", "female_20s")
    assert built.left_out == [(first, "not recognised: broken"), (second, "no words heard")]


@pytest.mark.parametrize(
    ("age", "band"),
    [(34, "30s"), ("80", "80s"), ("teens", "10s"), ("fourties", "40s"), (7, "child"),
     ("34 years", "30s"), ("unknown", None), (None, None), ("eighties", "80s")],
)  # fmt: skip
def test_age_bands(age, band):
    assert age_band(age) == band


def test_a_split_of_an_age_tells_the_age(tmp_path):
    built = by_age_and_gender([prompt("1088-134315", age=24, gender="f")])
    out = tmp_path / "ages.yaml"
    write_voice_set(built, out, tmp_path / "audio", engine="cosyvoice2", about="Prompts.")
    (voice,) = voice_set("ages", tmp_path)
    assert variant_label(voice.name, 1, 0, 0) == "female_20s_1.0_0.0_0.0"


def test_a_written_set_is_a_voice_set(tmp_path):
    built = by_emotion([prompt("a", 0.5, emotion="angry")], None)
    out = tmp_path / "sets" / "esd.yaml"
    write_voice_set(built, out, tmp_path / "audio", engine="cosyvoice2", about="Prompts.")
    (voice,) = voice_set("esd", out.parent)
    assert (voice.engine, voice.emotion, voice.license) == ("cosyvoice2", "angry", "research only")
    assert voice.prompt_text == "你好。"
    assert (tmp_path / "audio" / "prompts.tsv").read_text().splitlines()[1] == "a\t\tkept"
    assert voice.prompt_audio == (tmp_path / "audio" / "a.flac").as_posix()
    with pytest.raises(VivavoceError, match=r"no speech prompt is left .*no rows"):
        write_voice_set(by_opinion([], None), out, tmp_path, engine="x", about="")
    wordless = by_opinion([prompt("a", text=" ")], None)
    with pytest.raises(VivavoceError, match="--recognise"):
        write_voice_set(wordless, out, tmp_path, engine="x", about="")


@pytest.mark.weights
def test_seed_tts_eval_from_its_folder(tmp_path, shared):
    """Two real prompts and one that is noise."""
    from builders.audio import read_audio

    wavs = tmp_path / "zh" / "prompt-wavs"
    wavs.mkdir(parents=True)
    speech, _ = read_audio(shared / "sources" / "audio" / "voice_prompt_zh_tingting.wav")
    noise = 0.2 * np.random.default_rng(0).standard_normal(speech.size).clip(-1, 1)
    write_audio(wavs / "good.wav", speech)
    write_audio(wavs / "bad.wav", noise)
    lines = [
        f"u{n}|那等我们到海洋馆之后。|prompt-wavs/{w}.wav|下一句。"
        for n, w in enumerate(("good", "bad"))
    ]
    (tmp_path / "zh" / "meta.lst").write_text("\n".join(lines) + "\n", "utf-8")
    out = tmp_path / "clean.yaml"
    decisions = tmp_path / "screened.jsonl"
    decisions.write_text('{"id": "good", "decision": "reject"}\n')
    ask = ["build", "seed-tts-eval", "--path", str(tmp_path), "-o", str(out), "--mos", "dnsmos",
           "--min-mos", "2.5", "--audio", str(tmp_path / "audio"), "--option", "threads=2",
           "--decisions", str(decisions)]  # fmt: skip
    result = CliRunner().invoke(app, ask)
    assert result.exit_code == 0, result.output
    (voice,) = voice_set("clean", tmp_path)
    assert voice.prompt_text == "那等我们到海洋馆之后。"
    assert "good" in voice.id
    assert "opinion score not above 2.5: 1" in result.output
    assert "decides on 'good', which is no prompt" in result.output
    listed = (tmp_path / "audio" / "prompts.tsv").read_text().splitlines()
    assert [line.split("\t")[2] for line in listed[1:]] == ["kept", "opinion score not above 2.5"]
    assert all(1 < float(line.split("\t")[1]) < 5 for line in listed[1:])
    with pytest.raises(VivavoceError, match="unknown option 'device'"):
        CliRunner().invoke(app, [*ask, "--option", "device=cuda"], catch_exceptions=False)
