"""A real engine context whose language models answer from a local server."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from chat_server import ChatServer, prompt_of

from builders.item import Item
from builders.stage.context import WorkerContext
from builders.stage.settings import BackendChoice, Settings


def item(prompt: str, reference: str | None = None, language: str = "en", **more) -> Item:
    """A row to work on."""
    given = {"id": "r1", "source_id": "s1", "source_revision": "1", "license": "MIT", **more}
    return Item(prompt=prompt, reference=reference, language=language, **given)


@contextlib.contextmanager
def llm_context(
    store: Path, answer: Callable[[str, str], str], kinds: tuple[str, ...] = ("llm",), **backends
) -> Iterator[tuple[WorkerContext, ChatServer]]:
    """Context and server; ``answer(last message, model)`` is what the models say."""

    def say(body: dict) -> str:
        return answer(prompt_of(body), body["model"])

    with ChatServer(say, keep_bodies=True) as server:
        options = {"base_url": server.url, "api_key_env": None, "first_wait": 0.01}
        choices = {
            kind: BackendChoice("openai_compatible", {**options, "model": f"m-{kind}"})
            for kind in kinds
        }
        choices |= {kind: BackendChoice(name) for kind, name in backends.items()}
        yield WorkerContext(Settings(7, store, choices, Path.cwd())), server


def judge_or(answer: str, verdict: str):
    """A model that answers questions with ``answer`` and compares with ``verdict``."""
    return lambda text, model: verdict if "Reply with one word, yes or no" in text else answer
