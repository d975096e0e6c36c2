import numpy as np
import pytest

from builders.backends.align.posterior import expected_onsets
from builders.backends.align.viterbi import best_path


def all_paths(scores, states, skippable):
    """Every path with its likelihood."""
    count = states.size

    def go(path, likelihood):
        t = len(path)
        if t == len(scores):
            if path[-1] >= count - 2:
                yield path, likelihood
            return
        s = path[-1]
        for following in (s, s + 1, s + 2):
            if following >= count or (following == s + 2 and not skippable[following]):
                continue
            step = float(np.exp(scores[t, states[following]]))
            yield from go([*path, following], likelihood * step)

    for first in (0, 1):
        yield from go([first], float(np.exp(scores[0, states[first]])))


@pytest.mark.parametrize("seed", range(4))
def test_mean_over_all_paths(seed):
    rng = np.random.default_rng(seed)
    scores = np.log(rng.dirichlet(np.ones(4), size=9)).astype(np.float32)
    states = np.array([0, 1, 0, 2, 0, 2, 0])
    skippable = np.array([False, False, False, True, False, False, False])
    mass = {s: 0.0 for s in (1, 3, 5)}
    moment = dict(mass)
    for path, likelihood in all_paths(scores, states, skippable):
        for s in mass:
            if s in path:
                mass[s] += likelihood
                moment[s] += likelihood * path.index(s)
    expected = [moment[s] / mass[s] for s in mass]
    path = best_path(scores, states, skippable)
    found = expected_onsets(scores, states, skippable, path, np.array([1, 3, 5]))
    assert found == pytest.approx(expected, abs=1e-5)


def test_a_state_outside_the_band_is_not_known():
    scores = np.zeros((40, 2), np.float32)
    states = np.array([0, *([1, 0] * 19)])
    path = best_path(scores, states, np.zeros(states.size, bool))
    found = expected_onsets(
        scores, states, np.zeros(states.size, bool), path, np.array([1]), half=1
    )
    assert found.shape == (1,)
    assert np.isfinite(found[0])
