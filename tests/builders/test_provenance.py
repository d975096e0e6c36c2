from __future__ import annotations

import pytest
from pydantic import ValidationError

from builders.provenance import Provenance, Quality, Speech, StepRecord, Variant


def test_a_new_history_is_empty_and_measures_nothing():
    history = Provenance()
    assert (history.steps, history.speech, history.aligner, history.variant) == ((),) + (None,) * 3
    assert set(history.quality.model_dump().values()) == {None}


def test_measured_values_are_added_to_those_before():
    first = Provenance().measured(mos=3.5, asr_text="hi")
    second = first.measured(mos=4.0, error_rate=0.0)
    assert first.quality == Quality(mos=3.5, asr_text="hi")
    assert second.quality == Quality(mos=4.0, asr_text="hi", error_rate=0.0)


def test_a_part_is_replaced_and_the_rest_stays():
    record = StepRecord(step="translate", version=2, model="m@1")
    history = Provenance(steps=(record,)).measured(mos=3.0)
    changed = history.but(variant=Variant(condition="white_noise", level="snr_0"))
    assert changed.steps == (record,)
    assert changed.quality.mos == 3.0
    assert history.variant is None


def test_json_gives_the_history_back():
    history = Provenance(
        steps=(StepRecord(step="s", version=1, params={"a": [1, {"b": None}]}, note="n"),),
        speech=Speech(engine="e", revision="1", voice="a+b", seed=3, take=1, style={"rate": 0.9}),
        aligner="ctc@1",
        variant=Variant(condition="farfield", level="filter_400hz", params={"cutoff_hz": 400.0}),
        quality=Quality(asr_match=False, emotion={"happy": 0.5}),
    )
    assert Provenance.model_validate_json(history.model_dump_json()) == history


@pytest.mark.parametrize(
    ("kind", "given", "named"),
    [
        (StepRecord, {"step": "s"}, "version"),
        (Speech, {"engine": "e", "voice": "v"}, "revision"),
        (Variant, {"condition": "c", "level": "l", "snr": 5}, "snr"),
        (Quality, {"wer": 0.1}, "wer"),
    ],
)
def test_records_are_complete_and_hold_nothing_else(kind, given, named):
    with pytest.raises(ValidationError, match=named):
        kind(**given)
    with pytest.raises(ValidationError, match="frozen"):
        Quality().mos = 1.0
