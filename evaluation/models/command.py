r"""Any program that reads JSON lines and writes JSON lines, in an environment of its own.

    vivavoce run … --model command \
        --model-option "command=kimi/venv/bin/python examine.py" \
        --model-option revision=moonshotai/Kimi-Audio-7B-Instruct@main

A question is one line on standard input::

    {"id": "wdyl/test/wdyl-0001", "audio": "/tmp/…/0.wav", "text": null, "history": [],
     "system": null, "language": "en", "seed": 17}

``audio`` is a 16 kHz mono 16-bit WAV file, or null. ``text`` is what is written beside the audio.
The answer is one line on standard output with the same ``id``::

    {"id": "wdyl/test/wdyl-0001", "text": "Coffee.", "audio": "/tmp/answer.wav", "seconds": 1.2}

All but ``id`` and one of ``text`` and ``audio`` may be left out; a relative ``audio`` lies in the
folder of the program. ``first_token``, ``first_audio`` and ``usage`` are taken too, and
``{"id": …, "error": "…"}`` says why there is no answer. The program may write ``{"ready": true}``
once it has loaded; times are then free of loading. Standard error is passed through, and its last
lines are quoted where the program fails.
"""

from __future__ import annotations

import json
import shlex
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from builders.errors import BackendError, VivavoceError
from evaluation.models.audio import decode, wav
from evaluation.models.contract import Answer, Question, Spoken, failed
from evaluation.models.program import EndedError, Program, SilentError

_TIMES = ("seconds", "first_token", "first_audio")


class Command:
    """A program as a model.

    Args:
        command: Program and arguments, as a list or as a shell would write them.
        revision: What the program runs; it cannot be found out.
        folder: Working folder of the program.
        environment: Environment variables that it gets beside ours; no secrets.
        start_timeout: Seconds it may take from its start to its first line.
        timeout: Seconds it may take for an answer.
        restarts: Times in a row it may fail without an answer in between before the run stops.
    """

    name = "command"

    def __init__(
        self,
        *,
        command: str | Sequence[str],
        revision: str | None = None,
        folder: str | None = None,
        environment: Mapping[str, str] | None = None,
        start_timeout: float = 600.0,
        timeout: float = 120.0,
        restarts: int = 3,
    ) -> None:
        self._command = shlex.split(command) if isinstance(command, str) else list(command)
        if not self._command:
            raise VivavoceError("model 'command' needs a program: --model-option command=…")
        self._start_timeout, self._timeout, self._restarts = start_timeout, timeout, restarts
        self._folder, self._environment = folder, dict(environment or {})
        self._program: Program | None = None
        self._failures = 0
        self.revision = revision or Path(self._command[0]).name

    def settings(self) -> dict[str, Any]:
        """The command and its place."""
        return {
            "command": self._command,
            "folder": self._folder,
            "environment": self._environment,
        }

    def answers(self, questions: Iterable[Question]) -> Iterator[tuple[Question, Answer]]:
        """Ask one row after the other; a program that ended or hangs is started anew.

        Raises:
            VivavoceError: The program cannot be started, or failed ``restarts`` + 1 times in a
                row.
        """
        with tempfile.TemporaryDirectory(prefix="vivavoce-command-") as folder:
            for number, question in enumerate(questions):
                try:
                    answer = self._ask(question, Path(folder) / f"{number % 16}.wav")
                except (EndedError, SilentError, BackendError) as error:
                    yield question, failed(str(error))
                    self._failed(error)
                else:
                    self._failures = 0
                    yield question, answer

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.stop()
            self._program = None

    def _failed(self, error: Exception) -> None:
        if isinstance(error, BackendError):
            return
        self.close()
        self._failures += 1
        if self._failures > self._restarts:
            raise VivavoceError(
                f"the program failed {self._failures} times in a row, last: {error}. Rows so far "
                "are logged; mend the program and repeat the command with --retry-errors"
            )

    def _ask(self, question: Question, path: Path) -> Answer:
        program = self._program
        if program is None:
            program = self._program = Program(self._command, self._folder, self._environment)
        if question.audio is not None:
            path.write_bytes(wav(question.audio))
        program.send(
            {
                "id": question.label,
                "audio": str(path) if question.audio is not None else None,
                "text": question.text,
                "history": [{"role": t.role, "text": t.text} for t in question.history],
                "system": question.system,
                "language": question.example.language,
                "seed": question.seed,
            }
        )
        began = time.monotonic()
        while True:
            limit = self._timeout if program.started else self._start_timeout
            line = program.receive(limit)
            if line.get("ready"):
                began = time.monotonic()
                continue
            # A late answer to a row that was given up is not this row's.
            if line.get("id") == question.label:
                waited = time.monotonic() - began
                return _answer(line, waited, Path(self._folder or "."))


def _answer(line: Mapping[str, Any], waited: float, folder: Path) -> Answer:
    if line.get("error"):
        return failed(f"the program reports: {line['error']}")
    text, audio = line.get("text"), line.get("audio")
    if not isinstance(text, str | None) or not isinstance(audio, str | None):
        raise BackendError(
            f"the program answered with a text or audio that is no string: {_cut(line)}"
        )
    if not text and not audio:
        raise BackendError(f"the program answered without text and audio: {_cut(line)}")
    speech = None
    if audio:
        try:
            speech = Spoken(*decode((folder / audio).read_bytes()))
        except OSError as error:
            raise BackendError(f"the program's audio cannot be read: {error}") from error
    times = {name: line.get(name) for name in _TIMES}
    for name, value in times.items():
        if isinstance(value, bool) or not isinstance(value, int | float | None):
            raise BackendError(f"the program's {name} is no number: {value!r}")
    usage = line.get("usage")
    return Answer(
        text=text,
        speech=speech,
        seconds=waited if times["seconds"] is None else times["seconds"],
        first_token=times["first_token"],
        first_audio=times["first_audio"],
        usage=usage if isinstance(usage, dict) else {},
    )


def _cut(line: Mapping[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False)[:200]
