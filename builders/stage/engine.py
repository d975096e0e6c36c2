"""Run one stage over the rows of a subset: store first, then the work that is missing."""

from __future__ import annotations

import itertools
import json
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from builders.errors import VivavoceError
from builders.item import Item
from builders.stage.ahead import Ahead, Missing
from builders.stage.files import ItemWriter
from builders.stage.pool import Workers
from builders.stage.progress import progress
from builders.stage.quality import QualityTally
from builders.stage.selection import Selector, keep_only
from builders.stage.settings import StepCall
from builders.stage.store import canonical
from builders.stage.walk import Reject
from builders.step import Rejected
from builders.text.select import Choice


@dataclass
class StageMetrics:
    """What a stage did to one subset.

    Attributes:
        items_in: Rows read.
        items_out: Rows written.
        rejected: Rows rejected, by reason.
        not_selected: Rows that were left out on purpose: by the step that passed them over, or,
            where they came through and were not selected, by group.
        short: Groups with fewer rows than the selection wanted: ``[there are, wanted]``.
        made: Engine calls and costly steps carried out, by kind.
        cached: The same, answered by the store.
        would_call: In a dry run: rows that something has to be made for, by its kind.
        would_ask: In a dry run: engines that those rows ask, one call a row and kind.
        waiting: In a dry run: rows that a stage before has to make something for, by its kind.
        errors: Rows whose engine failed in a way that another run may mend.
        seconds: Wall time.
        quality: Figures of the rows written; of speech also those of the rows kept for review.
    """

    items_in: int = 0
    items_out: int = 0
    rejected: dict[str, int] = field(default_factory=dict)
    not_selected: dict[str, int] = field(default_factory=dict)
    short: dict[str, tuple[int, int]] = field(default_factory=dict)
    made: dict[str, int] = field(default_factory=dict)
    cached: dict[str, int] = field(default_factory=dict)
    would_call: dict[str, int] = field(default_factory=dict)
    would_ask: dict[str, int] = field(default_factory=dict)
    waiting: dict[str, int] = field(default_factory=dict)
    errors: int = 0
    seconds: float = 0.0
    quality: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """JSON form, keys in a fixed order."""
        return asdict(self)


def run_subset(
    rows: Iterable[Item | Rejected],
    chain: Sequence[StepCall],
    workers: Workers,
    folder: Path,
    subset: str,
    *,
    limit: int | None = None,
    total: int | None = None,
    more: Iterable[tuple[Iterable[Item | Rejected], Sequence[StepCall]]] = (),
    selector: Selector | None = None,
    ahead: Ahead | None = None,
) -> StageMetrics:
    """Run the steps of one subset and write its rows, its rejects and its metrics.

    Writes ``<subset>.parquet``, ``<subset>.rejects.jsonl`` and, where a person may overrule,
    ``<subset>.review.parquet`` into ``folder``. A dry run writes nothing.

    Args:
        rows: Input rows; a source may also give rejections of its own.
        chain: Steps, already checked.
        workers: Who walks the rows; the output does not depend on their number.
        folder: Output folder of the stage.
        subset: Name of the subset.
        limit: Rows to read at most.
        total: Rows expected, for the progress bar.
        more: Further rows, each with their own chain, that follow the first.
        selector: Chooses among the rows that came through; the others are counted and not written.
        ahead: In a dry run: what is known of rows whose input is not made yet.

    Raises:
        VivavoceError: A step cannot run at all, or two rows have the same id.
    """
    began = time.monotonic()
    metrics = StageMetrics()
    rejects: list[Reject] = []
    reasons: Counter[str] = Counter()
    made: Counter[str] = Counter()
    found: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    missing = Missing() if ahead is None else ahead.then
    tally, doubtful = QualityTally(), QualityTally()
    dry = workers.settings.dry
    seen: set[str] = set()
    with ExitStack() as stack:
        writer = None
        if not dry:
            writer = stack.enter_context(ItemWriter(folder / f"{subset}.parquet"))
        walked = itertools.chain.from_iterable(
            workers.walk(_feed(each, metrics, rejects, limit), steps)
            for each, steps in itertools.chain([(rows, chain)], more)
        )
        for done in progress(walked, f"{folder.parent.name} {folder.name} {subset}", total):
            made.update(done.made)
            found.update(done.found)
            missing.add(done.walked.stops)
            passed.update(done.walked.passed)
            for reject in done.walked.rejects:
                rejects.append(reject)
                if reject.rejected.item is not None:
                    doubtful.add(reject.rejected.item)
            for item in done.walked.items:
                if item.id in seen:
                    raise VivavoceError(
                        f"subset '{subset}': two rows have the id '{item.id}'; "
                        "ids must be unique in the source and in every variant"
                    )
                seen.add(item.id)
                metrics.items_out += 1
                tally.add(item)
                if selector is not None:
                    selector.add(item)
                if writer is not None:
                    writer.write(item)
        # Before the file is there: where a group must not be short, no later stage finds rows.
        choice = selector.choose() if selector is not None else None
    if choice is not None:
        tally = _select(choice, metrics, None if dry else folder / f"{subset}.parquet") or tally
    metrics.not_selected = {**metrics.not_selected, **dict(sorted(passed.items()))}
    reasons.update(r.rejected.reason for r in rejects)
    metrics.rejected = dict(sorted(reasons.items()))
    metrics.made, metrics.cached = dict(sorted(made.items())), dict(sorted(found.items()))
    metrics.would_call = dict(sorted(missing.rows.items()))
    metrics.would_ask = dict(sorted(missing.asks.items()))
    if ahead is not None:
        metrics.waiting = dict(sorted(ahead.waiting.rows.items()))
    metrics.errors = sum(r.transient for r in rejects)
    metrics.seconds = round(time.monotonic() - began, 2)
    metrics.quality = {**tally.as_json(), "rejected": doubtful.as_json()}
    if not dry:
        _write_rejects(rejects, folder, subset)
    return metrics


def _select(choice: Choice, metrics: StageMetrics, path: Path | None) -> QualityTally | None:
    metrics.items_out = len(choice.keep)
    metrics.not_selected, metrics.short = choice.left, choice.short
    if path is None:
        return None
    tally = QualityTally()
    keep_only(path, choice.keep, tally.add)
    return tally


def _feed(
    rows: Iterable[Item | Rejected],
    metrics: StageMetrics,
    rejects: list[Reject],
    limit: int | None,
) -> Iterable[Item]:
    rows = iter(rows)
    while limit is None or metrics.items_in < limit:
        row = next(rows, None)
        if row is None:
            return
        metrics.items_in += 1
        if isinstance(row, Rejected):
            rejects.append(Reject("source", row))
        else:
            yield row


def _write_rejects(rejects: Sequence[Reject], folder: Path, subset: str) -> None:
    lines = []
    for reject in rejects:
        rejected = reject.rejected
        entry = {
            "id": rejected.item.id if rejected.item else None,
            "step": reject.step,
            "reason": rejected.reason,
            "detail": rejected.detail,
            "review": rejected.review,
            "item": _sorted(rejected.item) if rejected.item else None,
        }
        lines.append(json.dumps(entry, ensure_ascii=False) + "\n")
    path = folder / f"{subset}.rejects.jsonl"
    part = path.with_name(f".{path.name}.part")
    part.write_text("".join(lines), "utf-8")
    part.replace(path)
    doubtful = [r.rejected.item for r in rejects if r.rejected.review and r.rejected.item]
    waiting = folder / f"{subset}.review.parquet"
    if not doubtful:
        waiting.unlink(missing_ok=True)
        return
    with ItemWriter(waiting) as writer:
        for item in doubtful:
            writer.write(item)


def _sorted(item: Item) -> Any:
    """The row as a JSON value with sorted keys, as a row from the store has them."""
    return json.loads(canonical(item.model_dump(mode="json")))
