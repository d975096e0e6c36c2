"""Two runs on the same questions, or two judges on the same answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from builders.errors import VivavoceError
from evaluation.contracts import Judgement
from evaluation.judges.files import JudgementFile
from evaluation.metrics.load import metric
from evaluation.report.format import interval_of, number, p_of
from evaluation.report.score_run import Scored
from evaluation.report.tables import Table
from evaluation.stats import Agreement, Paired, agreement
from evaluation.stats import compare as paired
from evaluation.stats.paired import Kind


@dataclass(frozen=True)
class Comparison:
    """Paired comparisons by column.

    Attributes:
        a: Name of the baseline run.
        b: Name of the other run.
        pairs: Comparison of each column that both runs have answers for.
        units: Unit of each column.
    """

    a: str
    b: str
    pairs: Mapping[str, Paired]
    units: Mapping[str, str]

    def dump(self) -> dict[str, Any]:
        """JSON value."""
        return {"a": self.a, "b": self.b, "pairs": {k: asdict(v) for k, v in self.pairs.items()}}

    def table(self) -> Table:
        """One line a column: both values, difference, interval, p, effect, n."""
        rows = []
        for name, pair in self.pairs.items():
            unit = "proportion" if pair.kind == "drop" else self.units[name]
            rows.append(
                (
                    name,
                    number(pair.a, self.units[name]),
                    number(pair.b, self.units[name]),
                    number(pair.value, unit, sign=True),
                    interval_of(pair.interval, unit, sign=True),
                    p_of(pair.p),
                    "–" if pair.effect is None else f"{pair.effect:+.2f}",
                    number(pair.mde, unit),
                    f"{pair.wins}/{pair.ties}/{pair.losses}",
                    str(pair.n),
                    str(pair.left_out),
                )
            )
        drop = any(pair.kind == "drop" for pair in self.pairs.values())
        head = (
            *("metric", "a", "b", "drop %" if drop else "b − a", "95 % interval", "p", "d"),
            *("smallest visible", "b better/equal/worse", "n", "left out"),
        )
        notes = (
            "Proportions are in %. Both values are over the n source items scored in both runs.",
            "p is that of one metric; it is not adjusted for the number of metrics.",
        )
        return Table(f"a = {self.a}, b = {self.b}", head, tuple(rows), notes)


def compare_runs(
    a: Scored, b: Scored, *, seed: int = 0, rounds: int = 1000, kind: Kind = "difference"
) -> Comparison:
    """Compare two runs metric by metric, paired by source item.

    Args:
        a: Baseline.
        b: The other run.
        seed: Seed of intervals and permutations.
        rounds: Resamples and permutations.
        kind: ``difference`` (b − a) or ``drop`` ((a − b) / a).

    Raises:
        VivavoceError: The runs are of different suites, or share no scored row.
    """
    if a.suite.name != b.suite.name:
        raise VivavoceError(
            f"{a.result.run} is a run of {a.suite.name}, {b.result.run} one of {b.suite.name}: "
            "only runs of one suite can be compared"
        )
    pairs: dict[str, Paired] = {}
    units: dict[str, str] = {}
    for cell in a.suite.cells:
        measure = metric(cell.metric)
        rows_a, rows_b = cell.rows(a.rows), cell.rows(b.rows)
        if not rows_a or not rows_b:
            continue
        found = paired(measure, rows_a, rows_b, seed=seed, rounds=rounds, kind=kind)
        if found.n:
            pairs[cell.name], units[cell.name] = found, measure.unit
    if not pairs:
        raise VivavoceError(
            f"{a.result.run} and {b.result.run} have no scored source item in common"
        )
    return Comparison(
        f"{a.result.run} ({a.result.model})", f"{b.result.run} ({b.result.model})", pairs, units
    )


def compare_judges(run: Path, first: str, second: str) -> dict[str, Agreement]:
    """Agreement of two judges of one run, by task and over all tasks of a kind.

    Only judgements of the same answer count; a row that one of them left undecided is left out.

    Args:
        run: Folder of the run.
        first: Name of a judge.
        second: Name of another.

    Raises:
        VivavoceError: They judged nothing in common.
    """
    a, b = (JudgementFile(run, name).entries() for name in (first, second))
    both = [place for place in a if place in b and a[place].answer == b[place].answer]
    if not both:
        raise VivavoceError(f"{run}: '{first}' and '{second}' judged no answer in common")
    tasks = sorted({task for _, task in both})
    found = {}
    for task in tasks:
        sides: list[dict[str, Judgement]] = [
            {"/".join(key): table[key, t].judgement for key, t in both if t == task}
            for table in (a, b)
        ]
        found[task] = agreement(sides[0], sides[1])
    return found


def agreement_table(run: str, first: str, second: str, found: Mapping[str, Agreement]) -> Table:
    """One line a task: n, exact agreement, within one, κ."""

    def share(value: float | None) -> str:
        return "–" if value is None else f"{100 * value:.1f} %"

    rows: Sequence[tuple[str, ...]] = [
        (
            task,
            str(said.n),
            str(said.left_out),
            share(said.exact),
            share(said.within_one),
            "–" if said.kappa is None else f"{said.kappa:.3f}".replace("-", "−"),
        )
        for task, said in found.items()
    ]
    head = ("task", "n", "left out", "exact", "within one", "Cohen κ")
    notes = ("Left out: at least one of the two gave no verdict.",)
    return Table(f"{run}: {first} and {second}", head, tuple(rows), notes)
