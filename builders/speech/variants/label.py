"""Published name of a speaker variant, which is also the name of its split."""

from __future__ import annotations


def variant_label(voice: str, rate: float, pitch: float, volume: float) -> str:
    """Name a variant as ``alpacaeval_speaker`` does.

    >>> variant_label("en-US-Wavenet-A", 0.5, 0, 0)
    'en_US_Wavenet_A_0.5_0.0_0.0'
    >>> variant_label("af_heart", 1, -4, 0)
    'af_heart_1.0_m4.0_0.0'

    Args:
        voice: What the engine calls the voice.
        rate: Speaking rate.
        pitch: Semitones.
        volume: dB.

    Returns:
        ``{voice}_{rate}_{pitch}_{volume}``; the sign of a negative number is written ``m``,
        because no split of the ``datasets`` package may hold a hyphen.
    """
    numbers = (str(float(x)).replace("-", "m") for x in (rate, pitch, volume))
    return "_".join([voice.replace("-", "_"), *numbers])
