"""Frames lost on the way and replaced by silence (VocalBench-zh ``packet_loss``).

The number of lost frames is exact: the loss rate times the number of frames, rounded. Frames are
lost one by one, or in bursts after the two-state model of Gilbert and Elliott. The length of the
clip does not change, and nothing conceals a gap.
"""

from __future__ import annotations

import numpy as np

from builders.environment.assets import Assets
from builders.environment.contract import Changed, Params, decimals
from builders.errors import VivavoceError

LEVELS = (0.1, 0.3, 0.5, 0.7, 0.9)
HEADLINE = 0.7


def label(level: float) -> str:
    """Published name of a level, such as ``dropping_0.70``."""
    return f"dropping_{decimals(level, 2)}"


def plan(
    rng: np.random.Generator,
    level: float,
    *,
    frame_ms: float = 20.0,
    mean_burst: float | None = None,
) -> Params:
    """Draw the losses.

    Args:
        rng: Keyed to the row and the condition. Without bursts, what is lost at a low rate is
            also lost at every higher one.
        level: Share of frames that are lost, 0–1.
        frame_ms: Length of a frame in milliseconds.
        mean_burst: Mean number of frames lost in a row; ``None`` loses each frame on its own.

    Raises:
        VivavoceError: A value is out of range, or such short bursts cannot reach the rate.
    """
    if not 0.0 <= level <= 1.0:
        raise VivavoceError(f"packet_loss: the rate must lie in 0–1, not {level:g}")
    if frame_ms <= 0:
        raise VivavoceError(f"packet_loss: frame_ms must be positive, not {frame_ms:g}")
    if mean_burst is not None and level < 1.0 and mean_burst < max(1.0, level / (1.0 - level)):
        raise VivavoceError(
            f"packet_loss: bursts of {mean_burst:g} frames cannot lose {level:.0%}, even with one "
            f"frame between them; set mean_burst to {max(1.0, level / (1.0 - level)):g} or more"
        )
    seed = int(rng.integers(2**31))
    return {"rate": float(level), "frame_ms": frame_ms, "mean_burst": mean_burst, "seed": seed}


def lost_frames(count: int, rate: float, seed: int, mean_burst: float | None = None) -> np.ndarray:
    """Which frames are lost.

    Args:
        count: Number of frames.
        rate: Share that is lost.
        seed: What :func:`plan` drew.
        mean_burst: Mean number of frames lost in a row.

    Returns:
        Shape ``(count,)``, True for ``round(rate * count)`` frames.
    """
    rng = np.random.default_rng(seed)
    wanted = int(np.floor(rate * count + 0.5))
    if mean_burst is None or wanted in (0, count):
        lost = np.zeros(count, dtype=bool)
        lost[rng.permutation(count)[:wanted]] = True
        return lost
    return _to_count(_gilbert_elliott(rng, count, rate, mean_burst), wanted, rng)


def _gilbert_elliott(
    rng: np.random.Generator, count: int, rate: float, mean_burst: float
) -> np.ndarray:
    recover = 1.0 / mean_burst
    fail = rate / (1.0 - rate) * recover
    draws = rng.random(count)
    lost = np.zeros(count, dtype=bool)
    bad = draws[0] < rate
    for i in range(count):
        if i:
            bad = draws[i] >= recover if bad else draws[i] < fail
        lost[i] = bad
    return lost


def _to_count(lost: np.ndarray, wanted: int, rng: np.random.Generator) -> np.ndarray:
    """Lengthen or shorten bursts at their ends until ``wanted`` frames are lost."""
    while (missing := wanted - int(lost.sum())) != 0:
        grow = missing > 0
        # A frame next to a burst is lost too, or the outermost frame of a burst comes through.
        before, after = np.roll(lost, 1), np.roll(lost, -1)
        before[0] = after[-1] = not grow
        edge = ~lost & (before | after) if grow else lost & ~(before & after)
        places = np.flatnonzero(edge)
        if places.size == 0:
            # No burst to lengthen, or one that fills the clip: begin anywhere.
            places = np.flatnonzero(lost != grow)
        chosen = rng.permutation(places)[:1] if grow else rng.permutation(places)[: abs(missing)]
        lost[chosen] = grow
    return lost


def apply(
    samples: np.ndarray, sampling_rate: int, params: Params, assets: Assets | None = None
) -> Changed:
    """Silence the lost frames.

    Returns:
        Float32 samples of the same shape; ``packets`` and ``lost`` as counts, ``rate`` reached
        and ``longest_burst`` in frames. A last, shorter frame counts as one.
    """
    frame = max(1, round(params["frame_ms"] * sampling_rate / 1000))
    count = -(-samples.size // frame)
    lost = lost_frames(count, params["rate"], params["seed"], params["mean_burst"])
    heard = np.repeat(~lost, frame)[: samples.size]
    edges = np.flatnonzero(np.diff(np.concatenate([[0], lost.astype(np.int8), [0]])))
    runs = edges[1::2] - edges[::2]
    return np.where(heard, samples, np.float32(0)).astype(np.float32, copy=False), {
        "packets": count,
        "lost": int(lost.sum()),
        "rate": round(float(lost.mean()), 4),
        "longest_burst": int(runs.max()) if runs.size else 0,
    }
