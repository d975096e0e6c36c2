"""Any ``/v1/audio/speech`` endpoint: OpenAI's own, vLLM, and the many that copy it.

In ``params.yaml``::

    tts:
      name: openai_speech
      options:
        model: FunAudioLLM/CosyVoice2-0.5B
        base_urls: [http://gpu1:8091/v1, http://gpu2:8091/v1]
        engine: cosyvoice2
        prompt_fields: {audio: ref_audio, text: ref_text}

The API has no field for cloning; servers that can name their own, which ``prompt_fields`` tells.
"""

from __future__ import annotations

import base64
import os
import threading
from pathlib import Path
from typing import Any

from builders.backends.llm.failures import (
    CONNECTION,
    MALFORMED,
    TIMEOUT,
    AttemptError,
    from_status,
)
from builders.backends.llm.limiter import Backoff
from builders.backends.protocols import Speech, Voice
from builders.backends.stated import with_options
from builders.backends.tts.cosyvoice_modes import check_style
from builders.backends.tts.decode import from_file
from builders.backends.tts.servers import Servers, ask_servers
from builders.errors import BackendError, VivavoceError

PROMPT_FIELDS = ("audio", "text")


class OpenAISpeech:
    """Client of speech endpoints; may be called from any number of threads.

    Args:
        model: Model id as the endpoint knows it.
        base_urls: Root of the API, ending in ``/v1``; several are taken in turn.
        revision: Exact version of the model, where its id leaves it open.
        engine: Name that voices give as their engine.
        api_key_env: Environment variable with the key; ``None`` for a server without keys.
        response_format: ``wav`` or ``flac``.
        prompt_fields: Names of the body fields for a speech prompt: ``audio`` (a data URL) and
            ``text``.
        extra: Further body fields of every call.
        timeout: Seconds one attempt may take.
        attempts: Attempts a clip gets.
        first_wait: Mean seconds before the second attempt; doubles from there.
        longest_wait: Most seconds between two attempts.
        concurrency: Calls in flight at once; by default four for each server.
    """

    def __init__(
        self,
        model: str,
        base_urls: str | list[str],
        revision: str | None = None,
        engine: str = "openai_speech",
        api_key_env: str | None = "OPENAI_API_KEY",
        response_format: str = "wav",
        prompt_fields: dict[str, str] | None = None,
        extra: dict[str, Any] | None = None,
        timeout: float = 120.0,
        attempts: int = 5,
        first_wait: float = 1.0,
        longest_wait: float = 60.0,
        concurrency: int | None = None,
    ) -> None:
        for part in prompt_fields or {}:
            if part not in PROMPT_FIELDS:
                raise VivavoceError(f"prompt_fields has 'audio' and 'text', not '{part}'")
        self.name = engine
        stated = f"{model}@{revision}" if revision else model
        self.revision = with_options(stated, prompt=prompt_fields, extra=extra)
        self._model = model
        self._servers = Servers(base_urls)
        self._key_env = api_key_env
        self._format = response_format
        self._prompt_fields = prompt_fields or {}
        self._extra = extra or {}
        self._timeout = timeout
        self._backoff = Backoff(attempts, first_wait, longest_wait)
        self.concurrency = concurrency or 4 * len(self._servers.addresses)
        self._clients: dict[str, Any] = {}
        self._lock = threading.Lock()

    def __getstate__(self) -> dict[str, Any]:
        """Leave connections behind: a worker process opens its own."""
        return {k: v for k, v in self.__dict__.items() if k not in ("_clients", "_lock")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _clients={}, _lock=threading.Lock())

    def synthesise(
        self, text: str, voice: Voice, *, seed: int = 0, style: dict[str, Any] | None = None
    ) -> Speech:
        """Speak a text.

        Args:
            text: Text in spoken form.
            voice: A voice whose ``name`` is the endpoint's.
            seed: Number of the take, sent as ``seed`` from 1 on; few endpoints heed it.
            style: ``rate`` (sent as ``speed``) and ``instruct`` (sent as ``instructions``).

        Raises:
            BackendError: The endpoints failed on this text, or the voice needs a prompt that they
                have no field for.
            VivavoceError: The endpoints answer nothing at all, or the key is not set.
        """
        style = style or {}
        check_style(style, ("rate", "instruct"), self.name)
        body = {**self._extra, **self._prompt(voice)}
        if seed:
            body["seed"] = seed
        if "rate" in style:
            body["speed"] = float(style["rate"])
        if "instruct" in style:
            body["instructions"] = str(style["instruct"])

        def attempt(address: str) -> Speech:
            return from_file(self._ask(address, text, voice.name, body))

        return ask_servers(
            self._servers, self._backoff, self.name, f"{seed} {voice.id} {text}", attempt
        )

    def _ask(self, address: str, text: str, voice: str, body: dict[str, Any]) -> bytes:
        import openai

        try:
            answer = self._client(address).audio.speech.create(
                model=self._model,
                input=text,
                voice=voice,
                response_format=self._format,  # type: ignore[arg-type]
                extra_body=body,
            )
            return bytes(answer.content)
        except openai.APITimeoutError as error:
            raise AttemptError(TIMEOUT, f"no answer within {self._timeout:g} s") from error
        except openai.APIStatusError as error:
            code = error.code or error.type
            headers = error.response.headers
            raise from_status(error.status_code, _message(error), code, headers) from error
        except openai.APIConnectionError as error:
            cause = error.__cause__
            if type(cause).__name__ == "RemoteProtocolError":
                raise AttemptError(MALFORMED, f"half an answer: {cause}") from error
            raise AttemptError(CONNECTION, str(cause or error)) from error

    def _client(self, address: str) -> Any:
        import openai

        with self._lock:
            if address not in self._clients:
                key = os.environ.get(self._key_env or "", "")
                if self._key_env and not key:
                    raise VivavoceError(
                        f"{self.name}: the environment variable {self._key_env} with the key is "
                        "not set; a server without keys has api_key_env: null"
                    )
                self._clients[address] = openai.OpenAI(
                    base_url=address, api_key=key or "none", timeout=self._timeout, max_retries=0
                )
            return self._clients[address]

    def _prompt(self, voice: Voice) -> dict[str, str]:
        if voice.prompt_audio is None:
            return {}
        if "audio" not in self._prompt_fields:
            raise BackendError(
                f"voice '{voice.id}' is cloned from a recording, but prompt_fields of "
                f"'{self.name}' names no field for it"
            )
        path = Path(voice.prompt_audio)
        if not path.is_file():
            raise VivavoceError(f"voice '{voice.id}': there is no speech prompt {path}")
        data = base64.b64encode(path.read_bytes()).decode()
        kind = {".mp3": "mpeg", ".flac": "flac", ".ogg": "ogg"}.get(path.suffix.lower(), "wav")
        fields = {self._prompt_fields["audio"]: f"data:audio/{kind};base64,{data}"}
        if voice.prompt_text and "text" in self._prompt_fields:
            fields[self._prompt_fields["text"]] = voice.prompt_text
        return fields


def _message(error: Any) -> str:
    body = error.body
    if isinstance(body, dict) and body.get("message"):
        return str(body["message"])[:300]
    return str(error.message)[:300]
