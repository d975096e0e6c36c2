import numpy as np
import pytest

from builders.backends.align.viterbi import AlignmentImpossibleError, best_path

# Columns: 0 silence, 1 "a", 2 "b".
SILENCE, A, B = 0, 1, 2


def full_table(scores, states, skippable):
    """The textbook search, one state at a time."""
    frames, count = scores.shape[0], len(states)
    best = np.full((frames, count), -np.inf)
    back = np.zeros((frames, count), int)
    best[0, :2] = scores[0, states[:2]]
    for t in range(1, frames):
        for s in range(count):
            before = [best[t - 1, s]]
            before.append(best[t - 1, s - 1] if s >= 1 else -np.inf)
            before.append(best[t - 1, s - 2] if s >= 2 and skippable[s] else -np.inf)
            move = int(np.argmax(before))
            best[t, s], back[t, s] = before[move] + scores[t, states[s]], move
    s = count - 1 if best[-1, -1] >= best[-1, -2] else count - 2
    path = []
    for t in range(frames - 1, -1, -1):
        path.append(s)
        s -= back[t, s]
    return np.array(path[::-1])


def test_two_phones_at_known_frames():
    states = np.array([SILENCE, A, SILENCE, B, SILENCE])
    skippable = np.array([False, False, False, True, False])
    loud = [SILENCE, A, A, SILENCE, B, SILENCE]
    scores = np.full((6, 3), -5.0, np.float32)
    scores[np.arange(6), loud] = 0.0
    assert best_path(scores, states, skippable).tolist() == [0, 1, 1, 2, 3, 4]


def test_silence_between_different_phones_may_be_left_out():
    states = np.array([SILENCE, A, SILENCE, B, SILENCE])
    skippable = np.array([False, False, False, True, False])
    scores = np.full((2, 3), -5.0, np.float32)
    scores[[0, 1], [A, B]] = 0.0
    assert best_path(scores, states, skippable).tolist() == [1, 3]


def test_equal_phones_need_a_silence_between_them():
    states = np.array([SILENCE, A, SILENCE, A, SILENCE])
    scores = np.zeros((2, 3), np.float32)
    with pytest.raises(AlignmentImpossibleError, match="2 frames are too few"):
        best_path(scores, states, np.zeros(5, bool))
    assert best_path(np.zeros((3, 3), np.float32), states, np.zeros(5, bool)).tolist() == [1, 2, 3]


@pytest.mark.parametrize("block", [1, 2, 7, 64, 1000])
def test_blocks_give_the_path_of_the_full_table(block):
    rng = np.random.default_rng(3)
    scores = np.log(rng.dirichlet(np.ones(5), size=130)).astype(np.float32)
    states = np.zeros(41, int)
    states[1::2] = rng.integers(1, 5, 20)
    skippable = np.zeros(41, bool)
    skippable[3::2] = states[3::2] != states[1:-2:2]
    expected = full_table(scores, states, skippable)
    assert best_path(scores, states, skippable, block=block).tolist() == expected.tolist()


def test_nothing_to_align():
    with pytest.raises(AlignmentImpossibleError, match="nothing to align"):
        best_path(np.zeros((0, 3), np.float32), np.array([0]), np.array([False]))


def test_memory_grows_with_frames_plus_states_not_with_their_product():
    import tracemalloc

    rng = np.random.default_rng(0)
    frames, phones = 6000, 1500
    scores = rng.standard_normal((frames, 4)).astype(np.float32)
    states = np.zeros(2 * phones + 1, int)
    states[1::2] = rng.integers(1, 4, phones)
    skippable = np.zeros(states.size, bool)
    skippable[3::2] = states[3::2] != states[1:-2:2]
    tracemalloc.start()
    path = best_path(scores, states, skippable)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert path[-1] in (states.size - 1, states.size - 2)
    assert (np.diff(path) >= 0).all()
    # A table of back pointers alone would hold one byte for each of 18 million cells.
    assert peak < 4e6
