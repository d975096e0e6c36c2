"""Fill a file of recorded answers: from a live model, or by hand."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from builders.backends.llm.messages import Reply, Request
from builders.backends.llm.openai_compatible import OpenAICompatible
from builders.backends.llm.recorded import missing_file, read_answers, read_lines, record_answer
from builders.errors import VivavoceError
from builders.stage.store import canonical


def missing_lines(file: Path) -> list[dict[str, Any]]:
    """Prompts that were asked and have no answer in ``file``, each once, in the order asked."""
    known = read_answers(file) if file.exists() else {}
    lines = {line["key"]: line for line in read_lines(missing_file(file))}
    return [line for key, line in lines.items() if key not in known]


def record_live(
    file: Path,
    *,
    base_url: str,
    model: str,
    api_key_env: str | None,
    concurrency: int = 8,
    report: Callable[[str], Any] = print,
) -> int:
    """Ask a live model for every missing answer; each is written the moment it comes.

    Args:
        file: File of recorded answers.
        base_url: Endpoint to ask.
        model: Model to ask; stands as ``recorded_from`` beside each answer.
        api_key_env: Environment variable with the key, ``None`` for a server without keys.
        concurrency: Calls in flight at once.
        report: Gets a line for each prompt that could not be recorded.

    Returns:
        Number of answers recorded.
    """
    lines = missing_lines(file)
    asked = {}
    for line in lines:
        if _has_media(line["messages"]):
            report(f"{line['key'][:12]}: has audio or images and can only be recorded by hand")
        else:
            asked[line["key"]] = line
    client = OpenAICompatible(
        model=model, base_url=base_url, api_key_env=api_key_env, concurrency=concurrency
    )
    done = 0
    requests = (Request(k, v["messages"], v["settings"], v["template"]) for k, v in asked.items())
    try:
        for result in client.chat_many(requests):
            if result.reply is None:
                report(f"{result.request.id[:12]}: {result.error}")
                continue
            record_answer(file, asked[result.request.id], result.reply, model)
            done += 1
    finally:
        client.close()
        _forget_recorded(file)
    return done


def record_by_hand(file: Path, answers: Iterable[Mapping[str, str]]) -> int:
    """Record answers written by a person.

    Args:
        file: File of recorded answers.
        answers: Each has ``key``, or its beginning, and ``answer``.

    Returns:
        Number of answers recorded.

    Raises:
        VivavoceError: A key fits none or several of the missing prompts.
    """
    lines = missing_lines(file)
    chosen = []
    for entry in answers:
        if not all(isinstance(entry.get(name), str) for name in ("key", "answer")):
            raise VivavoceError(
                f"an answer by hand needs a key and an answer, both text, got {dict(entry)}"
            )
        fits = [line for line in lines if line["key"].startswith(entry["key"])]
        if len(fits) != 1:
            raise VivavoceError(
                f"key '{entry['key']}' fits {len(fits)} of the {len(lines)} missing prompts of "
                f"{file}; see vivavoce llm list {file} --missing"
            )
        chosen.append((fits[0], entry["answer"]))
    for line, answer in chosen:
        record_answer(file, line, Reply(text=answer), "by hand")
    _forget_recorded(file)
    return len(chosen)


def _forget_recorded(file: Path) -> None:
    path = missing_file(file)
    if not path.exists():
        return
    left = missing_lines(file)
    if not left:
        path.unlink()
        return
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text("".join(canonical(line) + "\n" for line in left), encoding="utf-8")
    temporary.replace(path)


def _has_media(messages: list[dict[str, Any]]) -> bool:
    return "sha256:" in canonical([m["content"] for m in messages if not _is_text(m)])


def _is_text(message: Mapping[str, Any]) -> bool:
    return isinstance(message["content"], str)
