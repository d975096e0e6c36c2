import io

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import soundfile as sf

from builders.backends import load_backend
from builders.backends.protocols import Voice
from builders.errors import VivavoceError
from builders.item import Item, Word
from builders.sources import read
from builders.speech.align import align
from builders.speech.check_times import check_times, start_errors
from builders.step import Rejected

REFERENCE = [
    {"text": "The", "start": 0.0},
    {"text": "well", "start": 0.2},
    {"text": "known", "start": 0.4},
    {"text": "house", "start": 0.6},
]


def timed(*starts, texts=("The", "well-known", "house")):
    return tuple(Word(text=t, start=s, end=s + 0.1) for t, s in zip(texts, starts, strict=True))


def row(words, reference=REFERENCE):
    fields = {"word_times": reference} if reference else {}
    return Item(
        id="r", prompt="The well-known house.", language="en", source_id="s", license="MIT",
        source_revision="1", fields=fields, words=words,
    )  # fmt: skip


def test_words_that_both_have_are_compared():
    assert start_errors(timed(0.1, 0.2, 0.5), REFERENCE) == pytest.approx([0.1, -0.1])
    assert start_errors(timed(0.1, texts=("HOUSE!",)), REFERENCE) == pytest.approx([-0.5])
    assert start_errors(timed(0.1, texts=("other",)), REFERENCE).size == 0


def test_the_difference_is_stored_and_judged():
    kept = check_times.function(row(timed(0.02, 0.2, 0.64)), None)
    assert kept.provenance.quality.signal == {
        "times_compared": 2,
        "start_error_median": 0.03,
        "start_error_90": 0.038,
    }
    late = check_times.function(row(timed(0.3, 0.5, 0.9)), None)
    assert isinstance(late, Rejected) and late.review
    assert late.reason == "word times differ from the reference"
    assert late.detail == "median of 2 starts 0.300 s off, allowed: 0.1 s"
    assert isinstance(check_times.function(row(timed(0.3, 0.5, 0.9)), None, max_median=None), Item)


def test_what_cannot_be_compared():
    other = check_times.function(row(timed(0.0, texts=("other",))), None)
    assert isinstance(other, Rejected) and other.reason == "word times without a reference"
    with pytest.raises(VivavoceError, match="put the step 'align' before"):
        check_times.function(row(None), None)
    with pytest.raises(VivavoceError, match="no reference times in its column 'word_times'"):
        check_times.function(row(timed(0.0, 0.2, 0.4), None), None)


@pytest.mark.weights
def test_a_recording_with_published_times_is_aligned_like_them(tmp_path):
    """Speech of known durations in the layout of SLUE-SQA-5."""
    text = "The river crosses the old town , and its bridge was built in Boston ."
    tts = load_backend("tts", "kokoro")
    speech = tts.synthesise(text, Voice(id="v", engine="kokoro", name="af_heart", language="en"))
    sound = io.BytesIO()
    sf.write(sound, speech.samples, speech.sampling_rate, format="FLAC")
    times = [(w.text, w.start, w.end) for w in speech.words] + [(".", -1.0, -1.0)]
    record = {
        "question_id": "q1",
        "raw_question_text": "Where was the bridge built?",
        "document_id": "d1",
        "document_audio": {"bytes": sound.getvalue(), "path": "d.flac"},
        "document_speaker_id": "s1",
        "raw_document_text": text,
        "word2time": {
            "word": [t[0] for t in times],
            "normalized_word": [t[0].lower() for t in times],
            "start_second": [t[1] for t in times],
            "end_second": [t[2] for t in times],
        },
        "answer_spans": {"answer": ["boston"], "start_second": [2.0], "end_second": [3.0]},
    }
    (tmp_path / "sqa5").mkdir()
    pq.write_table(pa.Table.from_pylist([record]), tmp_path / "sqa5/test-00000-of-00001.parquet")
    (item,) = read("slue_sqa5", {"path": str(tmp_path)})

    class Context:
        def backend(self, kind):
            return load_backend(kind, "ctc")

    kept = check_times.function(align.function(item, Context()), None)
    found = kept.provenance.quality.signal
    assert found["times_compared"] == 13
    assert found["start_error_median"] < 0.02 and found["start_error_90"] < 0.05
    assert np.isfinite(list(found.values())).all()
