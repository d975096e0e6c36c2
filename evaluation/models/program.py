"""A child process that talks in JSON lines; every way it can fail has its own message."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO, Any

from builders.errors import BackendError, VivavoceError

_KEPT = 5


class EndedError(Exception):
    """The program ended."""


class SilentError(Exception):
    """The program wrote nothing usable in time."""


class Program:
    """A running program.

    Args:
        command: Program and arguments.
        folder: Its working folder.
        environment: Variables it gets beside ours.

    Raises:
        VivavoceError: It cannot be started.
    """

    def __init__(
        self, command: Sequence[str], folder: str | None, environment: Mapping[str, str]
    ) -> None:
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
                # A group of its own: behind a script or 'conda run' stands the program proper.
                start_new_session=True,
            )
        except OSError as error:
            raise VivavoceError(f"the program {command[0]} cannot be started: {error}") from error
        self.started = False
        """Whether it has written a usable line."""
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=_KEPT)
        self._noise: deque[str] = deque(maxlen=_KEPT)
        assert self._process.stdout is not None and self._process.stderr is not None
        self._readers = [
            threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._overhear, args=(self._process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def send(self, value: Mapping[str, Any]) -> None:
        """Write a line.

        Raises:
            EndedError: The program no longer reads.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(value, ensure_ascii=False).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise EndedError(self._epitaph()) from None

    def receive(self, timeout: float) -> dict[str, Any]:
        """Read the next JSON object.

        What else a program prints while it loads is passed over; later it is an error.

        Raises:
            SilentError: No object came in time.
            EndedError: The program ended.
            BackendError: It wrote something else after it had begun to answer.
        """
        end = time.monotonic() + timeout
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                when = "" if self.started else " of its start"
                raise SilentError(
                    f"silence: no answer within {timeout:g} s{when}{self._quoted()}"
                ) from None
            if line is None:
                raise EndedError(self._epitaph())
            value = _object(line)
            if value is not None:
                self.started = True
                self._noise.clear()
                return value
            text = line.decode("utf-8", "replace").strip()[:200]
            if self.started and text:
                raise BackendError(
                    f"garbage: the program wrote a line that is no JSON object: {text!r}"
                )
            if text:
                self._noise.append(text)

    def stop(self) -> None:
        """End the program and all it started: by closing its input, then by force."""
        assert self._process.stdin is not None
        # It may read no longer, or be at work; what follows ends it either way.
        with suppress(OSError, subprocess.TimeoutExpired):
            self._process.stdin.close()
            self._process.wait(timeout=2 if self.started else 0.2)
        with suppress(OSError):  # nothing of it is left
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for reader in self._readers:
            reader.join(timeout=1)

    def _read(self, stream: IO[bytes]) -> None:
        for line in stream:
            self._lines.put(line)
        self._lines.put(None)

    def _overhear(self, stream: IO[bytes]) -> None:
        for line in stream:
            text = line.decode("utf-8", "replace").rstrip()
            self._complaints.append(text[:300])
            sys.stderr.write(f"{text}\n")

    def _epitaph(self) -> str:
        try:
            code = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return f"crash: the program closed its output{self._quoted()}"
        self._readers[1].join(timeout=1)
        how = f"by signal {-code}" if code < 0 else f"with code {code}"
        return f"crash: the program ended {how}{self._quoted()}"

    def _quoted(self) -> str:
        parts = []
        if self._noise:
            parts.append(
                f"garbage: it wrote {len(self._noise)} lines that are no JSON objects, "
                f"such as {self._noise[-1]!r}"
            )
        said = [line for line in self._complaints if line.strip()]
        if said:
            parts.append(f"standard error: {' | '.join(said)}")
        return "".join(f"; {part}" for part in parts)


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
