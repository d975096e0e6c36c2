"""Robustness: preserve rate, the mean score in a condition over the clean mean (table 15).

The printed rate of one condition may exceed 100 %; inside an average each is capped at 100 %.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from evaluation.contracts import Metric, Row, Score, ratio
from evaluation.metrics._rows import column, judged_score
from evaluation.score import score

# Condition → level of the headline (VocalBench-zh, table 15), one for each kind of corruption.
HEADLINE: Mapping[str, str] = {
    "white_noise": "snr_-5",
    "background_noise": "snr_-5",
    "reverberation": "rt60_30",
    "farfield": "filter_400hz",
    "packet_loss": "dropping_0.70",
    "distortion": "clipping_0.0001",
}
CLEAN = frozenset({"robust_clean", "single_round"})


def condition(row: Row) -> tuple[str, str] | None:
    """Condition and level of a row; ``("clean", "")`` for the clean twin, else ``None``."""
    if row.example.config in CLEAN:
        return "clean", ""
    kind, level = column(row, "Category", "category"), column(row, "Level", "level")
    return None if kind is None or level is None else (str(kind), str(level))


def _rates(sums: np.ndarray) -> np.ndarray:
    """Preserve rates from ``(score, n)`` of each condition with the clean pair last."""
    means = ratio(sums.reshape(*sums.shape[:-1], -1, 2))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(means[..., :-1] / means[..., -1:])


def _average(sums: np.ndarray) -> np.ndarray:
    return np.asarray(np.minimum(_rates(sums), 1.0).mean(axis=-1))


def _single(sums: np.ndarray) -> np.ndarray:
    return np.asarray(_rates(sums)[..., 0])


def preserve_rate(name: str, levels: Mapping[str, str]) -> Metric:
    """Preserve rate over some conditions: as it is for one, mean of capped rates for several.

    Args:
        name: Name of the metric.
        levels: Condition → level. Rows of other levels must not be given to the metric; they
            would count as missing.
    """
    places = {item: index for index, item in enumerate(levels.items())}
    places["clean", ""] = len(levels)
    components = 2 * len(places)

    def measure(row: Row) -> tuple[float, ...] | None:
        place, value = places.get(condition(row) or ("", "")), judged_score(row, "score")
        if place is None or value is None:
            return None
        parts = [0.0] * components
        parts[2 * place : 2 * place + 2] = [value, 1.0]
        return tuple(parts)

    return Metric(
        name,
        1,
        measure,
        combine=_single if len(levels) == 1 else _average,
        needs=("score",),
        components=components,
    )


ROBUST = preserve_rate("robust_preserve_rate", HEADLINE)


def level_scores(
    rows: Sequence[Row], *, seed: int = 0, rounds: int = 1000, ids: Mapping[str, str] | None = None
) -> dict[tuple[str, str], Score]:
    """Preserve rate of every condition and level that the rows hold (figure 18), not capped.

    Args:
        rows: Robust rows of all levels and their clean twins.
        seed: Global seed.
        rounds: Bootstrap rounds.
        ids: Ids of what shaped the values.

    Returns:
        Scores by condition and level, sorted; n and total count the clean rows too.
    """
    grouped: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        place = condition(row)
        if place is not None:
            grouped.setdefault(place, []).append(row)
    clean = grouped.pop(("clean", ""), [])
    return {
        (kind, level): score(
            preserve_rate("preserve_rate", {kind: level}),
            [*grouped[kind, level], *clean],
            seed=seed,
            rounds=rounds,
            ids=ids,
        )
        for kind, level in sorted(grouped)
    }
