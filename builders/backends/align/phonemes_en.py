"""English words to phones, by espeak-ng."""

from __future__ import annotations

import re
import threading
from functools import lru_cache
from typing import Any

_FROM_ESPEAK: dict[str, tuple[str, ...]] = {
    "tʃ": ("tʃ",),
    "dʒ": ("dʒ",),
    "aɪ": ("aɪ",),
    "aʊ": ("aʊ",),
    "eɪ": ("eɪ",),
    "oʊ": ("oʊ",),
    "əʊ": ("oʊ",),
    "ɔɪ": ("ɔɪ",),
    "ɛɹ": ("ɛ", "ɹ"),
    "ɪɹ": ("i", "ɹ"),
    "əl": ("ə", "l"),
    "n̩": ("ə", "n"),
    "l̩": ("ə", "l"),
    "m̩": ("ə", "m"),
    "i": ("i",),
    "ɪ": ("ɪ",),
    "ᵻ": ("ɪ",),
    "e": ("ɛ",),
    "ɛ": ("ɛ",),
    "æ": ("æ",),
    "a": ("æ",),
    "ɑ": ("ɑ",),
    "ɒ": ("ɑ",),
    "ɔ": ("ɔ",),
    "o": ("oʊ",),
    "ʊ": ("ʊ",),
    "u": ("u",),
    "ʌ": ("ʌ",),
    "ɐ": ("ə",),
    "ə": ("ə",),
    "ɚ": ("ɝ",),
    "ɜ": ("ɝ",),
    "ɝ": ("ɝ",),
    "y": ("y",),
    "ø": ("ɝ",),
    "œ": ("ɝ",),
    "ɾ": ("t",),
    "ɡ": ("g",),
    "r": ("ɹ",),
    "x": ("k",),
    "ɬ": ("l",),
    "ɲ": ("n",),
    **{c: (c,) for c in "pbtdkgʔfvθðszʃʒhmnŋlɹjw"},
}
_PHONE = re.compile("|".join(sorted(_FROM_ESPEAK, key=len, reverse=True)))
_LOCK = threading.Lock()


def english_phones(words: str) -> list[str]:
    """Phones of one or more words in American pronunciation.

    Args:
        words: Words without digits or symbols, such as ``"thirteen dollars"``.

    Returns:
        Names of :data:`builders.backends.align.phones.PHONES`; empty where nothing is spoken.
    """
    return [phone for word in _espeak_words(words) for phone in _word(word)]


def _espeak_words(words: str) -> list[str]:
    return [part for part in re.split(r"[\s\-–_/.]+", words) if re.search(r"\w", part)]


@lru_cache(maxsize=50_000)
def _word(word: str) -> tuple[str, ...]:
    # espeak-ng keeps global state: one call at a time.
    with _LOCK:
        lines = _espeak().phonemize([word], strip=True)
    ipa = lines[0] if lines else ""
    return tuple(phone for m in _PHONE.finditer(ipa) for phone in _FROM_ESPEAK[m.group()])


@lru_cache(maxsize=1)
def _espeak() -> Any:
    import espeakng_loader
    from phonemizer.backend import EspeakBackend
    from phonemizer.backend.espeak.wrapper import EspeakWrapper

    EspeakWrapper.set_data_path(espeakng_loader.get_data_path())
    EspeakWrapper.set_library(espeakng_loader.get_library_path())
    return EspeakBackend("en-us", language_switch="remove-flags")
