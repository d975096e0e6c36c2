"""How late a word starts after the model first reports it, by its first phone.

Calibrated on synthetic speech whose durations are known: 64 Mandarin questions by eight voices
(656 words) and 20 English sentences by five voices (192 words), other sentences than those that
the published error is measured on for Mandarin. Medians by first phone, drawn towards the common
value where words are few. Sibilants and nasals are reported before their start, aspirated stops
only at their burst.
"""

from __future__ import annotations

from typing import Literal

_ENGLISH = 0.016
_MANDARIN = 0.025
_BY_PHONE = {
    "ʂ": 0.044,
    "n": 0.038,
    "t˭": 0.037,
    "ɕ": 0.037,
    "ts": 0.036,
    "ʈʂ": 0.032,
    "l": 0.032,
    "tɕ": 0.030,
    "s": 0.029,
    "m": 0.028,
    "f": 0.026,
    "u": 0.026,
    "ʐ": 0.024,
    "j": 0.024,
    "x": 0.024,
    "p˭": 0.022,
    "k˭": 0.020,
    "y": 0.020,
    "t": 0.019,
    "tsʰ": 0.018,
    "w": 0.016,
    "i": 0.015,
    "tɕʰ": 0.014,
    "p": 0.013,
    "ʈʂʰ": 0.012,
}


def onset_shift(script: Literal["han", "latin"], phone: str | None) -> float:
    """Seconds to add to the reported onset of a word.

    Args:
        script: Script of the word.
        phone: Its first phone, ``None`` for a word without any.
    """
    if script == "latin":
        return _ENGLISH
    return _BY_PHONE.get(phone or "", _MANDARIN)
