import json

import numpy as np
import pytest
import soundfile as sf

from builders.backends.protocols import Transcript
from builders.cli.import_recordings import import_recordings
from builders.errors import VivavoceError
from builders.speech.intake import take_in

RATE = 16_000


class Ear:
    def __init__(self, text, no_speech=0.1):
        self.text, self.no_speech = text, no_speech

    def transcribe(self, samples, sampling_rate, language):
        return Transcript(self.text, None, {"no_speech_prob": self.no_speech})


def tone(seconds=1.5, level=0.3, rate=RATE):
    return level * np.sin(2 * np.pi * 150 * np.arange(round(seconds * rate)) / rate)


@pytest.fixture
def write(tmp_path):
    def make(name, samples, rate=RATE, **how):
        sf.write(tmp_path / name, samples, rate, **how)
        return tmp_path / name

    return make


def test_as_it_should_be(write):
    taken = take_in(write("a.wav", tone()), "Where do we go now?", "en")
    assert (taken.verdict, taken.changes, taken.reason) == ("accepted", [], "")
    assert taken.clip.frames == round(1.5 * RATE)
    assert "clip" not in taken.row()


def test_what_is_converted(write):
    stereo = np.stack([tone(rate=48_000)] * 2, axis=1)
    taken = take_in(write("a.wav", stereo, 48_000, subtype="PCM_24"), "Where do we go now?", "en")
    assert taken.verdict == "converted"
    assert taken.changes == ["48000 Hz to 16000 Hz", "2 channels to one", "WAV PCM_24 to 16 bit"]
    assert (taken.clip.sampling_rate, taken.clip.frames) == (RATE, round(1.5 * RATE))


def test_what_is_refused_and_why(write, tmp_path):
    (tmp_path / "text.wav").write_text("no audio at all")
    (tmp_path / "empty.wav").write_bytes(b"")
    loud = np.clip(tone(level=3.0), -1, 1)
    whole = write("whole.wav", tone())
    (tmp_path / "cut.wav").write_bytes(whole.read_bytes()[:20_000])
    cases = {
        "cut off": (tmp_path / "cut.wav", "Where do we go now?"),
        "not audio": (tmp_path / "text.wav", "a"),
        "empty file": (tmp_path / "empty.wav", "a"),
        "digital silence": (write("silent.wav", np.zeros(RATE)), "a"),
        "duration": (write("short.wav", tone(0.1)), "a"),
        "clipped": (write("loud.wav", loud), "Where do we go now?"),
        "dc offset": (write("offset.wav", tone(level=0.2) + 0.2), "Where do we go now?"),
        "too soft": (write("soft.wav", tone(level=0.001)), "Where do we go now?"),
        "duration does not fit the words": (write("long.wav", tone(20)), "Where do we go now?"),
        "no text": (write("mute.wav", tone()), None),
    }
    for reason, (path, text) in cases.items():
        taken = take_in(path, text, "en")
        assert (taken.verdict, taken.reason) == ("refused", reason), taken
        assert taken.detail
        assert taken.clip is None


def test_what_the_recogniser_says(write):
    path, text = write("a.wav", tone()), "where do we go now"
    assert take_in(path, None, "en", Ear(text)).text == text
    assert take_in(path, text, "en", Ear("Where do we go, now?")).error_rate == 0.0
    assert take_in(path, text, "en", Ear("something else entirely")).reason == "other words"
    assert take_in(path, text, "en", Ear("...")).reason == "no speech"
    assert take_in(path, None, "en", Ear("thanks for watching", 0.9)).reason == "no speech"
    assert take_in(path, None, "en", Ear("one")).reason == ""
    drawn = write("b.wav", tone(6.0))
    assert take_in(drawn, None, "en", Ear("one")).reason == "duration does not fit the words"


def test_another_language(write):
    class Polyglot(Ear):
        def languages(self, samples, sampling_rate):
            return {"en": 0.1, "zh": 0.9}

    path = write("a.wav", tone())
    taken = take_in(path, None, "en", Polyglot("a gift for mom"))
    assert (taken.reason, taken.detail) == ("wrong language", "'en' has 0.10, 'zh' most")
    assert take_in(path, None, "zh", Polyglot("给妈妈买礼物")).text == "给妈妈买礼物"
    # Of noise, a recogniser names any language.
    assert take_in(path, None, "en", Polyglot("thank you", no_speech=0.8)).reason == "no speech"


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_the_rows_are_read_by_a_source(write, tmp_path, ending):
    from builders.sources import read

    wavs = tmp_path / "wavs"
    wavs.mkdir()
    for name, samples in (("a", tone()), ("b", tone(2.0)), ("c", np.zeros(RATE))):
        sf.write(wavs / f"{name}.wav", samples, RATE)
    (wavs / "a.txt").write_text("Where do we go now?\n")
    table = tmp_path / "texts.tsv"
    table.write_text("Name\tWords\nb.wav\tAnd who will come along?\nc.wav\tNobody.\n")
    out = tmp_path / f"rows.{ending}"
    import_recordings([wavs], out, "en", table, "Name", "Words", "anna", "CC0-1.0", recognise=False)
    columns = {name: f"column:{name}" for name in ("language", "license")}
    rows = list(read("jsonl", {"path": str(out)}, audio="audio", voice="voice", **columns))
    assert [row.prompt for row in rows] == ["Where do we go now?", "And who will come along?"]
    assert [row.clip.frames for row in rows] == [24_000, 32_000]
    assert rows[0].license == "CC0-1.0"
    listed = [json.loads(line) for line in (tmp_path / "rows.table.jsonl").open()]
    assert [(r["file"], r["verdict"], r["reason"]) for r in listed] == [
        ("a.wav", "accepted", ""),
        ("b.wav", "accepted", ""),
        ("c.wav", "refused", "digital silence"),
    ]


def test_mistakes_are_named(write, tmp_path):
    write("a.wav", tone())
    with pytest.raises(VivavoceError, match=r"\.jsonl or \.parquet"):
        import_recordings([tmp_path], tmp_path / "out.csv", "en", recognise=False)
    table = tmp_path / "texts.tsv"
    table.write_text("Name\tWords\na.wav\tHello.\n")
    out = tmp_path / "out.jsonl"
    with pytest.raises(VivavoceError, match="no column 'file'; it has Name, Words"):
        import_recordings([tmp_path], out, "en", table, "file", "text", recognise=False)
    with pytest.raises(VivavoceError, match="no audio here"):
        (tmp_path / "none").mkdir()
        import_recordings([tmp_path / "none"], out, "en", None, "file", "text", recognise=False)


def test_no_recording_is_written_over(write, tmp_path):
    wavs = tmp_path / "rec"
    wavs.mkdir()
    sf.write(wavs / "a.flac", tone(rate=48_000), 48_000)
    (wavs / "a.txt").write_text("Where do we go now?\n")
    before = (wavs / "a.flac").read_bytes()
    import_recordings([wavs], tmp_path / "rec.jsonl", "en", None, "file", "text", recognise=False)
    assert (wavs / "a.flac").read_bytes() == before
    clips = tmp_path / "rec.clips"
    with pytest.raises(VivavoceError, match="would write over"):
        import_recordings([clips], tmp_path / "rec.jsonl", "en", None, "", "", recognise=False)
    table = tmp_path / "rec.jsonl"
    with pytest.raises(VivavoceError, match="would write over"):
        import_recordings([wavs], table, "en", table, "id", "prompt", recognise=False)
    sf.write(wavs / "a.wav", tone(), RATE)
    with pytest.raises(VivavoceError, match="several recordings are called a"):
        import_recordings([wavs], tmp_path / "x.jsonl", "en", None, "", "", recognise=False)


def test_unreadable_words_cost_one_recording(write, tmp_path):
    for name in "ab":
        write(f"{name}.wav", tone())
        (tmp_path / f"{name}.txt").write_bytes("Où va-t-on d'ici?".encode("latin-1"))
    (tmp_path / "b.txt").write_text("Where do we go now?")
    out = tmp_path / "out" / "rows.jsonl"
    import_recordings([tmp_path], out, "en", None, "file", "text", recognise=False)
    listed = [json.loads(line) for line in (out.parent / "rows.table.jsonl").open()]
    assert [(r["verdict"], r["reason"]) for r in listed] == [
        ("refused", "unreadable words"),
        ("accepted", ""),
    ]
    assert "a.txt is not UTF-8" in listed[0]["detail"]
