"""One row through a chain of steps, with the store consulted at every costly one."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from builders.errors import BackendError, VivavoceError
from builders.item import Item
from builders.stage.context import WorkerContext, WouldCall
from builders.stage.outcome import as_list, pack, unpack
from builders.stage.overrule import hear_person
from builders.stage.settings import StepCall
from builders.step import Rejected

ENGINE_ERROR = "engine error"
"""Why a row is rejected whose engine failed."""


class StepFailedError(VivavoceError):
    """A step broke in a way it should not."""


@dataclass
class Reject:
    """A row that left the build, and where.

    Attributes:
        step: Name of the step.
        rejected: Reason, and the row as it stood.
        transient: True where another run may succeed.
    """

    step: str
    rejected: Rejected
    transient: bool = False


@dataclass
class Stop:
    """In a dry run: where a row stops because something has to be made for it.

    Attributes:
        item: The row as it stands before the step.
        kind: What is missing: a costly step (``step-speak``) or an engine call (``llm``).
        engines: Engines that would be asked, by kind.
    """

    item: Item
    kind: str
    engines: tuple[str, ...]


@dataclass
class Walked:
    """What became of one input row.

    Attributes:
        items: Rows that came out, in order.
        rejects: Rows that did not.
        stops: In a dry run: rows that something would have to be made for.
        passed: Steps that gave nothing for a row, as a selection does.
    """

    items: list[Item] = field(default_factory=list)
    rejects: list[Reject] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)


def walk(item: Item, chain: Sequence[StepCall], ctx: WorkerContext) -> Walked:
    """Take one row through all steps, depth first, so that variants keep their order."""
    result = Walked()
    _walk(item, chain, ctx, result)
    return result


def _walk(item: Item, chain: Sequence[StepCall], ctx: WorkerContext, result: Walked) -> None:
    if not chain:
        result.items.append(item)
        return
    call, rest = chain[0], chain[1:]
    try:
        outcomes = [
            heard
            for outcome in _run(item, call, ctx)
            for heard in hear_person(
                outcome, item, ctx.settings.review, lambda row: _run(row, call, ctx)
            )
        ]
    except BackendError as error:
        rejected = Rejected(ENGINE_ERROR, str(error), review=False, item=item)
        result.rejects.append(Reject(call.name, rejected, error.transient))
        return
    except WouldCall as signal:
        costly = signal.kind == kind_of(call)
        engines = call.step.uses if costly else (signal.kind,)
        result.stops.append(Stop(item, signal.kind, engines))
        return
    except VivavoceError:
        raise
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        raise StepFailedError(
            f"step '{call.name}' failed on row '{item.id}': {type(error).__name__}: {error} "
            f"({at.filename}, line {at.lineno})"
        ) from error
    if not outcomes:
        result.passed.append(call.name)
    for outcome in outcomes:
        if isinstance(outcome, Rejected):
            kept = outcome if outcome.item is not None else replace(outcome, item=item)
            result.rejects.append(Reject(call.name, kept))
        else:
            _walk(outcome, rest, ctx, result)


def kind_of(call: StepCall) -> str:
    """Kind of the store's records of a costly step."""
    return f"step-{call.step.name}"


def _run(item: Item, call: StepCall, ctx: WorkerContext) -> list[Item | Rejected]:
    step = call.step
    if not step.costly:
        return as_list(step.function(item, ctx, **call.params))

    def make() -> tuple[list[dict[str, Any]], bytes]:
        return pack(as_list(step.function(item, ctx, **call.params)))

    key = {
        "step": step.name,
        "version": step.version,
        "params": call.params,
        "item": item.model_dump(mode="json"),
        "audio": item.audio.sha256 if item.audio else None,
        "backends": {kind: ctx.revision(kind) for kind in _kinds(step.uses, ctx)},
        "seed": ctx.seed,
        "depends": step.depends(call.params) if step.depends else None,
    }
    rows, data = ctx.cached(kind_of(call), key, make)
    return unpack(rows, data)


def _kinds(uses: Sequence[str], ctx: WorkerContext) -> list[str]:
    """Kinds of backends that a step may ask, and the further ones of each: ``tts/google``."""
    further = [k for k in ctx.settings.backends if k.partition("/")[0] in uses and k not in uses]
    return [*uses, *further]
