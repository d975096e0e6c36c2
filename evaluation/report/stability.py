"""Do models keep their order across mask types? (EAR, figure 3)."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.report.format import NONE, p_of
from evaluation.report.result import Result
from evaluation.report.tables import Table
from evaluation.stats import rank_stability

_FEWEST = 3


def stability_table(results: Sequence[Result]) -> Table | None:
    """Kendall's τ-b of the EAR rankings for each pair of mask types.

    ``None`` with fewer than three models or fewer than two mask types.
    """
    if len(results) < _FEWEST:
        return None
    rows = []
    for name in (n for n in results[0].scores if n.endswith("_ear")):
        masks = sorted({mask for r in results if name in r.scores for mask in r.scores[name].parts})
        values: dict[str, dict[str, float | None]] = {
            mask: {
                r.run: r.scores[name].parts[mask].value
                for r in results
                if name in r.scores and mask in r.scores[name].parts
            }
            for mask in masks
        }
        for (a, b), said in rank_stability(values).items():
            tau = NONE if said.tau is None else f"{said.tau:.3f}".replace("-", "−")
            rows.append((name, a, b, tau, p_of(said.p), str(len(said.models))))
    if not rows:
        return None
    head = ("metric", "mask", "mask", "Kendall τ", "p", "models")
    return Table("Rank stability across mask types", head, tuple(rows))
