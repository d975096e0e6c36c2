import itertools
import socket

import numpy as np
import pytest

from builders.backends import load_backend
from builders.backends.align.segments import Segment
from builders.backends.align.tokens import tokenise
from builders.backends.align.whisperx import WhisperX
from builders.errors import VivavoceError

pytest.importorskip("whisperx", reason="make test-whisperx makes an environment with whisperx")

RATE = 16_000
FRAME = 0.02


@pytest.fixture
def offline(monkeypatch):
    """Every attempt to reach the network fails the test."""

    def refuse(*_args, **_options):
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)


def noise(seconds):
    return (0.1 * np.random.default_rng(0).standard_normal(round(seconds * RATE))).astype("float32")


def with_oracle(oracle, words, **options):
    aligner = WhisperX(**options)
    aligner._loaded["en"] = oracle(words)
    return aligner


def test_random_model_gives_every_word_a_time(tiny_model, offline):
    aligner = load_backend(
        "aligner", "whisperx", {"models": {"en": tiny_model}, "cache_only": True}
    )
    text = "Hello Mr. Smith, this is 42 a test. It cost $13.60 in 2014; don't 😀 laugh!"
    words = aligner.align(noise(6.0), RATE, text, "en")
    assert [w.text for w in words] == [t.text for t in tokenise(text)]
    assert all(text[slice(*w.span)] == w.text for w in words)
    assert all(0 <= w.start < w.end <= 6.0 for w in words)
    assert all(a.end <= b.start + 1e-6 for a, b in itertools.pairwise(words))
    assert "whisperx" not in aligner.revision and aligner.revision.startswith("3.")


def test_oracle_comes_back_within_one_frame(oracle, offline):
    known = [("the", 0.30, 0.44), ("capital", 0.46, 0.98), ("is", 1.3, 1.4), ("paris", 1.42, 1.9)]
    words = with_oracle(oracle, known).align(noise(2.5), RATE, "The capital is: Paris!", "en")
    for word, (_, start, end) in zip(words, known, strict=True):
        assert word.start == pytest.approx(start, abs=FRAME)
        assert word.end == pytest.approx(end, abs=FRAME)
        assert not word.filled


@pytest.mark.weights
def test_oracle_on_the_durations_of_real_speech(oracle, offline):
    from builders.audio.io import to_rate
    from builders.backends.protocols import Voice

    text = "The library opens at nine and the garden closes at five."
    tts = load_backend("tts", "kokoro")
    speech = tts.synthesise(text, Voice(id="v", engine="kokoro", name="af_heart", language="en"))
    samples = to_rate(speech.samples, speech.sampling_rate, RATE)
    known = [(w.text.lower(), w.start, w.end) for w in speech.words]
    words = with_oracle(oracle, known).align(samples, RATE, text, "en")
    assert len(words) == 11
    worst = max(abs(w.start - start) for w, (_, start, _) in zip(words, known, strict=True))
    assert worst <= FRAME
    worst = max(abs(w.end - end) for w, (_, _, end) in zip(words, known, strict=True))
    assert worst <= FRAME + 1e-6


def test_numbers_are_read_out_and_point_to_the_digits(oracle, offline):
    known = [
        ("it", 0.2, 0.3), ("cost", 0.32, 0.6),
        ("thirteen", 0.7, 1.1), ("dollars", 1.12, 1.5), ("and", 1.52, 1.6),
        ("sixty", 1.62, 1.9), ("cents", 1.92, 2.3),
        ("in", 2.4, 2.5), ("twenty", 2.6, 2.9), ("fourteen", 2.92, 3.4),
    ]  # fmt: skip
    words = with_oracle(oracle, known).align(noise(4.0), RATE, "It cost $13.60 in 2014.", "en")
    assert [w.text for w in words] == ["It", "cost", "$13.60", "in", "2014"]
    assert (words[2].start, words[2].end) == pytest.approx((0.7, 2.3), abs=FRAME)
    assert (words[4].start, words[4].end) == pytest.approx((2.6, 3.4), abs=FRAME)


def test_words_without_a_sound_are_timed_by_rule_and_marked(oracle, offline):
    known = [("a", 0.2, 0.4), ("b", 1.0, 1.2)]
    words = with_oracle(oracle, known).align(noise(2.0), RATE, "a # b", "en")
    assert [w.text for w in words] == ["a", "#", "b"]
    assert [w.filled for w in words] == [False, True, False]
    assert words[0].end <= words[1].start < words[1].end <= words[2].start


def test_a_segment_that_fails_is_timed_by_rule_and_said(oracle, offline, caplog):
    text = "so it is and this sentence is far too long for its segment the end"
    tokens = tokenise(text)
    known = [("so", 0.1, 0.3), ("it", 0.4, 0.6), ("is", 0.7, 0.9)]
    aligner = with_oracle(oracle, known)
    segments = [Segment(0.0, 1.0, 0, 3), Segment(1.0, 1.2, 3, len(tokens))]
    words = aligner.align_segments(noise(2.0), text, tokens, segments, "en")
    assert [w.filled for w in words] == [False] * 3 + [True] * (len(tokens) - 3)
    assert all(w.start < w.end for w in words)
    assert "timed by rule" in caplog.text


def test_long_audio_is_cut_at_pauses(oracle, offline, monkeypatch):
    """Two minutes, never more than ten seconds at once."""
    from builders.backends.align import whisperx as module
    from builders.backends.align.fill import Placed, fill
    from builders.backends.align.segments import cut_at_pauses

    text = " ".join(["tea"] * 120)
    tokens = tokenise(text)
    starts = np.arange(120) + 0.25
    true = fill([Placed(s, s + 0.5) for s in starts], tokens, 120.0)
    segments = cut_at_pauses(true, 120.0, 10.0)
    monkeypatch.setattr(module, "cut", lambda *_: segments)
    longest = max(s.end - s.start for s in segments)
    assert longest <= 10.0 and len(segments) >= 12
    aligner = WhisperX()

    class Shifted:
        """The oracle sees each piece from its own start."""

        calls = iter(segments)

        def __call__(self, waveform):
            segment = next(self.calls)
            part = [
                ("tea", w.start - segment.start, w.end - segment.start)
                for w in true[segment.first : segment.stop]
            ]
            return oracle(part)[0](waveform)

    aligner._loaded["en"] = (Shifted(), oracle([])[1])
    words = aligner.align(noise(120.0), RATE, text, "en")
    assert max(abs(w.start - s) for w, s in zip(words, starts, strict=True)) <= FRAME


@pytest.mark.weights
def test_transcribe_then_align(tiny_model, monkeypatch):
    from builders.audio.io import to_rate
    from builders.backends.protocols import Voice
    from builders.weights import weights_path

    text = "I like coffee the most, and my sister likes tea."
    tts = load_backend("tts", "kokoro")
    speech = tts.synthesise(text, Voice(id="v", engine="kokoro", name="af_heart", language="en"))
    samples = to_rate(speech.samples, speech.sampling_rate, RATE)
    asr = load_backend(
        "asr",
        "whisperx",
        {
            "model": str(weights_path("whisper-base")),
            "cache_only": True,
            "align_models": {"en": tiny_model},
        },
    )
    heard = asr.transcribe(samples, RATE, "en")
    assert "coffee" in heard.text.lower() and "sister" in heard.text.lower()
    assert [w.text for w in heard.words] == [t.text for t in tokenise(heard.text)]
    assert all(w.start < w.end <= samples.size / RATE + 0.1 for w in heard.words)


def test_a_model_that_is_not_there(tmp_path):
    aligner = WhisperX(models={"en": str(tmp_path / "none")}, cache_only=True)
    with pytest.raises(VivavoceError, match="local folder under models") as stop:
        aligner.align(noise(1.0), RATE, "one two", "en")
    assert stop.type is VivavoceError  # a BackendError would reject row after row
