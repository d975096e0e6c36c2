from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from builders.audio import Clip
from builders.backends.protocols import Transcript
from builders.item import Item
from builders.provenance import Speech
from builders.speech.takes import best_take
from builders.speech.utterance import Utterance
from builders.step import Rejected


class Context:
    """A context whose recogniser answers from a list, take by take."""

    seed = 1

    def __init__(self, heard, mos=3.5):
        self.heard = list(heard)
        self.asked = 0
        self._backends = {
            "asr": SimpleNamespace(name="list", revision="1", transcribe=self._transcribe),
            "mos": SimpleNamespace(name="fixed", revision="1", score=lambda samples, rate: mos),
        }

    def _transcribe(self, samples, rate, language):
        self.asked += 1
        return Transcript(self.heard[self.asked - 1])

    def backend(self, kind):
        return self._backends[kind]

    def cached(self, kind, key, make):
        return make()


def item(text, language="en"):
    return Item(
        id="r-1",
        prompt=text,
        language=language,
        source_id="r-1",
        source_revision="1",
        license="MIT",
    )


def spoken(number):
    return Utterance(Clip.from_samples(np.full(160, 0.1 * (number + 1))), None)


def run(row, ctx, **options):
    given = {"takes": 3, "homophones": False, "max_error_rate": 0.0, **options}
    return best_take(row, ctx, spoken, Speech(engine="e", revision="1", voice="v"), **given)


def test_the_first_right_take_is_kept():
    ctx = Context(["I paid twelve dollars", "I paid 30 dollars.", "never asked"])
    kept = run(item("I paid thirty dollars."), ctx)
    assert ctx.asked == 2
    assert kept.provenance.speech.take == 1
    assert kept.audio == spoken(1).clip
    quality = kept.provenance.quality
    assert (quality.asr_match, quality.error_rate, quality.mos) == (True, 0.0, 3.5)
    assert quality.asr_model == "list@1"


def test_a_row_that_is_never_right_goes_to_review_with_its_best_take():
    ctx = Context(["red green pink", "red green blue", "none of it"])
    left = run(item("red green blue black"), ctx)
    assert isinstance(left, Rejected)
    assert (left.reason, left.review) == ("asr mismatch", True)
    assert left.item.provenance.speech.take == 1
    assert left.item.provenance.quality.error_rate == 0.25
    assert "red green blue" in left.detail


def test_an_engine_that_says_the_same_again_is_asked_no_more():
    ctx, asked = Context(["red"]), []

    def speak(_):
        asked.append(1)
        return spoken(0)

    made = Speech(engine="e", revision="1", voice="v")
    left = best_take(
        item("red green"), ctx, speak, made, takes=5, homophones=False, max_error_rate=0.0
    )
    assert (len(asked), ctx.asked) == (2, 1)
    assert (left.reason, left.item.provenance.speech.take) == ("asr mismatch", 0)
    assert left.detail.startswith("error rate 0.500 after 1 take;")


def test_homophones_pass_only_where_the_recipe_says_so():
    row = item("她在公园。", "zh")
    assert isinstance(run(row, Context(["他在公园"] * 3)), Rejected)
    kept = run(row, Context(["他在公园"]), homophones=True)
    assert kept.provenance.quality.asr_match is True
    assert kept.provenance.quality.error_rate > 0


SENTENCE = "the quick brown fox jumps over a very lazy dog"


def test_a_tolerated_error_rate():
    kept = run(item(SENTENCE), Context([SENTENCE.replace("dog", "frog")]), max_error_rate=0.1)
    assert kept.provenance.quality.error_rate == pytest.approx(0.1)


def test_a_low_opinion_score_is_a_reason_of_its_own():
    left = run(item("yes"), Context(["yes"], mos=2.0), min_mos=3.0)
    assert (left.reason, left.review) == ("low mos", True)
