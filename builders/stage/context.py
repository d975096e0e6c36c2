"""What the engine offers to steps: keyed randomness, backends loaded once, the item store."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from builders.backends import load_backend
from builders.errors import VivavoceError
from builders.item import Item
from builders.stage.settings import Settings
from builders.stage.store import ItemStore
from builders.step import keyed_rng


class WouldCall(Exception):  # noqa: N818 - a signal of the dry run, not an error
    """In a dry run: an engine would be called here."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class WorkerContext:
    """The :class:`builders.step.Context` of one worker.

    Attributes:
        made: Engine calls made, by kind, and the characters that were spoken.
        found: Engine calls answered by the store, by kind.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.seed = settings.seed
        self.store = ItemStore(settings.store)
        self.made: Counter[str] = Counter()
        self.found: Counter[str] = Counter()
        self._loaded: dict[str, Any] = {}
        self._lock = threading.Lock()

    def sibling(self) -> WorkerContext:
        """A context with the same backends and its own counters, for another thread."""
        other = WorkerContext(self.settings)
        other._loaded, other._lock = self._loaded, self._lock
        return other

    def rng(self, item: Item, name: str) -> np.random.Generator:
        """Random generator keyed by global seed, row id and ``name``."""
        return keyed_rng(self.seed, item.id, name)

    def backend(self, kind: str) -> Any:
        """The chosen backend of a kind, made at its first use.

        Raises:
            VivavoceError: ``params.yaml`` chooses none of that kind.
        """
        with self._lock:
            if kind not in self._loaded:
                choice = self.settings.backends.get(kind)
                if choice is None:
                    raise VivavoceError(
                        f"no {kind} backend is chosen: add one under 'backends' in params.yaml"
                    )
                self._loaded[kind] = load_backend(kind, choice.name, choice.options)
            return self._loaded[kind]

    def revision(self, kind: str) -> str:
        """Name and revision of the chosen backend, for keys and provenance."""
        backend = self.backend(kind)
        return f"{backend.name}@{backend.revision}"

    def cached(self, kind: str, key: dict[str, Any], make: Callable[[], Any]) -> Any:
        """The stored result of an engine call, or that of ``make``, which is then stored.

        Args:
            kind: Kind of call, such as ``tts``; also the folder in the store.
            key: All that determines the result, as JSON values.
            make: Makes the result: a JSON value, or a ``(JSON value, bytes)`` pair.
        """
        record = self.store.get(kind, key)
        if record is not None:
            self.found[kind] += 1
            value, data = record
            return (value["pair"], data) if "pair" in value else value["value"]
        if self.settings.dry:
            raise WouldCall(kind)
        result = make()
        self.made[kind] += 1
        if kind == "tts":
            self.made["tts characters"] += len(key["text"])  # what services bill
        if isinstance(result, tuple):
            self.store.put(kind, key, {"pair": result[0]}, result[1])
        else:
            self.store.put(kind, key, {"value": result})
        return result
