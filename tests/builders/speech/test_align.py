import numpy as np
import pytest

from builders.errors import BackendError
from builders.item import Item, Word
from builders.provenance import Provenance, Speech
from builders.speech.align import align
from builders.step import Rejected

RATE = 16_000


class Fixed:
    """An aligner of known results; keeps what it was asked."""

    name, revision = "fixed", "7"

    def __init__(self, outcome):
        self.outcome, self.asked = outcome, []

    def align(self, samples, sampling_rate, text, language):
        self.asked.append((samples.size, sampling_rate, text, language))
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


class Context:
    def __init__(self, aligner):
        self.aligner = aligner

    def backend(self, kind):
        assert kind == "aligner"
        return self.aligner


def row(**changes):
    item = Item(
        id="r",
        prompt="It cost $2.",
        spoken="It cost two dollars.",
        language="en",
        source_id="s",
        source_revision="1",
        license="CC0-1.0",
    )
    return item.but(**changes).with_audio(0.1 * np.ones(2 * RATE))


def words(*scores):
    return tuple(
        Word(text="w", start=i * 0.5, end=i * 0.5 + 0.4, score=s) for i, s in enumerate(scores)
    )


def test_words_of_the_spoken_text():
    aligner = Fixed(words(0.9, 0.8))
    done = align.function(row(), Context(aligner))
    assert aligner.asked == [(2 * RATE, RATE, "It cost two dollars.", "en")]
    assert done.words == words(0.9, 0.8)
    assert done.provenance.aligner == "fixed 7"


def test_times_of_the_engine_are_kept():
    aligner = Fixed(words(0.9))
    spoken = Provenance(speech=Speech(engine="kokoro", revision="1.0", voice="v"))
    done = align.function(row(words=words(1.0, 1.0), provenance=spoken), Context(aligner))
    assert aligner.asked == []
    assert done.words == words(1.0, 1.0)
    assert done.provenance.aligner == "durations kokoro 1.0"


def test_times_of_the_engine_can_be_set_aside():
    done = align.function(
        row(words=words(1.0, 1.0)), Context(Fixed(words(0.5))), keep_engine_times=False
    )
    assert done.words == words(0.5)


@pytest.mark.parametrize("wrong", [(0.5, 0.4), (1.9, 2.5), (-0.1, 0.3)])
def test_times_of_the_engine_must_make_sense(wrong):
    given = (Word(text="w", start=wrong[0], end=wrong[1]),)
    outcome = align.function(row(words=given), Context(Fixed(())))
    assert isinstance(outcome, Rejected)
    assert outcome.reason == "engine word times unusable"


def test_a_failure_is_a_rejection_that_a_person_may_look_at():
    outcome = align.function(row(), Context(Fixed(BackendError("too short"))))
    assert (outcome.reason, outcome.detail, outcome.review) == (
        "alignment failed",
        "too short",
        True,
    )


def test_a_failure_that_may_pass_is_none():
    with pytest.raises(BackendError):
        align.function(row(), Context(Fixed(BackendError("quota", transient=True))))


def test_low_scores_are_doubtful():
    outcome = align.function(row(), Context(Fixed(words(0.1, 0.2))), min_score=0.2)
    assert outcome.reason == "alignment doubtful"
    assert "0.150" in outcome.detail


def test_durations_alone_refuse_a_row_without_them():
    from builders.backends import load_backend

    outcome = align.function(row(), Context(load_backend("aligner", "durations")))
    assert outcome.reason == "alignment failed" and "no word times" in outcome.detail
