"""What a condition needs beside the clip: folders of noise, and a place to keep room responses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


def make_anew(kind: str, key: dict[str, Any], make: Callable[[], Any]) -> Any:
    """Stand in for ``Context.cached`` where there is no item store: call ``make``."""
    return make()


@dataclass(frozen=True)
class Assets:
    """Resources of a run.

    Attributes:
        folders: Folder of each corpus of recordings, by name.
        cached: ``(kind, key, make) -> result``, as :meth:`builders.step.Context.cached`.
        speakers: From a sampling rate, the clips of each speaker that babble is mixed from;
            ``None`` where no voice is at hand.
        speakers_id: Tells the speakers of one run apart, such as by language.
    """

    folders: Mapping[str, str] = field(default_factory=dict)
    cached: Callable[[str, dict[str, Any], Callable[[], Any]], Any] = make_anew
    speakers: Callable[[int], Mapping[str, Sequence[Any]]] | None = None
    speakers_id: str = ""
