from __future__ import annotations

from typing import Any

from builders.package.tally import Tally, together
from builders.provenance import Provenance, Variant


def test_totals_do_not_depend_on_order_and_add_up(item: Any) -> None:
    rows = [(item(f"r{n}"), 0.1 * n + 0.5) for n in range(10)]
    forward, backward, first, second = Tally(), Tally(), Tally(), Tally()
    for n, (row, seconds) in enumerate(rows):
        forward.add(row, seconds)
        (first if n < 4 else second).add(row, seconds)
    for row, seconds in reversed(rows):
        backward.add(row, seconds)
    assert forward.facts() == backward.facts()
    whole, parts = forward.facts(), together([first.facts(), second.facts()])
    assert parts == whole
    assert whole["seconds"] == {
        "n": 10,
        "total": 9.5,
        "min": 0.5,
        "max": 1.4,
        "histogram": {"low": 0.0, "high": 60.0, "counts": [10] + [0] * 29},
    }


def test_values_outside_count_in_the_last_bin(item: Any) -> None:
    tally = Tally()
    row = item("a")
    tally.add(row.but(provenance=row.provenance.measured(error_rate=7.0)), 600.0)
    facts = tally.facts()
    assert facts["error_rate"]["histogram"]["counts"][-1] == 1
    assert facts["error_rate"]["max"] == 7.0
    assert facts["seconds"]["histogram"]["counts"][-1] == 1


def test_every_part_of_the_history_is_counted(item: Any) -> None:
    tally = Tally()
    row = item("a")
    steps = (
        row.provenance.steps[0],
        row.provenance.steps[0].model_copy(
            update={"step": "translate", "version": 2, "model": "m@1", "prompt_hash": "abc"}
        ),
    )
    noisy = row.provenance.but(
        steps=steps,
        aligner="ctc @ 1",
        variant=Variant(
            condition="white_noise",
            level="snr_0",
            params={
                "parts": [
                    {"params": {"noise": {"corpus": "demand", "license": "CC-BY-4.0"}}},
                    {"params": {"noise": {"corpus": "babble", "license": "CC-BY-4.0; CC0"}}},
                ]
            },
        ),
    ).measured(asr_match=False, mos_model="dnsmos@1")
    tally.add(row.but(provenance=noisy), 1.5)
    tally.add(item("b", provenance=Provenance(), language="zh", license=""), 0.5)
    facts = tally.facts()
    assert facts["rows"] == 2
    assert {
        k: v for k, v in facts.items() if k not in ("rows", "seconds", "mos", "error_rate")
    } == {
        "language": {"en": 1, "zh": 1},
        "license": {"": 1, "MIT": 1},
        "material": {"CC-BY-4.0": 1, "CC0": 1},
        "source_revision": {"r1": 2},
        "engine": {"noise @ 1": 1},
        "voice": {"v1": 1},
        "step": {"normalise v1": 1, "translate v2": 1},
        "model": {"translate: m@1": 1},
        "prompt_hash": {"translate: abc": 1},
        "condition": {"white_noise snr_0": 1},
        "aligner": {"ctc @ 1": 1},
        "asr_match": {"different": 1},
        "measured_by": {"dnsmos@1": 1, "none@1": 1},
    }
    assert (facts["seconds"]["n"], facts["mos"]["n"], facts["error_rate"]["n"]) == (2, 1, 1)


def test_what_was_not_measured_has_no_summary(item: Any) -> None:
    tally = Tally()
    tally.add(item("a", provenance=Provenance()), 1.0)
    facts = tally.facts()
    assert (facts["mos"], facts["error_rate"]) == (None, None)
    nothing = Tally().facts()
    assert (nothing["rows"], nothing["seconds"]) == (0, None)
    assert together([facts, nothing]) == facts
    assert together([])["rows"] == 0
