"""Google Cloud Text-to-Speech (VoiceBench's engine) through Google's own client.

In ``params.yaml``::

    tts:
      name: google
      options: {max_characters: 2000000}

Credentials are Google's application default credentials (``GOOGLE_APPLICATION_CREDENTIALS`` or
``gcloud auth application-default login``). Google names no version of its voices.
"""

from __future__ import annotations

import threading
from typing import Any

from builders.backends.llm.failures import (
    CONNECTION,
    RATE_LIMITED,
    REFUSED,
    SERVER_ERROR,
    TIMEOUT,
    AttemptError,
    BudgetError,
)
from builders.backends.llm.limiter import Backoff
from builders.backends.once import once
from builders.backends.protocols import Speech, Voice
from builders.backends.tts.cosyvoice_modes import check_style
from builders.backends.tts.decode import from_file
from builders.backends.tts.servers import Servers, ask_servers
from builders.errors import BackendError, MissingExtraError, VivavoceError

MOST_BYTES = 5000
"""Longest text of one request, in bytes of UTF-8."""


class Google:
    """Google's voices; may be called from any number of threads.

    Attributes:
        characters: Characters of the texts that were spoken, which is what Google bills.

    Args:
        sampling_rate: Rate of the speech in Hz.
        revision: What to record as the version, such as the month of the run.
        max_characters: Characters this process may have spoken; one more stops the build.
        timeout: Seconds one attempt may take.
        attempts: Attempts a clip gets.
        first_wait: Mean seconds before the second attempt; doubles from there.
        longest_wait: Most seconds between two attempts.
        concurrency: Calls in flight at once.
        project: Project whose quota is used; otherwise that of the credentials.
        endpoint: Another host than Google's, such as a regional one.
        plain: Speak to ``endpoint`` (``host:port``) without TLS and credentials, as to a proxy in
            front of Google that adds both.
    """

    name = "google"
    exact_styles = {  # noqa: RUF012 - one value for all, never changed
        "rate": (0.25, 2.0),
        "pitch": (-20.0, 20.0),
        "volume": (-96.0, 16.0),
    }

    def __init__(
        self,
        sampling_rate: int = 24_000,
        revision: str = "v1",
        max_characters: int | None = None,
        timeout: float = 60.0,
        attempts: int = 6,
        first_wait: float = 1.0,
        longest_wait: float = 70.0,
        concurrency: int = 8,
        project: str | None = None,
        endpoint: str | None = None,
        plain: bool = False,
    ) -> None:
        if plain and not endpoint:
            raise VivavoceError("tts backend 'google': 'plain' needs an 'endpoint'")
        self.revision = f"texttospeech-{revision};{sampling_rate} Hz"
        self.concurrency = concurrency
        self.characters = 0
        self._rate = sampling_rate
        self._most = max_characters
        self._timeout = timeout
        self._backoff = Backoff(attempts, first_wait, longest_wait)
        self._project = project
        self._endpoint = endpoint
        self._plain = plain
        self._servers = Servers(endpoint or "texttospeech.googleapis.com", rest=0.0)
        self._lock = threading.Lock()

    def __getstate__(self) -> dict[str, Any]:
        """Leave the connection behind: a worker process opens its own."""
        return {k: v for k, v in self.__dict__.items() if k not in ("_client", "_lock")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _lock=threading.Lock())

    def synthesise(
        self, text: str, voice: Voice, *, seed: int = 0, style: dict[str, Any] | None = None
    ) -> Speech:
        """Speak a text.

        Args:
            text: Text in spoken form.
            voice: A voice whose ``name`` is Google's, such as ``en-US-Wavenet-A``.
            seed: Number of the take; Google's voices say the same each time.
            style: ``rate`` 0.25–2.0, ``pitch`` −20 to 20 semitones, ``volume`` −96 to 16 dB.

        Raises:
            BackendError: Google refused this text, or failed for the time being.
            EndpointError: Google answers nothing: credentials, or the service is not enabled.
            BudgetError: The text would exceed ``max_characters``.
        """
        style = style or {}
        check_style(style, tuple(self.exact_styles), self.name)
        size = len(text.encode("utf-8"))
        if size > MOST_BYTES:
            raise BackendError(f"google: {size} bytes of text; a request takes {MOST_BYTES}")
        self._reserve(len(text))
        request = {
            "input": {"text": text},
            "voice": {"language_code": language_code(voice.name), "name": voice.name},
            "audio_config": {
                "audio_encoding": "LINEAR16",
                "sample_rate_hertz": self._rate,
                "speaking_rate": float(style.get("rate", 1.0)),
                "pitch": float(style.get("pitch", 0.0)),
                "volume_gain_db": float(style.get("volume", 0.0)),
            },
        }
        try:
            return ask_servers(
                self._servers,
                self._backoff,
                self.name,
                f"{voice.id} {text}",
                lambda _: from_file(self._ask(request)),
            )
        except BackendError:
            # What was not spoken is not billed.
            self._reserve(-len(text))
            raise

    def _reserve(self, characters: int) -> None:
        with self._lock:
            if self._most is not None and self.characters + characters > self._most:
                raise BudgetError(
                    f"google: {self.characters} characters were spoken and {characters} more "
                    f"would exceed max_characters {self._most}; finished clips are kept"
                )
            self.characters += characters

    def _ask(self, request: dict[str, Any]) -> bytes:
        from google.api_core import exceptions
        from google.auth.exceptions import GoogleAuthError

        try:
            answer = self._client.synthesize_speech(
                request=request, timeout=self._timeout, retry=None
            )
        except exceptions.GoogleAPICallError as error:
            raise _failure(error) from error
        except GoogleAuthError as error:
            raise AttemptError(REFUSED, f"credentials: {error}", fatal=True) from error
        return bytes(answer.audio_content)

    @once
    def _client(self) -> Any:
        try:
            from google.cloud import texttospeech_v1 as texttospeech
        except ImportError as error:
            raise MissingExtraError("google-cloud-texttospeech", "google") from error
        if self._plain:
            import grpc

            make = texttospeech.TextToSpeechClient.get_transport_class("grpc")
            return texttospeech.TextToSpeechClient(
                transport=make(channel=grpc.insecure_channel(str(self._endpoint)))
            )
        options = {"api_endpoint": self._endpoint, "quota_project_id": self._project}
        from google.auth.exceptions import GoogleAuthError

        try:
            return texttospeech.TextToSpeechClient(
                client_options={k: v for k, v in options.items() if v}
            )
        except GoogleAuthError as error:
            raise AttemptError(REFUSED, f"credentials: {error}", fatal=True) from error


def language_code(name: str) -> str:
    """Language of a voice from its name: ``en-GB`` of ``en-GB-Wavenet-B``.

    Raises:
        VivavoceError: The name is not one of Google's.
    """
    parts = name.split("-")
    if len(parts) < 3:
        raise VivavoceError(f"'{name}' is no voice of Google's; they look like 'en-US-Wavenet-A'")
    return "-".join(parts[:2])


def _failure(error: Any) -> AttemptError:
    """Tell what an error of Google's client means for the clip."""
    from google.api_core import exceptions

    detail = f"{type(error).__name__}: {error.message}"
    if isinstance(error, exceptions.ResourceExhausted | exceptions.TooManyRequests):
        return AttemptError(RATE_LIMITED, detail, retry_after=_asked_wait(error))
    if isinstance(error, exceptions.DeadlineExceeded | exceptions.GatewayTimeout):
        return AttemptError(TIMEOUT, detail)
    if isinstance(error, exceptions.ServiceUnavailable):
        return AttemptError(CONNECTION, detail)
    if isinstance(error, exceptions.Unauthenticated | exceptions.Forbidden):
        return AttemptError(REFUSED, detail, fatal=True)
    if isinstance(error, exceptions.ClientError):
        return AttemptError(REFUSED, detail, final=True)
    return AttemptError(SERVER_ERROR, detail)


def _asked_wait(error: Any) -> float | None:
    """Seconds that a quota error asks to wait (``google.rpc.RetryInfo``)."""
    for detail in getattr(error, "details", None) or ():
        delay = getattr(detail, "retry_delay", None)
        if delay is not None:
            return float(delay.seconds) + float(delay.nanos) / 1e9
    return None
