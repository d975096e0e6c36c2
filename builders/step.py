"""The contract of a step: a plain function from one row to rows, or to a reason.

    @step("upper", version=1)
    def upper(item, ctx):
        return item.but(prompt=item.prompt.upper())

A step gets the row, a :class:`Context` and its parameters from the recipe. It returns the new
row, a list of rows (variants), or :class:`Rejected`. It keeps no state between rows.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import numpy as np

from builders.errors import unknown_name
from builders.item import Item


@dataclass(frozen=True)
class Rejected:
    """A row that leaves the build.

    Attributes:
        reason: Short fixed text that can be counted, such as ``"asr mismatch"``.
        detail: What is particular to this row.
        review: True where a person may overrule the rejection.
        item: The row as it stood, for review; the engine fills in its input otherwise.
    """

    reason: str
    detail: str = ""
    review: bool = False
    item: Item | None = None


Outcome: TypeAlias = "Item | Rejected | Sequence[Item | Rejected]"


class Context(Protocol):
    """What the stage engine offers to a step."""

    seed: int

    def rng(self, item: Item, name: str) -> np.random.Generator:
        """Random generator keyed by global seed, row id and ``name``."""

    def backend(self, kind: str) -> Any:
        """The chosen backend of a kind (``tts``, ``asr``, ``llm``, …), loaded once a worker."""

    def cached(self, kind: str, key: dict[str, Any], make: Callable[[], Any]) -> Any:
        """The stored result of an engine call, or that of ``make``, which is then stored.

        ``key`` holds all that determines the result. Results are JSON values, or a
        ``(JSON value, bytes)`` pair.
        """


@dataclass(frozen=True)
class Step:
    """A registered step.

    Attributes:
        name: Registered name.
        version: Raised whenever the same input would give another result.
        function: ``(item, ctx, **params) -> Outcome``.
        uses: Backend kinds whose revision shapes the result.
        costly: True where results are worth keeping in the item store.
        depends: From the parameters to a JSON value that shapes the result as well, such as the
            content of a file that a parameter names.
        check: Refuses parameters that cannot work, before any work.
    """

    name: str
    version: int
    function: Callable[..., Outcome]
    uses: tuple[str, ...] = ()
    costly: bool = False
    params: frozenset[str] = field(default_factory=frozenset)
    depends: Callable[[dict[str, Any]], Any] | None = None
    check: Callable[[dict[str, Any]], None] | None = None


def step(
    name: str,
    *,
    version: int,
    uses: tuple[str, ...] = (),
    costly: bool = False,
    depends: Callable[[dict[str, Any]], Any] | None = None,
    check: Callable[[dict[str, Any]], None] | None = None,
) -> Callable[[Callable[..., Outcome]], Step]:
    """Turn a function into a :class:`Step`; see the module docstring."""

    def wrap(function: Callable[..., Outcome]) -> Step:
        names = list(inspect.signature(function).parameters)[2:]
        return Step(name, version, function, uses, costly, frozenset(names), depends, check)

    return wrap


def one_of(**known: Collection[str]) -> Callable[[dict[str, Any]], None]:
    """Make a ``check`` for parameters that hold registered names.

    A parameter may hold one name, a list of names, or a mapping whose keys are names.

    Args:
        known: The names that exist, by parameter.
    """

    def check(params: dict[str, Any]) -> None:
        for parameter, names in known.items():
            given = params.get(parameter) or ()
            for name in (given,) if isinstance(given, str) else given:
                if name not in names:
                    raise unknown_name(f"name in '{parameter}'", str(name), names)

    return check


def keyed_rng(seed: int, row_id: str, name: str) -> np.random.Generator:
    """Random generator that depends on its three arguments alone."""
    digest = hashlib.sha256(f"{seed}\x1f{row_id}\x1f{name}".encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:16], "big"))
