r"""A cascade: a recogniser, a language model, and a voice where a spoken answer is wanted.

    vivavoce run … --model cascade --model-option llm=openai_compatible \
        --model-option llm_options.model=qwen-max --model-option llm_options.base_url=URL

Recogniser, language model and voice are the backends of :mod:`builders.backends.registry`; the
language model may also be ``example_responder``, which is not a model.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from builders.audio import SAMPLING_RATE
from builders.backends.registry import load_backend
from builders.errors import BackendError, VivavoceError
from evaluation.models.audio import samples_16k
from evaluation.models.contract import Answer, Question, Spoken, failed
from evaluation.models.example_responder import ExampleResponder
from evaluation.models.pool import answer_all


class Cascade:
    """ASR → LLM → TTS.

    Args:
        llm: Language model backend, or ``example_responder``.
        asr: Recogniser backend; used for questions that are spoken.
        tts: Speech backend; none for answers in text alone.
        llm_options: Options of the language model.
        asr_options: Options of the recogniser.
        tts_options: Options of the voice.
        voice: Voice of the answers; the engine's default for the language otherwise.
        settings: Settings of the language model; ``{temperature: 0}`` by default.
        workers: Rows worked on at once; 1 for times of a single stream.
    """

    name = "cascade"
    warm_up = 1
    """Recogniser and voice load at their first use."""
    expected_tokens = (50, 300)
    """Tokens of a transcript and of an answer, for the expected cost."""

    def __init__(
        self,
        *,
        llm: str,
        asr: str = "whisper_base",
        tts: str | None = None,
        llm_options: Mapping[str, Any] | None = None,
        asr_options: Mapping[str, Any] | None = None,
        tts_options: Mapping[str, Any] | None = None,
        voice: str | None = None,
        settings: Mapping[str, Any] | None = None,
        workers: int = 1,
    ) -> None:
        if workers < 1:
            raise VivavoceError(f"cascade: workers {workers} must be positive")
        given = dict(llm_options or {})
        if llm == "example_responder":
            self._llm: Any = ExampleResponder(**given)
        else:
            self._llm = load_backend("llm", llm, given)
        self._asr = load_backend("asr", asr, dict(asr_options or {}))
        self._tts = load_backend("tts", tts, dict(tts_options or {})) if tts else None
        self._voice = voice
        self._settings = {"temperature": 0} if settings is None else dict(settings)
        self.parallel = workers
        if hasattr(self._llm, "price"):
            self.price = self._llm.price
        parts = [f"{asr}@{self._asr.revision}", f"{llm}@{self._llm.revision}"]
        if self._tts is not None:
            parts.append(f"{tts}@{self._tts.revision}")
        self.revision = " → ".join(parts)

    def settings(self) -> dict[str, Any]:
        """Settings of the language model, and the voice."""
        return {"llm_settings": self._settings, "voice": self._voice}

    def answers(self, questions: Iterable[Question]) -> Iterator[tuple[Question, Answer]]:
        """Answer with ``workers`` rows at once."""
        return answer_all(self._answer, questions, self.parallel)

    def close(self) -> None:
        """Close what can be closed."""
        for part in (self._asr, self._llm, self._tts):
            close = getattr(part, "close", None)
            if close is not None:
                close()

    def _answer(self, question: Question) -> Answer:
        usage: dict[str, Any] = {} if self.parallel == 1 else {"streams": self.parallel}
        language = question.example.language
        began = time.monotonic()
        try:
            text = self._reply(question, language, usage)
            first_token = time.monotonic() - began
            if not text.strip():
                return failed("empty answer: the language model said nothing")
            speech = self._speak(text, language, question.seed, usage)
        except BackendError as error:
            return failed(error)
        seconds = time.monotonic() - began
        return Answer(
            text=text,
            speech=speech,
            seconds=seconds,
            # Nothing is streamed here: the text is there at once, and so is the speech.
            first_token=first_token,
            first_audio=None if speech is None else seconds,
            usage=usage,
        )

    def _reply(self, question: Question, language: str, usage: dict[str, Any]) -> str:
        parts = []
        if question.audio is not None:
            began = time.monotonic()
            samples = samples_16k(question.audio)
            heard = self._asr.transcribe(samples, SAMPLING_RATE, language).text
            usage |= {"heard": heard, "asr_seconds": round(time.monotonic() - began, 4)}
            parts.append(heard)
        messages = [{"role": "system", "content": question.system}] if question.system else []
        messages += [{"role": turn.role, "content": turn.text} for turn in question.history]
        content = "\n\n".join(part for part in (*parts, question.text) if part)
        messages.append({"role": "user", "content": content})
        began = time.monotonic()
        text = self._llm.chat(messages, **self._call_settings(question))
        usage["llm_seconds"] = round(time.monotonic() - began, 4)
        return str(text)

    def _call_settings(self, question: Question) -> dict[str, Any]:
        sampled = {"seed": question.seed} if self._settings.get("temperature") else {}
        return {**self._settings, **sampled, "item": question.label}

    def _speak(self, text: str, language: str, seed: int, usage: dict[str, Any]) -> Spoken | None:
        if self._tts is None:
            return None
        from builders.backends.tts.kokoro_voices import default_voice, find_embedded_voice
        from builders.text.spoken import spoken_form

        voice = find_embedded_voice(self._voice) if self._voice else default_voice(language)
        began = time.monotonic()
        said = self._tts.synthesise(spoken_form(text, voice.language), voice, seed=seed)
        usage["tts_seconds"] = round(time.monotonic() - began, 4)
        return Spoken(said.samples, said.sampling_rate)


def example(
    *, files: str = "recipes/responses", tts: str | None = "kokoro", threshold: float = 60.0
) -> Cascade:
    """The embedded example: recogniser, hand-written answers, voice. It is not a model.

    Args:
        files: File or folder of hand-written answers.
        tts: Speech backend; null for text alone.
        threshold: Least similarity of a heard question to a known one, 0–100.
    """
    options = {"files": files, "threshold": threshold}
    return Cascade(llm="example_responder", llm_options=options, tts=tts)
