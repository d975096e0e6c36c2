"""Recorded answers: a language model that only knows what stands in a file.

The file is JSON lines under version control. A line holds the readable prompt beside the answer,
and the key both are found by: the hash of template, model, messages, settings and take. In
``params.yaml``::

    llm:
      name: recorded
      model: sample
      file: recipes/recorded/sample.jsonl
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from builders.backends.llm.cost import Totals
from builders.backends.llm.failures import NOT_RECORDED, LLMError
from builders.backends.llm.messages import (
    Reply,
    Request,
    Result,
    fold,
    readable,
    request_key,
)
from builders.backends.llm.openai_compatible import accepted
from builders.errors import VivavoceError
from builders.stage.store import canonical, digest

_NEEDED = {"key", "model", "prompt", "answer"}


class Recorded:
    """Replays answers; offers what :class:`OpenAICompatible` offers.

    Args:
        file: File of recorded answers.
        model: Name the answers were recorded under.
        settings: Default settings, part of the key.
        missing: File that collects the prompts without an answer, for ``vivavoce llm record``;
            by default beside ``file``, ending in ``.missing.jsonl``.
    """

    name = "recorded"
    replays = True

    def __init__(
        self,
        *,
        file: str | Path,
        model: str = "sample",
        settings: Mapping[str, Any] | None = None,
        missing: str | Path | None = None,
    ) -> None:
        self.file, self.model, self.settings = Path(file), model, dict(settings or {})
        self.missing = Path(missing) if missing else missing_file(self.file)
        self._answers = read_answers(self.file)
        content = self.file.read_bytes() if self.file.exists() else b""
        self.revision = f"{model}+{hashlib.sha256(content).hexdigest()[:12]}"
        self._lock = threading.Lock()
        self._totals = Totals()

    def __getstate__(self) -> dict[str, Any]:
        """A lock does not travel to another process."""
        return {**self.__dict__, "_lock": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _lock=threading.Lock())

    def key(self, request: Request) -> dict[str, Any]:
        """All that determines the answer to ``request``."""
        return request_key(request, self.model, self.settings)

    def ask(self, request: Request) -> Reply:
        """The recorded answer.

        Raises:
            LLMError: There is none; shows the prompt and how to record it.
        """
        key = self.key(request)
        entry = self._answers.get(digest(key))
        if entry is None:
            with self._lock:
                self._totals.failed[NOT_RECORDED] += 1
            note_missing(self.missing, request, key)
            raise LLMError(NOT_RECORDED, self._miss(request, key), item=request.id)
        with self._lock:
            self._totals.stored += 1
        return Reply(
            text=entry["answer"],
            texts=tuple(entry.get("answers") or (entry["answer"],)),
            finish_reason=entry.get("finish_reason", "stop"),
            model=entry["model"],
            usage=entry.get("usage") or {},
            stored=True,
        )

    def chat(
        self,
        messages: list[dict[str, Any]],
        *,
        item: str = "",
        template: str | None = None,
        **settings: Any,
    ) -> str:
        """Text of the recorded answer. Raises as :meth:`ask`."""
        return self.ask(Request(item, messages, settings, template)).text

    def ask_accepted(
        self, request: Request, accept: Callable[[str], Any], takes: int = 3
    ) -> tuple[Any, Reply]:
        """As in :class:`OpenAICompatible`."""
        return accepted(self.ask, request, accept, takes)

    def chat_many(self, requests: Iterable[Request]) -> Iterator[Result]:
        """As in :class:`OpenAICompatible`; in the order asked."""
        for request in requests:
            try:
                yield Result(request, self.ask(request))
            except LLMError as error:
                yield Result(request, error=error)

    def totals(self) -> Totals:
        """Answers given and missed so far."""
        return self._totals

    def close(self) -> None:
        """Nothing is open."""

    def _miss(self, request: Request, key: Mapping[str, Any]) -> str:
        prompt = readable(request.messages)
        shown = prompt if len(prompt) <= 2000 else prompt[:2000] + " …"
        return (
            f"{self.file} has no answer for prompt {digest(key)[:12]} "
            f"(template {request.template}, model {key['model']}, settings {key['settings']}, "
            f"take {request.take}):\n{shown}\n"
            f"Record it: vivavoce llm record {self.file} --base-url URL --model MODEL, or by "
            f"hand: vivavoce llm record {self.file} --key {digest(key)[:12]} --answer TEXT"
        )


def missing_file(file: Path) -> Path:
    """Where the prompts that ``file`` has no answer for are collected."""
    return file.with_suffix(".missing.jsonl")


def read_lines(file: Path) -> list[dict[str, Any]]:
    """Lines of a file of recorded answers or missing prompts; none where it does not exist.

    Raises:
        VivavoceError: A line is no JSON object; names it.
    """
    lines = []
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except ValueError as error:
            raise VivavoceError(f"{file}, line {number}: not JSON: {error}") from None
        if not isinstance(value, dict):
            raise VivavoceError(f"{file}, line {number}: not a JSON object")
        lines.append(value)
    return lines


def read_answers(file: Path) -> dict[str, dict[str, Any]]:
    """Recorded answers by key; of two for one key the later counts.

    Raises:
        VivavoceError: The file is missing or a line lacks something; names it.
    """
    if not file.exists():
        raise VivavoceError(
            f"the file of recorded answers {file} does not exist: set llm.file in params.yaml, "
            "or make an empty file and record into it (vivavoce llm record)"
        )
    answers = {}
    for number, line in enumerate(read_lines(file), start=1):
        lacking = _NEEDED - set(line)
        if lacking:
            raise VivavoceError(f"{file}, answer {number}: lacks {', '.join(sorted(lacking))}")
        answers[line["key"]] = line
    return answers


def note_missing(file: Path, request: Request, key: Mapping[str, Any]) -> None:
    """Add a prompt to the missing ones: one line, one write, so that processes can share it."""
    line = {
        "key": digest(key),
        "item": request.id,
        "template": request.template,
        "model": key["model"],
        "messages": fold(request.messages),
        "settings": key["settings"],
        "take": request.take,
    }
    _append(file, line)


def record_answer(
    file: Path, missing: Mapping[str, Any], reply: Reply, recorded_from: str
) -> dict[str, Any]:
    """Add one answer to a file of recorded answers.

    Args:
        file: File of recorded answers.
        missing: Line of the file of missing prompts.
        reply: The answer.
        recorded_from: Who gave it: a model id, or ``by hand``.

    Returns:
        The line that was written.
    """
    line = {
        "key": missing["key"],
        "template": missing["template"],
        "model": missing["model"],
        "recorded_from": recorded_from,
        "settings": missing["settings"],
        "take": missing["take"],
        "prompt": readable(missing["messages"]),
        "answer": reply.text,
    }
    if len(reply.texts) > 1:
        line["answers"] = list(reply.texts)
    if reply.finish_reason not in (None, "stop"):
        line["finish_reason"] = reply.finish_reason
    if reply.usage:
        line["usage"] = dict(reply.usage)
    _append(file, line)
    return line


def _append(file: Path, line: Mapping[str, Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    data = (canonical(dict(line)) + "\n").encode()
    handle = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        # A file that was edited by hand may lack the end of its last line.
        size = os.fstat(handle).st_size
        if size and os.pread(handle, 1, size - 1) != b"\n":
            data = b"\n" + data
        os.write(handle, data)
    finally:
        os.close(handle)
