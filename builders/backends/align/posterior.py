"""Expected onsets: when a state is entered, averaged over all paths near the best one."""

from __future__ import annotations

import numpy as np

HALF_BAND = 8
"""States kept on either side of the best path: about four phones."""


def expected_onsets(
    scores: np.ndarray,
    states: np.ndarray,
    skippable: np.ndarray,
    path: np.ndarray,
    wanted: np.ndarray,
    *,
    half: int = HALF_BAND,
) -> np.ndarray:
    """Mean frame in which each wanted state is entered.

    A best path jumps by whole frames and between nearly equal alternatives. The mean over all
    paths, by the forward–backward algorithm within a band around the best path, is finer. Memory
    is ``O(frames * half)``.

    Args:
        scores: Log-scores, shape ``(frames, phones)``.
        states: Column of ``scores`` for each state.
        skippable: Whether state ``s - 1`` may be left out before ``s``.
        path: Best path, state of each frame.
        wanted: States whose onsets are asked for.
        half: Half width of the band, in states.

    Returns:
        Frames as real numbers, one a wanted state; ``nan`` for a state that no path in the band
        enters.
    """
    frames = path.size
    base = path - half
    at = base[:, None] + np.arange(2 * half + 1)
    inside = (at >= 0) & (at < states.size)
    near = np.clip(at, 0, states.size - 1)
    band = np.where(inside, scores[np.arange(frames)[:, None], states[near]], -np.inf)
    emitted = np.exp((band - band.max(axis=1, keepdims=True)).astype(np.float64))
    skip = (skippable[near] & inside).astype(np.float64)
    moves = np.diff(base, prepend=base[:1])

    # Should all mass leave the band, nan says so to the end.
    with np.errstate(invalid="ignore", divide="ignore"):
        before, occupied = _forward(emitted, skip, moves, at)
        after = _backward(emitted, skip, moves, at >= states.size - 2)
        entered = before * emitted * after / (occupied * after).sum(axis=1, keepdims=True)
    return np.array([_mean(entered, path, base, int(state), half) for state in wanted])


def _forward(
    emitted: np.ndarray, skip: np.ndarray, moves: np.ndarray, at: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Mass that enters each state from another, and mass that is in it, frame by frame.

    Both are on the scale of their frame, on which the mass before emission sums to 1.
    """
    frames, width = emitted.shape
    entering, inside = np.zeros((frames, width)), np.zeros((frames, width))
    entering[0] = (at[0] == 0) | (at[0] == 1)
    inside[0] = entering[0] * emitted[0]
    padded = np.zeros(width + 4)
    for t in range(1, frames):
        # The band moves with the path: the same state stands ``move`` places further left.
        move = moves[t]
        padded[2:-2] = inside[t - 1] / inside[t - 1].sum()
        entering[t] = padded[1 + move : 1 + move + width]
        entering[t] += padded[move : move + width] * skip[t]
        inside[t] = (padded[2 + move : 2 + move + width] + entering[t]) * emitted[t]
    return entering, inside


def _backward(
    emitted: np.ndarray, skip: np.ndarray, moves: np.ndarray, final: np.ndarray
) -> np.ndarray:
    """Likelihood of what follows each state, up to a factor a frame."""
    frames, width = emitted.shape
    after = np.zeros((frames, width))
    after[-1] = final[-1]
    padded, skipped = np.zeros(width + 4), np.zeros(width + 4)
    for t in range(frames - 2, -1, -1):
        move = moves[t + 1]
        ahead = emitted[t + 1] * after[t + 1]
        padded[2:-2] = ahead
        skipped[2:-2] = ahead * skip[t + 1]
        start = 2 - move
        after[t] = padded[start : start + width]
        after[t] += padded[start + 1 : start + 1 + width]
        after[t] += skipped[start + 2 : start + 2 + width][:width]
        after[t] /= after[t].sum()
    return after


def _mean(entered: np.ndarray, path: np.ndarray, base: np.ndarray, state: int, half: int) -> float:
    first = int(np.searchsorted(path, state - half, "left"))
    stop = int(np.searchsorted(path, state + half, "right"))
    t = np.arange(first, stop)
    share = entered[t, state - base[t]]
    total = share.sum()
    return float((share * t).sum() / total) if total > 1e-9 else float("nan")
