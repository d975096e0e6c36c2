"""CosyVoice behind its own servers, HTTP (FastAPI) or gRPC, one or several.

In ``params.yaml``::

    tts:
      name: cosyvoice_server
      options:
        addresses: [http://gpu1:50000, http://gpu2:50000]
        revision: CosyVoice2-0.5B@<commit>

The servers are those of ``runtime/python`` in CosyVoice's repository. They answer with bare
16-bit samples at the rate of the model (CosyVoice2: 24 kHz, CosyVoice-300M: 22.05 kHz), and take
neither seed nor speaking rate: every take is another reading. MeloTTS and others are served by the
same protocol as built-in speakers (``inference_sft``); name them with ``engine`` and give their
``sampling_rate``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from builders.backends.llm.failures import (
    CONNECTION,
    MALFORMED,
    TIMEOUT,
    AttemptError,
    from_status,
)
from builders.backends.llm.limiter import Backoff
from builders.backends.protocols import Speech, Voice
from builders.backends.tts.cosyvoice_modes import (
    END_OF_PROMPT,
    Call,
    check_style,
    cosyvoice_call,
)
from builders.backends.tts.decode import from_pcm
from builders.backends.tts.servers import Servers, ask_servers
from builders.errors import unknown_name

PROTOCOLS = ("fastapi", "grpc")


class CosyVoiceServer:
    """Client of CosyVoice's servers; may be called from any number of threads.

    Args:
        addresses: ``http://host:port`` (FastAPI) or ``host:port`` (gRPC); several are taken in
            turn.
        revision: Exact model the servers run, such as ``CosyVoice2-0.5B@<commit>``.
        protocol: ``fastapi`` or ``grpc``.
        engine: Name that voices give as their engine.
        sampling_rate: Rate of the model's speech in Hz; the protocol does not tell it.
        mode: Way of speaking to insist on; otherwise each voice has its own, see
            :func:`builders.backends.tts.cosyvoice_modes.cosyvoice_call`.
        end_of_prompt: What to send behind an instruction; empty for servers from before December
            2025, which add it themselves.
        timeout: Seconds one attempt may take.
        attempts: Attempts a clip gets.
        first_wait: Mean seconds before the second attempt; doubles from there.
        longest_wait: Most seconds between two attempts.
        concurrency: Calls in flight at once; by default two for each server.
    """

    def __init__(
        self,
        addresses: str | list[str],
        revision: str,
        protocol: str = "fastapi",
        engine: str = "cosyvoice2",
        sampling_rate: int = 24_000,
        mode: str | None = None,
        end_of_prompt: str = END_OF_PROMPT,
        timeout: float = 120.0,
        attempts: int = 5,
        first_wait: float = 1.0,
        longest_wait: float = 60.0,
        concurrency: int | None = None,
    ) -> None:
        if protocol not in PROTOCOLS:
            raise unknown_name("protocol of CosyVoice", protocol, PROTOCOLS)
        self.name = engine
        self.revision = (
            f"{revision};{mode or 'by voice'};{sampling_rate} Hz;end-of-prompt-{end_of_prompt}"
        )
        self._servers = Servers(addresses)
        self._protocol = protocol
        self._rate = sampling_rate
        self._mode = mode
        self._end_of_prompt = end_of_prompt
        self._timeout = timeout
        self._backoff = Backoff(attempts, first_wait, longest_wait)
        self.concurrency = concurrency or 2 * len(self._servers.addresses)

    def synthesise(
        self, text: str, voice: Voice, *, seed: int = 0, style: dict[str, Any] | None = None
    ) -> Speech:
        """Speak a text.

        Args:
            text: Text in spoken form.
            voice: A voice with a speech prompt, or the name of a built-in speaker.
            seed: Number of the take; the servers draw anew for each.
            style: ``instruct``: how to say it.

        Raises:
            BackendError: The servers failed on this text, or the voice lacks a prompt.
            VivavoceError: The servers answer nothing at all, or a prompt is no audio.
        """
        check_style(style or {}, ("instruct",), self.name)
        call = cosyvoice_call(text, voice, style or {}, self._mode, self._end_of_prompt)
        ask = self._http if self._protocol == "fastapi" else self._grpc

        def attempt(address: str) -> Speech:
            return from_pcm(ask(address, call), self._rate)

        return ask_servers(
            self._servers, self._backoff, self.name, f"{seed} {voice.id} {text}", attempt
        )

    def _http(self, address: str, call: Call) -> bytes:
        import httpx

        fields = {"tts_text": call.text, **call.fields}
        files = None
        if call.prompt is not None:
            data = call.prompt.read_bytes()
            files = {"prompt_wav": ("prompt.wav", data, "application/octet-stream")}
        url = f"{address.rstrip('/')}/inference_{call.mode}"
        try:
            with httpx.Client(timeout=self._timeout) as client:
                answer = client.post(url, data=fields, files=files)
        except httpx.TimeoutException as error:
            raise AttemptError(TIMEOUT, f"no answer within {self._timeout:g} s") from error
        except httpx.RemoteProtocolError as error:
            detail = f"half an answer, why stands in the server's log: {error}"
            raise AttemptError(MALFORMED, detail) from error
        except httpx.HTTPError as error:
            raise AttemptError(CONNECTION, str(error) or type(error).__name__) from error
        if answer.status_code != 200:
            detail = answer.text[:300]
            raise from_status(answer.status_code, detail, None, answer.headers)
        return answer.content

    def _grpc(self, address: str, call: Call) -> bytes:
        from builders.backends.tts.cosyvoice_grpc import infer

        prompt = b"" if call.prompt is None else prompt_samples(call)
        return infer(address, call, prompt, self._timeout)


def prompt_samples(call: Call) -> bytes:
    """The speech prompt as the gRPC server wants it: 16-bit samples at 16 kHz."""
    from builders.audio.io import read_audio

    samples, _ = read_audio(call.prompt or "")
    pcm = np.clip(np.rint(samples * 32768.0), -32768, 32767)
    return pcm.astype("<i2").tobytes()
