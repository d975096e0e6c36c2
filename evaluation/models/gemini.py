r"""Gemini by Google's own client.

    vivavoce run … --model gemini --model-option model=gemini-2.5-flash

The key is read from the environment variable that ``api_key_env`` names. Retries are those of the
client (429 and 5xx, exponential back-off).
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from builders.errors import BackendError, MissingExtraError, VivavoceError
from evaluation.models.audio import wav
from evaluation.models.contract import Answer, Question, failed
from evaluation.models.pool import answer_all

_FATAL = frozenset({401, 403, 404})


class Gemini:
    """Gemini with audio input; answers in text.

    Args:
        model: Model id, such as ``gemini-2.5-flash``.
        revision: Exact version, where the id leaves it open.
        api_key_env: Environment variable with the key.
        base_url: Another address of the API.
        stream: Stream, which gives times to the first token.
        settings: Further settings of the generation; ``{temperature: 0}`` by default.
        concurrency: Calls in flight at once; 1 for times of a single stream.
        timeout: Seconds an attempt may take.
        attempts: Attempts a row gets.
        first_wait: Seconds before the second attempt.
    """

    name = "gemini"

    def __init__(
        self,
        *,
        model: str,
        revision: str | None = None,
        api_key_env: str = "GEMINI_API_KEY",
        base_url: str | None = None,
        stream: bool = False,
        settings: Mapping[str, Any] | None = None,
        concurrency: int = 8,
        timeout: float = 120.0,
        attempts: int = 6,
        first_wait: float = 1.0,
    ) -> None:
        self._model, self._base_url, self._stream = model, base_url, stream
        self._body = {"temperature": 0} if settings is None else dict(settings)
        self._concurrency, self._timeout = concurrency, timeout
        self._attempts, self._first_wait = attempts, first_wait
        self._key_name = api_key_env
        self._client: Any = None
        self.revision = revision or model

    def settings(self) -> dict[str, Any]:
        """Settings of the generation; the key is not among them."""
        return {"base_url": self._base_url, "stream": self._stream, "body": self._body}

    def answers(self, questions: Iterable[Question]) -> Iterator[tuple[Question, Answer]]:
        """Ask with ``concurrency`` calls in flight, in the order of arrival.

        Raises:
            MissingExtraError: google-genai is not installed.
            VivavoceError: There is no key, or the endpoint refuses key or model.
        """
        self._connect()
        return answer_all(self._answer, questions, self._concurrency)

    def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _connect(self) -> None:
        if self._client is not None:
            return
        try:
            from google import genai
            from google.genai import types
        except ImportError as error:
            raise MissingExtraError("google-genai", "gemini") from error
        key = os.environ.get(self._key_name, "")
        if not key:
            raise VivavoceError(
                f"Gemini needs a key: set the environment variable {self._key_name}"
            )
        retry = types.HttpRetryOptions(attempts=self._attempts, initial_delay=self._first_wait)
        options = types.HttpOptions(
            base_url=self._base_url, timeout=int(self._timeout * 1000), retry_options=retry
        )
        self._client = genai.Client(api_key=key, http_options=options, vertexai=False)

    def _answer(self, question: Question) -> Answer:
        import httpx
        from google.genai import errors

        began = time.monotonic()
        try:
            contents, config = self._contents(question), self._config(question)
            text, usage, first = self._ask(contents, config, began)
        except errors.APIError as error:
            if error.code in _FATAL:
                raise VivavoceError(
                    f"Gemini ({self._model}): HTTP {error.code}: {self._clean(error)}. No call can "
                    "succeed; check the key and the model name. Answers so far are kept"
                ) from error
            return failed(f"HTTP {error.code}: {self._clean(error)}")
        except (httpx.HTTPError, BackendError, ValueError) as error:
            return failed(f"{type(error).__name__}: {self._clean(error)}")
        if not text:
            return failed("empty answer: the endpoint withheld it or gave none")
        if self._concurrency > 1:
            usage["streams"] = self._concurrency
        return Answer(text=text, seconds=time.monotonic() - began, first_token=first, usage=usage)

    def _contents(self, question: Question) -> list[Any]:
        from google.genai import types

        roles = {"user": "user", "assistant": "model"}
        turns = [
            types.Content(role=roles[t.role], parts=[types.Part(text=t.text)])
            for t in question.history
        ]
        parts = []
        if question.audio is not None:
            parts.append(types.Part.from_bytes(data=wav(question.audio), mime_type="audio/wav"))
        if question.text:
            parts.append(types.Part(text=question.text))
        return [*turns, types.Content(role="user", parts=parts)]

    def _config(self, question: Question) -> Any:
        from google.genai import types

        sampled = {"seed": question.seed} if self._body.get("temperature") else {}
        return types.GenerateContentConfig(
            system_instruction=question.system, **{**self._body, **sampled}
        )

    def _ask(
        self, contents: list[Any], config: Any, began: float
    ) -> tuple[str, dict[str, Any], float | None]:
        call = {"model": self._model, "contents": contents, "config": config}
        if not self._stream:
            reply = self._client.models.generate_content(**call)
            return reply.text or "", _usage(reply), None
        pieces: list[str] = []
        usage: dict[str, Any] = {}
        first: float | None = None
        for chunk in self._client.models.generate_content_stream(**call):
            if chunk.text:
                first = time.monotonic() - began if first is None else first
                pieces.append(chunk.text)
            usage = _usage(chunk) or usage
        return "".join(pieces), usage, first

    def _clean(self, error: Exception) -> str:
        """The message without the key."""
        key = os.environ.get(self._key_name, "")
        text = str(getattr(error, "message", None) or error)
        return (text.replace(key, "<key>") if key else text)[:500]


def _usage(reply: Any) -> dict[str, Any]:
    found = reply.usage_metadata
    if found is None:
        return {}
    counts = {
        "prompt_tokens": found.prompt_token_count,
        "completion_tokens": found.candidates_token_count,
        "total_tokens": found.total_token_count,
    }
    return {name: value for name, value in counts.items() if value is not None}
