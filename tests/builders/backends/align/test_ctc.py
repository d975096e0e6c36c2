from itertools import pairwise

import numpy as np
import pytest

from builders.audio.io import read_audio, to_rate
from builders.backends import load_backend
from builders.backends.align.acoustic import HOP, RATE, PhonemeModel
from builders.backends.align.onsets import onset_shift
from builders.errors import BackendError

pytestmark = pytest.mark.weights

ENGLISH = (
    ("af_heart", "The library opens at nine and the garden closes at five."),
    ("am_michael", "My uncle sells honey and apples at the market every Friday."),
    ("bf_emma", "Please put the blue cup beside the window in the kitchen."),
)
MANDARIN = (
    ("zf_xiaoxiao", "昨天晚上我们在河边看到了很多星星。"),
    ("zm_yunxi", "请把桌子上的书放回图书馆。"),
    ("zf_xiaobei", "他的爸爸在医院工作，妈妈在学校教书。"),
    ("zm_yunyang", "今天下午我们要去超市买水果和牛奶。"),
    ("zf_xiaoyi", "这座桥是一百年前用石头建成的。"),
    ("zm_yunjian", "秋天的时候，山上的树叶都变红了。"),
)


@pytest.fixture(scope="module")
def aligner():
    return load_backend("aligner", "ctc")


@pytest.fixture(scope="module")
def speak():
    from builders.backends.protocols import Voice

    tts = load_backend("tts", "kokoro")

    def make(voice, text, language):
        speech = tts.synthesise(
            text, Voice(id=voice, engine="kokoro", name=voice, language=language)
        )
        return to_rate(speech.samples, speech.sampling_rate, RATE), speech.words

    return make


def start_errors(aligner, speak, sentences, language):
    errors = []
    for voice, text in sentences:
        samples, known = speak(voice, text, language)
        found = aligner.align(samples, RATE, text, language)
        assert all(0 <= w.start < w.end <= samples.size / RATE + 1e-4 for w in found)
        assert all(a.start <= b.start for a, b in pairwise(found))
        assert all(text[slice(*w.span)] == w.text for w in found)
        by_place = {w.span[0]: w for w in found}
        errors += [abs(by_place[k.span[0]].start - k.start) for k in known if k.span[0] in by_place]
    return np.array(errors)


@pytest.mark.slow
@pytest.mark.parametrize(("sentences", "language"), [(ENGLISH, "en"), (MANDARIN, "zh")])
def test_starts_against_known_durations(aligner, speak, sentences, language):
    errors = start_errors(aligner, speak, sentences, language)
    assert errors.size >= 24
    assert np.median(errors) <= 0.015
    assert np.percentile(errors, 90) <= 0.040


def test_real_recording(aligner, shared):
    samples, rate = read_audio(shared / "sources/audio/cmu_arctic_aew_a0001.wav")
    words = aligner.align(samples, rate, "Author of the danger trail, Philip Steels, etc.", "en")
    assert [w.text for w in words] == [
        "Author", "of", "the", "danger", "trail", "Philip", "Steels", "etc",
    ]  # fmt: skip
    # Pauses that can be seen in the waveform.
    assert words[4].end < words[5].start - 0.1
    assert words[6].end < words[7].start - 0.1
    assert not any(w.filled for w in words)


def test_sampling_rate_is_converted(aligner, shared):
    path = shared / "sources/audio/cmu_arctic_aew_a0001.wav"
    text = "Author of the danger trail, Philip Steels, etc."
    low = aligner.align(*read_audio(path), text, "en")
    high = aligner.align(*read_audio(path, 48_000), text, "en")
    assert [w.start for w in low] == pytest.approx([w.start for w in high], abs=0.02)


def test_same_input_same_times(aligner, shared):
    samples, rate = read_audio(shared / "sources/audio/cmu_arctic_aew_a0002.wav")
    text = "Not at this particular case, Tom, apologized Whittemore."
    assert aligner.align(samples, rate, text, "en") == aligner.align(samples, rate, text, "en")


def test_too_little_audio_is_said(aligner):
    with pytest.raises(BackendError, match="cannot hold the 9 words"):
        aligner.align(np.zeros(1600, np.float32), RATE, "one two three four five six a b c", "en")


def test_a_text_without_words_is_said(aligner):
    with pytest.raises(BackendError, match="no words"):
        aligner.align(np.zeros(16_000, np.float32), RATE, "… !", "en")


def test_pieces_of_long_audio_give_the_scores_of_the_whole(shared):
    from builders.backends.align import acoustic
    from builders.weights import weights_path

    model = PhonemeModel(weights_path("hama-asr"))
    samples, _ = read_audio(shared / "sources/audio/librispeech-1088-134315-0000.wav")
    long = np.concatenate([samples] * 3)[: 29 * RATE]
    assert long.size > acoustic._STEP
    whole = model.scores(long)
    pieces = np.concatenate(
        [
            model._run(part, skip, take)
            for part, skip, take in acoustic._pieces(long, whole=20 * RATE)
        ]
    )
    assert whole.shape == pieces.shape == (-(-long.size // HOP), whole.shape[1])
    # The best phone of a frame depends on context beyond two seconds only now and then.
    assert (whole.argmax(1) == pieces.argmax(1)).mean() > 0.98


def test_onset_shift():
    assert onset_shift("latin", "ʃ") == 0.016
    assert onset_shift("han", "ʂ") == 0.044
    assert onset_shift("han", "no such phone") == onset_shift("han", None) == 0.025
