"""Find a backend by kind and name. One line brings a new one in."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

from builders.errors import VivavoceError, unknown_name

BACKENDS: dict[str, dict[str, str]] = {
    "tts": {
        "kokoro": "builders.backends.tts.kokoro:Kokoro",
        "cosyvoice2": "builders.backends.tts.cosyvoice2:CosyVoice2",
        "cosyvoice_server": "builders.backends.tts.cosyvoice_server:CosyVoiceServer",
        "google": "builders.backends.tts.google:Google",
        "openai_speech": "builders.backends.tts.openai_speech:OpenAISpeech",
        "recorded": "builders.backends.tts.recorded:RecordedSpeech",
    },
    "asr": {
        "whisper_base": "builders.backends.asr.faster_whisper:EmbeddedWhisper",
        "faster_whisper": "builders.backends.asr.faster_whisper:FasterWhisper",
        "whisperx": "builders.backends.align.whisperx_asr:WhisperXRecogniser",
    },
    "aligner": {
        "ctc": "builders.backends.align.ctc:CTCAligner",
        "durations": "builders.backends.align.durations:Durations",
        "whisperx": "builders.backends.align.whisperx:WhisperX",
    },
    "mos": {
        "dnsmos": "builders.backends.mos.dnsmos:DNSMOS",
        "utmos": "builders.backends.mos.utmos:UTMOS",
    },
    "emotion": {
        "funasr": "builders.backends.emotion.funasr:FunASREmotion",
        "transformers": "builders.backends.emotion.transformers_classifier:TransformersClassifier",
    },
    "llm": {
        "openai_compatible": "builders.backends.llm.openai_compatible:OpenAICompatible",
        "recorded": "builders.backends.llm.recorded:Recorded",
    },
    "tagger": {"lac": "builders.backends.tagger.lac:LAC"},
    "tagger_en": {"spacy": "builders.backends.tagger.english:English"},
}


def factory(kind: str, name: str, where: str = "") -> Any:
    """The class or function that makes a backend.

    A second backend of a kind is ``kind/label``: ``llm/judge`` is another language model.

    Raises:
        VivavoceError: The kind or the name is unknown; the closest names are given.
    """
    kind = kind.partition("/")[0]
    if kind not in BACKENDS:
        raise unknown_name("backend kind", kind, BACKENDS, where)
    if name not in BACKENDS[kind]:
        raise unknown_name(f"{kind} backend", name, BACKENDS[kind], where)
    module, attribute = BACKENDS[kind][name].split(":")
    return getattr(importlib.import_module(module), attribute)


def load_backend(kind: str, name: str, options: dict[str, Any] | None = None) -> Any:
    """Make a backend; weights load at its first call.

    Args:
        kind: Such as ``tts``.
        name: Such as ``kokoro``.
        options: Keyword arguments of its class.

    Raises:
        VivavoceError: Unknown name, or an option the backend does not have.
    """
    make = factory(kind, name)
    given = options or {}
    known = inspect.signature(make).parameters
    for option in given:
        if option not in known:
            raise unknown_name("option", option, known, f"{kind} backend '{name}'")
    try:
        return make(**given)
    except TypeError as error:
        raise VivavoceError(f"{kind} backend '{name}': {error}") from error
