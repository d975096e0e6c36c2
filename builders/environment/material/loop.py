"""Repeat a piece of sound without a click at the joint."""

from __future__ import annotations

import numpy as np

LENGTH = 30.0
"""Seconds of a generated track."""

FADE = 0.05
"""Seconds of cross-fade at a joint."""


def join(first: np.ndarray, second: np.ndarray, fade: int) -> np.ndarray:
    """Append ``second`` to ``first`` with an equal-power cross-fade of ``fade`` samples.

    Both shapes are ``(frames,)``; the result is ``fade`` samples shorter than their sum. Equal
    power suits what is uncorrelated, as noise is: its level does not dip at the joint.
    """
    fade = min(fade, first.size, second.size)
    if fade == 0:
        return np.concatenate([first, second])
    angle = (np.arange(fade, dtype=np.float32) + 0.5) * np.float32(np.pi / 2 / fade)
    middle = first[-fade:] * np.cos(angle) + second[:fade] * np.sin(angle)
    return np.concatenate([first[:-fade], middle, second[fade:]])


def looped(whole: np.ndarray, start: int, frames: int, sampling_rate: int) -> np.ndarray:
    """Take ``frames`` samples from ``start`` on, beginning again at the end of ``whole``.

    Args:
        whole: Shape ``(n,)``.
        start: First sample, taken modulo ``n``.
        frames: Number of samples wanted.
        sampling_rate: In Hz; sets the length of the cross-fade.

    Returns:
        Shape ``(frames,)``.
    """
    fade = min(round(FADE * sampling_rate), whole.size // 2)
    start %= whole.size
    if whole.size - start < fade:
        # Too little is left to fade out of.
        start = 0
    piece = whole[start : start + frames]
    while piece.size < frames:
        piece = join(piece, whole[: frames - piece.size + fade], fade)
    return piece[:frames]
