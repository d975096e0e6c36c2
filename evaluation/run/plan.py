"""What a run will ask, before anything is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from builders.errors import VivavoceError, unknown_name
from evaluation.contracts import Example
from evaluation.data import Examples, Place
from evaluation.data.source import of_config
from evaluation.run.folder import Key


@dataclass(frozen=True)
class Scope:
    """Which rows of a dataset are asked.

    Attributes:
        places: Splits of configs, in order.
        limit: Rows of each split at most.
        shard: ``(i, n)``: every n-th row from the i-th, counted from 0.
    """

    places: tuple[Place, ...]
    limit: int | None = None
    shard: tuple[int, int] = (0, 1)


def choose(
    examples: Examples,
    wanted: Sequence[str],
    configs: Sequence[str] = (),
    splits: Sequence[str] = (),
) -> tuple[Place, ...]:
    """Splits to ask.

    Args:
        examples: The dataset.
        wanted: Configs that a suite reads; those that the dataset lacks are left out.
        configs: Configs that were named; each must be there.
        splits: Splits that were named; all by default.

    Raises:
        VivavoceError: A named config or split does not exist, or nothing is left.
    """
    there = of_config(examples)
    for name in configs:
        if name not in there:
            raise unknown_name("config", name, there, examples.name)
    chosen = [c for c in there if c in (configs or wanted)]
    places = [p for c in chosen for p in there[c] if not splits or p.split in splits]
    known = {p.split for c in chosen for p in there[c]}
    for name in splits:
        if name not in known:
            raise unknown_name("split", name, known, examples.name)
    if not places:
        raise VivavoceError(
            f"{examples.name} has none of the configs of this suite ({', '.join(wanted)}); "
            f"it has {', '.join(there)}"
        )
    return tuple(places)


def parse_shard(text: str | None) -> tuple[int, int]:
    """Read ``i/n`` with i from 1 to n.

    Raises:
        VivavoceError: It is not of that form.
    """
    if text is None:
        return 0, 1
    first, _, second = text.partition("/")
    if first.isdigit() and second.isdigit() and 1 <= int(first) <= int(second):
        return int(first) - 1, int(second)
    raise VivavoceError(f"--shard {text}: expected i/n with i from 1 to n, such as 2/4")


def read_scope(examples: Examples, scope: Scope) -> Iterator[Example]:
    """Rows of the scope in the order of the dataset, without audio.

    The shard is counted over all rows together, so that n shards are equally large whatever the
    configs.
    """
    index, count = scope.shard
    position = 0
    for place in scope.places:
        for number, example in enumerate(examples.read(place, audio=False)):
            if scope.limit is not None and number >= scope.limit:
                break
            if position % count == index:
                yield example
            position += 1


def keys_of(example: Example, samples: int) -> list[Key]:
    """Keys of a row, one a sample."""
    names = [example.id, *(f"{example.id}#{n}" for n in range(1, samples))]
    return [Key(example.config, example.split, name) for name in names]
