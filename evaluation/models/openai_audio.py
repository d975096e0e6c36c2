r"""A model behind a chat endpoint that takes audio: vLLM, GPT-4o audio, DashScope's Qwen-Omni.

    vivavoce run … --model openai_audio --model-option model=qwen2.5-omni-7b \
        --model-option dialect=dashscope --model-option speech=true \
        --model-option base_url=https://dashscope.aliyuncs.com/compatible-mode/v1 \
        --model-option api_key_env=DASHSCOPE_API_KEY

Retries, concurrency, budget and keys are those of the project's one client
(:mod:`builders.backends.llm`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from builders.backends.llm import Request
from builders.backends.llm.messages import Reply
from builders.backends.llm.openai_compatible import OpenAICompatible
from builders.errors import BackendError, unknown_name
from evaluation.models.audio import spoken, wav_base64
from evaluation.models.contract import Answer, Question, failed

PCM_RATE = 24_000
"""Sampling rate of bare PCM in answers, in Hz, as OpenAI and DashScope document it."""


@dataclass(frozen=True)
class Dialect:
    """How an endpoint differs from the others.

    Attributes:
        part: ``input_audio`` or ``audio_url``.
        prefix: What stands before the base64 text of ``input_audio``.
        stream: Whether it only answers as a stream.
        format: Audio format to ask for; ``stream_format`` where the answer is streamed.
        stream_format: See ``format``.
        voice: Voice to ask for where none is chosen.
    """

    part: str = "input_audio"
    prefix: str = ""
    stream: bool = False
    format: str = "wav"
    stream_format: str = "wav"
    voice: str | None = None

    def audio_part(self, data: bytes) -> dict[str, Any]:
        """Encoded audio as a part of a message."""
        text = wav_base64(data)
        if self.part == "audio_url":
            return {"type": "audio_url", "audio_url": {"url": f"data:audio/wav;base64,{text}"}}
        return {"type": "input_audio", "input_audio": {"data": self.prefix + text, "format": "wav"}}


DIALECTS: dict[str, Dialect] = {
    "openai": Dialect(stream_format="pcm16", voice="alloy"),
    "vllm": Dialect(),
    "vllm_url": Dialect(part="audio_url"),
    "dashscope": Dialect(prefix="data:;base64,", stream=True, voice="Cherry"),
}


class OpenAIAudio:
    """Chat endpoint with audio input.

    Args:
        model: Model id as the endpoint knows it.
        base_url: Root of the API.
        dialect: ``openai``, ``vllm``, ``vllm_url`` or ``dashscope``.
        speech: Ask for a spoken answer too.
        voice: Voice of the spoken answer.
        stream: Stream, which gives times to the first token and audio.
        settings: Further body fields; ``{temperature: 0}`` by default.
        send_seed: Send a seed with each call; by default where the temperature is not 0.
        revision: Exact version of the model, where its id leaves it open.
        api_key_env: Environment variable with the key; null for a server without keys.
        concurrency: Calls in flight at once; 1 for times of a single stream.
        timeout: Seconds an attempt may take.
        attempts: Attempts a row gets.
        first_wait: Mean seconds before the second attempt.
        longest_wait: Most seconds between two attempts.
        price: ``{input: …, output: …}`` per million tokens.
        max_cost: Money that may be spent.
        audio_tokens: Tokens of a spoken question, for the expected cost.
        answer_tokens: Tokens of an answer, for the expected cost.
    """

    name = "openai_audio"

    def __init__(
        self,
        *,
        model: str,
        base_url: str = "https://api.openai.com/v1",
        dialect: str = "openai",
        speech: bool = False,
        voice: str | None = None,
        stream: bool | None = None,
        settings: Mapping[str, Any] | None = None,
        send_seed: bool | None = None,
        revision: str | None = None,
        api_key_env: str | None = "OPENAI_API_KEY",
        concurrency: int = 8,
        timeout: float = 120.0,
        attempts: int = 6,
        first_wait: float = 1.0,
        longest_wait: float = 120.0,
        price: Mapping[str, Any] | None = None,
        max_cost: float | None = None,
        audio_tokens: int = 250,
        answer_tokens: int = 300,
    ) -> None:
        if dialect not in DIALECTS:
            raise unknown_name("dialect", dialect, DIALECTS)
        self.dialect = DIALECTS[dialect]
        self._dialect_name = dialect
        self.speech = speech
        self.voice = voice or self.dialect.voice
        self.stream = self.dialect.stream if stream is None else stream or self.dialect.stream
        body = {"temperature": 0} if settings is None else dict(settings)
        self.send_seed = bool(body.get("temperature")) if send_seed is None else send_seed
        self._client = OpenAICompatible(
            model=model,
            base_url=base_url,
            revision=revision,
            api_key_env=api_key_env,
            concurrency=concurrency,
            timeout=timeout,
            attempts=attempts,
            first_wait=first_wait,
            longest_wait=longest_wait,
            settings=body,
            price=price,
            max_cost=max_cost,
        )
        self.parallel, self.price = concurrency, self._client.price
        self.expected_tokens = (audio_tokens, answer_tokens)
        self._calls = count()
        self.revision = self._client.revision

    def settings(self) -> dict[str, Any]:
        """Endpoint and body fields; the key is in neither."""
        return {
            "base_url": self._client.base_url,
            "dialect": self._dialect_name,
            "speech": self.speech,
            "voice": self.voice if self.speech else None,
            "stream": self.stream,
            "body": dict(self._client.settings),
            "send_seed": self.send_seed,
        }

    def answers(self, questions: Iterable[Question]) -> Iterator[tuple[Question, Answer]]:
        """Ask with ``concurrency`` calls in flight, in the order of arrival."""
        waiting: dict[str, Question] = {}
        broken: list[tuple[Question, Answer]] = []

        def requests() -> Iterator[Request]:
            for question in questions:
                try:
                    request = self._request(question)
                except BackendError as error:
                    broken.append((question, failed(error)))
                    continue
                waiting[request.id] = question
                yield request

        for result in self._client.chat_many(requests()):
            question = waiting.pop(result.request.id)
            if result.reply is not None:
                yield question, self._answer(result.reply)
            else:
                yield question, failed(result.error or "no answer")
            while broken:
                yield broken.pop()
        yield from broken

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _request(self, question: Question) -> Request:
        body: dict[str, Any] = {}
        if self.stream:
            body["stream"] = True
        if self.speech:
            kind = self.dialect.stream_format if self.stream else self.dialect.format
            audio = {"format": kind, **({"voice": self.voice} if self.voice else {})}
            body |= {"modalities": ["text", "audio"], "audio": audio}
        elif self._dialect_name in ("openai", "dashscope"):
            body["modalities"] = ["text"]
        if self.send_seed:
            body["seed"] = question.seed
        # The number keeps two rows that sound alike, and a warm-up, from sharing one answer.
        template = f"{question.label} call {next(self._calls)}"
        return Request(question.label, self._messages(question), body, template)

    def _messages(self, question: Question) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = []
        if question.system:
            messages.append({"role": "system", "content": question.system})
        messages += [{"role": turn.role, "content": turn.text} for turn in question.history]
        if question.audio is None:
            messages.append({"role": "user", "content": question.text or ""})
            return messages
        content = [self.dialect.audio_part(question.audio)]
        if question.text:
            content.append({"type": "text", "text": question.text})
        messages.append({"role": "user", "content": content})
        return messages

    def _answer(self, reply: Reply) -> Answer:
        usage = dict(reply.usage)
        if reply.cost is not None:
            usage["cost"] = reply.cost
        if reply.finish_reason and reply.finish_reason != "stop":
            usage["finish_reason"] = reply.finish_reason
        if reply.history:
            usage["failed_attempts"] = len(reply.history)
        if self._client.concurrency > 1:
            usage["streams"] = self._client.concurrency
        speech = None
        if reply.audio is not None:
            try:
                # A file is asked for; streams may hold the bare samples all the same.
                speech = spoken(reply.audio, PCM_RATE if self.stream else None)
            except BackendError as error:
                return failed(f"unusable speech: {error}")
        return Answer(
            text=reply.text or None,
            speech=speech,
            seconds=reply.seconds,
            first_token=reply.first_token,
            first_audio=reply.first_audio,
            usage=usage,
        )
