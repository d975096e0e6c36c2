r"""Gemini by Google's own client.

    vivavoce run … --model gemini --model-option model=gemini-2.5-flash

The key is read from the environment variable that ``api_key_env`` names. Failed attempts are told
apart and repeated as those of the project's other client (:mod:`builders.backends.llm`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from builders.backends.llm.cost import Price
from builders.backends.llm.failures import AttemptError
from builders.backends.llm.limiter import Backoff
from builders.errors import BackendError, MissingExtraError, VivavoceError
from evaluation.models.audio import wav
from evaluation.models.contract import Answer, Question, failed
from evaluation.models.gemini_reply import Taken, failures_told, take
from evaluation.models.pool import answer_all


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
        first_wait: Mean seconds before the second attempt.
        longest_wait: Most seconds between two attempts.
        price: ``{input: …, output: …}`` per million tokens, for the cost of a plan.
        audio_tokens: Tokens of a spoken question, for the expected cost.
        answer_tokens: Tokens of an answer, for the expected cost.
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
        longest_wait: float = 120.0,
        price: Mapping[str, Any] | None = None,
        audio_tokens: int = 250,
        answer_tokens: int = 300,
    ) -> None:
        self._model, self._base_url, self._stream = model, base_url, stream
        self._body = {"temperature": 0} if settings is None else dict(settings)
        self.parallel, self._timeout = concurrency, timeout
        self.price, self.expected_tokens = Price.of(price), (audio_tokens, answer_tokens)
        self._backoff = Backoff(attempts, first_wait, longest_wait)
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
        return answer_all(self._answer, questions, self.parallel)

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
        # Its own repetitions would count as time of the answer.
        options = types.HttpOptions(base_url=self._base_url, timeout=int(self._timeout * 1000))
        self._client = genai.Client(api_key=key, http_options=options, vertexai=False)

    def _answer(self, question: Question) -> Answer:
        try:
            contents, config = self._contents(question), self._config(question)
        except BackendError as error:
            return failed(error)
        missed = 0
        while True:
            began = time.monotonic()
            try:
                with failures_told(os.environ.get(self._key_name, "")):
                    taken = self._ask(contents, config, began)
            except AttemptError as failure:
                missed += 1
                wait = self._wait(question, failure, missed)
                if wait is None:
                    return failed(failure)
                time.sleep(wait)
            else:
                return self._told(taken, time.monotonic() - began, missed)

    def _wait(self, question: Question, failure: AttemptError, missed: int) -> float | None:
        """Seconds before the next attempt, ``None`` where there is to be none."""
        if failure.fatal:
            raise VivavoceError(
                f"Gemini ({self._model}): {failure.detail.rstrip('.')}. No call can succeed; check "
                "the key and the model name. Answers so far are kept"
            )
        asked = failure.retry_after or 0.0
        if failure.final or missed >= self._backoff.attempts or asked > self._backoff.longest:
            return None
        return self._backoff.wait(question.label, missed, failure.retry_after)

    def _told(self, taken: Taken, seconds: float, missed: int) -> Answer:
        usage = dict(taken.usage)
        if missed:
            usage["failed_attempts"] = missed
        if self.parallel > 1:
            usage["streams"] = self.parallel
        if self.price is not None and "prompt_tokens" in usage:
            # Thoughts are paid for as answers are.
            said = usage.get("completion_tokens", 0) + usage.get("thought_tokens", 0)
            usage["cost"] = self.price.cost(usage["prompt_tokens"], said)
        return Answer(text=taken.text, seconds=seconds, first_token=taken.first, usage=usage)

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

    def _ask(self, contents: list[Any], config: Any, began: float) -> Taken:
        call = {"model": self._model, "contents": contents, "config": config}
        if self._stream:
            return take(self._client.models.generate_content_stream(**call), began)
        found = take([self._client.models.generate_content(**call)], began)
        return Taken(found.text, found.usage)
