"""What every way of reading a dataset offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

from evaluation.contracts import Example


class Place(NamedTuple):
    """A split of a config."""

    config: str
    split: str


class Examples(Protocol):
    """A published dataset, read as examples.

    Attributes:
        name: Where it lies, as a person named it.
        family: ``voicebench``, ``vocalbench_zh``, ``ear``, …
    """

    name: str
    family: str

    def places(self) -> tuple[Place, ...]:
        """Every split of every config, in the order of the dataset."""

    def revision(self, place: Place) -> str:
        """Id that changes when the rows of the split change."""

    def read(self, place: Place, *, audio: bool = True) -> Iterator[Example]:
        """The rows of a split in their order; without audio only text is read.

        Raises:
            VivavoceError: A file is damaged, or a row has no id or text.
        """


def of_config(examples: Examples) -> Mapping[str, tuple[Place, ...]]:
    """The splits of each config."""
    found: dict[str, tuple[Place, ...]] = {}
    for place in examples.places():
        found[place.config] = (*found.get(place.config, ()), place)
    return found
