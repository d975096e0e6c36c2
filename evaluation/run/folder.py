"""The folder of one run, readable and resumable at any moment.

``runs/<name>/``:

``manifest.json``
    What was asked of whom: dataset and revisions, model and revision, settings, library versions,
    machine, timing. No secrets. See :mod:`evaluation.run.manifest`.
``plan.jsonl``
    The rows that should be answered, one ``{"config", "split", "id"}`` a line, sorted.
``responses.jsonl``
    Append-only while the run goes on. One :class:`~evaluation.contracts.Response` a line, with
    ``config`` and ``split``; what is ``None`` or empty is left out. The last line of a key wins. A
    last line torn by a kill is not read and is cut off by the next run. ``finalise`` leaves one
    line a key, sorted by key, so that an interrupted run equals an undisturbed one but for times.
``audio/<config>/<split>/<safe id>.flac``
    Spoken answers, at the sampling rate of the model. Each is whole before its line is written.
``.lock``
    Held while a process writes.

The key of a row is ``(config, split, id)``: ids repeat between configs of VocalBench and between
the accents of SD-QA. A second sample of a row has the id ``<id>#1``.

Rows for judging and scoring come from::

    load_rows(run, examples=None, judgements=None) -> list[Row]

in :mod:`evaluation.run.rows`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, NamedTuple

from builders.errors import VivavoceError
from builders.lock import locked
from builders.package.layout import safe_name
from evaluation.contracts import Response
from evaluation.models.contract import Spoken
from evaluation.run.jsonl import Log, read_jsonl, write_jsonl

_FIELDS = tuple(f.name for f in fields(Response))


class Key(NamedTuple):
    """Key of a row within a run."""

    config: str
    split: str
    id: str


class RunFolder:
    """Reads and writes the folder of one run.

    Args:
        path: The folder; made at the first write.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._log: Log | None = None

    @property
    def name(self) -> str:
        """Name of the run."""
        return self.path.name

    @property
    def responses_file(self) -> Path:
        """The log of responses."""
        return self.path / "responses.jsonl"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes from writing into this folder.

        Raises:
            VivavoceError: Another process is writing, or the file system cannot tell.
        """
        busy = (
            f"{self.path}: another process is writing this run; wait for it, or give another folder"
        )
        with locked(self.path / ".lock", busy):
            yield
            self.close()

    def manifest(self) -> dict[str, Any]:
        """The manifest.

        Raises:
            VivavoceError: The folder holds no run.
        """
        path = self.path / "manifest.json"
        try:
            value: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError as error:
            raise VivavoceError(f"{self.path} holds no run ({path.name} is missing)") from error
        except ValueError as error:
            raise VivavoceError(f"{path} is damaged: {error}") from error
        return value

    def has_manifest(self) -> bool:
        """Whether a run was begun here."""
        return (self.path / "manifest.json").is_file()

    def write_manifest(self, value: dict[str, Any]) -> None:
        """Replace the manifest."""
        text = json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
        temporary = self.path / f".manifest.json.{os.getpid()}"
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(self.path / "manifest.json")

    def plan(self) -> list[Key]:
        """The rows that should be answered; empty where nothing was planned."""
        rows = read_jsonl(self.path / "plan.jsonl", missing_ok=True)
        return [Key(r["config"], r["split"], r["id"]) for r in rows]

    def add_to_plan(self, keys: Iterable[Key]) -> None:
        """Add rows to the plan; what stands there stays."""
        known = self.plan()
        merged = sorted({*known, *keys})
        if merged != known:
            write_jsonl(self.path / "plan.jsonl", (key._asdict() for key in merged))

    def responses(self) -> dict[Key, Response]:
        """Last response of every key, in the order of the file."""
        found: dict[Key, Response] = {}
        for line in read_jsonl(self.responses_file, missing_ok=True):
            key = Key(line["config"], line["split"], line["id"])
            found.pop(key, None)
            found[key] = Response(**{n: line[n] for n in _FIELDS if n in line})
        return found

    def append(self, config: str, split: str, response: Response) -> None:
        """Log a response; it survives the death of the process from here on."""
        if self._log is None:
            self._log = Log(self.responses_file)
        self._log.write(to_line(config, split, response))

    def save_speech(self, config: str, split: str, id: str, speech: Spoken) -> str:
        """Write a spoken answer and return its path relative to the folder."""
        from builders.audio import write_audio

        path = Path("audio") / config / split / f"{safe_name(id)}.flac"
        write_audio(self.path / path, speech.samples, speech.sampling_rate)
        return path.as_posix()

    def finalise(self) -> None:
        """Leave one line a key, sorted by key."""
        self.close()
        found = self.responses()
        write_jsonl(
            self.responses_file,
            (to_line(key.config, key.split, found[key]) for key in sorted(found)),
        )

    def close(self) -> None:
        """Close the log."""
        if self._log is not None:
            self._log.close()
            self._log = None


def to_line(config: str, split: str, response: Response) -> dict[str, Any]:
    """A response as a line of the log."""
    known = {n: v for n, v in asdict(response).items() if v is not None and v != {}}
    return {"config": config, "split": split, **known}
