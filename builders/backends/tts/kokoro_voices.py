"""The voices of the embedded engine, for use without a voice set."""

from __future__ import annotations

from builders.backends.protocols import Voice
from builders.errors import unknown_name
from builders.weights import manifest

_ACCENTS = {"a": ("en", "us"), "b": ("en", "gb"), "z": ("zh", "cn")}
_GENDERS = {"f": "female", "m": "male"}
_DEFAULTS = {"en": "af_heart", "zh": "zf_xiaoxiao"}


def embedded_voices() -> dict[str, Voice]:
    """All voices by Kokoro's name, such as ``af_heart``: accent, gender, name."""
    voices = {}
    for file in manifest()["kokoro-voices"].files:
        name = file.removesuffix(".bin")
        language, accent = _ACCENTS[name[0]]
        voices[name] = Voice(
            id=f"kokoro-{name.replace('_', '-')}",
            engine="kokoro",
            name=name,
            language=language,
            gender=_GENDERS[name[1]],
            accent=accent,
            license="Apache-2.0",
        )
    return voices


def find_embedded_voice(name: str) -> Voice:
    """One voice by its name or id.

    Raises:
        VivavoceError: There is none; the closest names are given.
    """
    voices = embedded_voices()
    key = name.removeprefix("kokoro-").replace("-", "_")
    if key not in voices:
        raise unknown_name("voice", name, voices)
    return voices[key]


def default_voice(language: str) -> Voice:
    """The voice used where none is named.

    Raises:
        VivavoceError: The language has no voice.
    """
    if language not in _DEFAULTS:
        raise unknown_name("language", language, _DEFAULTS)
    return embedded_voices()[_DEFAULTS[language]]
