"""Look ahead in a dry run: rows of a stage whose input is not made yet, walked in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from builders.errors import VivavoceError
from builders.item import Item
from builders.stage.context import WorkerContext
from builders.stage.outcome import as_list
from builders.stage.pool import Workers
from builders.stage.selection import Selector
from builders.stage.settings import StepCall
from builders.stage.walk import Stop, kind_of
from builders.step import Rejected


@dataclass
class Missing:
    """Counts of what has to be made.

    Attributes:
        rows: Rows that stop, by the kind of what is missing.
        asks: Engine calls for them, one a row and engine, by kind.
    """

    rows: Counter[str] = field(default_factory=Counter)
    asks: Counter[str] = field(default_factory=Counter)

    def add(self, stops: Iterable[Stop]) -> None:
        """Count some rows; they are not kept, since they may hold audio."""
        for stop in stops:
            self.rows[stop.kind] += 1
            self.asks.update(stop.engines)


@dataclass
class Ahead:
    """What is known of the rows that a stage before has to make something for.

    Attributes:
        waiting: Those rows.
        then: Where they stop next, in the stage that is asked about; see :func:`on_paper`.
    """

    waiting: Missing = field(default_factory=Missing)
    then: Missing = field(default_factory=Missing)

    def walk(
        self,
        parts: Iterable[tuple[Iterable[Item | Rejected], Sequence[StepCall]]],
        workers: Workers,
        *,
        limit: int | None = None,
        selector: Selector | None = None,
        then: Sequence[StepCall] = (),
    ) -> Iterator[Item]:
        """Give the rows that come through a stage whose output is not on disk.

        Args:
            parts: Rows with their steps.
            workers: Workers of a dry run.
            limit: Rows to read at most.
            selector: Chooses among the rows that come through.
            then: Steps of the stage that is asked about, for the rows that wait.
        """
        rows = self._through(parts, workers, limit, then)
        if selector is None:
            yield from rows
            return
        kept = list(rows)
        for item in kept:
            selector.add(item)
        chosen = selector.choose().keep
        yield from (item for item in kept if item.id in chosen)

    def _through(
        self,
        parts: Iterable[tuple[Iterable[Item | Rejected], Sequence[StepCall]]],
        workers: Workers,
        limit: int | None,
        then: Sequence[StepCall],
    ) -> Iterator[Item]:
        ctx = WorkerContext(workers.settings)
        read = 0
        for rows, steps in parts:
            for row in rows:
                if limit is not None and read >= limit:
                    return
                read += 1
                if isinstance(row, Rejected):
                    continue
                (done,) = workers.walk([row], steps)
                self.waiting.add(done.walked.stops)
                for stop in done.walked.stops:
                    self.then.add(on_paper(stop.item, then, ctx))
                yield from done.walked.items


def on_paper(item: Item, chain: Sequence[StepCall], ctx: WorkerContext) -> list[Stop]:
    """Where a row stops once it is made, as far as its text alone tells.

    Steps that plan variants need no audio, so that the number of variants is known before there is
    a clip. The first step that needs audio or an engine ends the look ahead.

    Args:
        item: The row as it stands before what is missing.
        chain: Steps of the stage that is asked about.
        ctx: Context of a dry run.
    """
    if not chain:
        return []
    call, rest = chain[0], chain[1:]
    stop = [Stop(item, kind_of(call), call.step.uses)]
    if call.step.costly or call.step.uses:
        return stop
    try:
        outcomes = as_list(call.step.function(item, ctx, **call.params))
    except (VivavoceError, ValueError):
        # The step asks for what only a spoken row has.
        return stop
    made = [row for row in outcomes if isinstance(row, Item)]
    return [stop for row in made for stop in on_paper(row, rest, ctx)]
