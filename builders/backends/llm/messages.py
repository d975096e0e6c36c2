"""What goes to a chat model and what comes back, as plain data."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from builders.backends.llm.failures import Attempt, LLMError


@dataclass(frozen=True)
class Request:
    """One call.

    Attributes:
        id: Row the call is made for; appears in logs and errors, not in the key.
        messages: Chat messages as the protocol has them; content may have audio parts.
        settings: Sampling settings and other body fields, such as ``temperature``.
        template: ``name@version`` of the prompt template behind the messages.
        take: Number of the try at a usable answer, from 0; each is another answer.
    """

    id: str
    messages: list[dict[str, Any]]
    settings: Mapping[str, Any] = field(default_factory=dict)
    template: str | None = None
    take: int = 0


@dataclass(frozen=True)
class Reply:
    """One answer.

    Attributes:
        text: Text of the first choice, or the transcript where it answered by speech alone.
        texts: Texts of all choices (``n`` in the settings).
        finish_reason: ``stop``, ``length``, ``content_filter``, …
        model: Model id as the endpoint states it.
        usage: Token counts as the endpoint states them; empty where it states none.
        cost: Price of the call; ``None`` where no price or no usage is known.
        seconds: Time of the successful attempt.
        first_token: Seconds to the first text, where the answer was streamed.
        first_audio: Seconds to the first audio, where the answer was streamed.
        audio: Spoken answer in the requested format.
        history: Failed attempts before this answer.
        stored: True where the answer was read and not asked for.
    """

    text: str
    texts: tuple[str, ...] = ()
    finish_reason: str | None = None
    model: str | None = None
    usage: Mapping[str, Any] = field(default_factory=dict)
    cost: float | None = None
    seconds: float | None = None
    first_token: float | None = None
    first_audio: float | None = None
    audio: bytes | None = field(default=None, repr=False)
    history: tuple[Attempt, ...] = ()
    stored: bool = False

    def dump(self) -> dict[str, Any]:
        """JSON value to store; audio goes as base64 so that one record holds all."""
        return {
            "text": self.text,
            "texts": list(self.texts),
            "finish_reason": self.finish_reason,
            "model": self.model,
            "usage": dict(self.usage),
            "cost": self.cost,
            "seconds": self.seconds,
            "first_token": self.first_token,
            "first_audio": self.first_audio,
            "audio": None if self.audio is None else base64.b64encode(self.audio).decode(),
        }

    @classmethod
    def load(cls, value: Mapping[str, Any]) -> Reply:
        """Read what :meth:`dump` made."""
        audio = value.get("audio")
        fields = {**value, "texts": tuple(value.get("texts") or (value["text"],))}
        fields["audio"] = None if audio is None else base64.b64decode(audio)
        return cls(**fields, stored=True)

    def with_history(self, history: tuple[Attempt, ...]) -> Reply:
        """Return a copy that tells which attempts failed before it."""
        return replace(self, history=history)


@dataclass(frozen=True)
class Result:
    """Outcome of one request of many: a reply or an error, never both."""

    request: Request
    reply: Reply | None = None
    error: LLMError | None = None


def request_key(request: Request, model: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """All that determines an answer, as a JSON value.

    Args:
        request: The call.
        model: Model and revision.
        settings: Default settings of the backend; those of the request win.
    """
    merged = {**settings, **request.settings}
    return {
        "template": request.template,
        "model": merged.pop("model", model),
        "messages": fold(request.messages),
        "settings": merged,
        "take": request.take,
    }


def fold(value: Any) -> Any:
    """Replace media inside messages by its SHA-256, for keys and for showing."""
    if isinstance(value, dict):
        return {
            key: _hashed(part) if key == "data" and isinstance(part, str) else fold(part)
            for key, part in value.items()
        }
    if isinstance(value, list | tuple):
        return [fold(part) for part in value]
    if isinstance(value, str) and value.startswith("data:") and ";base64," in value[:100]:
        return _hashed(value)
    return value


def readable(messages: list[dict[str, Any]]) -> str:
    """The messages as a person reads them; media appears as its hash."""
    lines = []
    for message in fold(messages):
        content = message.get("content")
        if isinstance(content, list):
            content = "\n".join(p.get("text") or f"[{p.get('type')}: {p}]" for p in content)
        lines.append(f"{message.get('role', '?')}: {content}")
    return "\n".join(lines)


def _hashed(text: str) -> str:
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
