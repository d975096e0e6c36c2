"""Best path of a known sequence through frame scores, exactly and in bounded memory."""

from __future__ import annotations

import numpy as np

BLOCK = 256
"""Frames between two kept score rows."""


class AlignmentImpossibleError(ValueError):
    """The audio has fewer frames than the sequence needs."""


def best_path(
    scores: np.ndarray, states: np.ndarray, skippable: np.ndarray, *, block: int = BLOCK
) -> np.ndarray:
    """Viterbi path from the first or second state to the last or last but one.

    From one frame to the next a path stays, moves on by one state, or by two where the state in
    between may be skipped. The forward pass keeps one score row every ``block`` frames; back
    pointers are made again block by block on the way back. Memory is
    ``O(states * (frames / block + block))`` and the result is that of the full table.

    Args:
        scores: Log-scores, shape ``(frames, phones)``.
        states: Column of ``scores`` for each state, shape ``(states,)``.
        skippable: Whether state ``s - 1`` may be left out before ``s``, shape ``(states,)``.
        block: Frames between kept rows.

    Returns:
        State of each frame, shape ``(frames,)``, non-decreasing.

    Raises:
        AlignmentImpossibleError: No path reaches the end.
    """
    frames, count = scores.shape[0], states.size
    if frames == 0 or count == 0:
        raise AlignmentImpossibleError("no frames or nothing to align")
    barred = np.where(skippable, np.float32(0), np.float32(-np.inf))
    barred[:2] = -np.inf
    row = np.full(count, -np.inf, np.float32)
    row[:2] = scores[0, states[:2]]
    kept = [row]
    for t in range(1, frames):
        row = _advance(row, barred)[0] + scores[t, states]
        if t % block == 0:
            kept.append(row)
    last = count - 1 if count == 1 or row[-1] >= row[-2] else count - 2
    if not np.isfinite(row[last]):
        raise AlignmentImpossibleError(
            f"{frames} frames are too few for a sequence of {count} states"
        )
    return _backtrack(scores, states, barred, kept, last, block)


def _advance(row: np.ndarray, barred: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Best predecessor score of each state, and how many states back it stands."""
    best, move = row.copy(), np.zeros(row.size, np.int8)
    better = row[:-1] > best[1:]
    best[1:][better] = row[:-1][better]
    move[1:][better] = 1
    jump = row[:-2] + barred[2:]
    better = jump > best[2:]
    best[2:][better] = jump[better]
    move[2:][better] = 2
    return best, move


def _backtrack(
    scores: np.ndarray,
    states: np.ndarray,
    barred: np.ndarray,
    kept: list[np.ndarray],
    last: int,
    block: int,
) -> np.ndarray:
    path = np.empty(scores.shape[0], np.int64)
    path[-1] = state = last
    stop = scores.shape[0]
    for number in range(len(kept) - 1, -1, -1):
        start = number * block
        # Later states than the one reached cannot lie on the path.
        width = state + 1
        row = kept[number][:width]
        moves = []
        for t in range(start + 1, min(start + block + 1, stop)):
            row, move = _advance(row, barred[:width])
            row = row + scores[t, states[:width]]
            moves.append(move)
        for t in range(start + len(moves), start, -1):
            state -= int(moves[t - start - 1][state])
            path[t - 1] = state
    return path
