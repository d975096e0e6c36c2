"""A client of the local chat server, and plans of what goes wrong."""

from __future__ import annotations

from chat_server import ChatServer

from builders.backends.llm.openai_compatible import OpenAICompatible


def user(text: str) -> list[dict]:
    return [{"role": "user", "content": text}]


def client(server: ChatServer, **options) -> OpenAICompatible:
    given = {"model": "m", "api_key_env": None, "first_wait": 0.01, "timeout": 2.0, **options}
    return OpenAICompatible(base_url=server.url, **given)


def always(kind: str):
    return lambda prompt, attempt: kind


def first(kind: str):
    return lambda prompt, attempt: kind if attempt == 0 else "good"
