"""Mandarin words to phones, by the initials and finals of pypinyin."""

from __future__ import annotations

from functools import lru_cache

_INITIALS = {
    "b": "p˭",
    "p": "p",
    "m": "m",
    "f": "f",
    "d": "t˭",
    "t": "t",
    "n": "n",
    "l": "l",
    "g": "k˭",
    "k": "k",
    "h": "x",
    "j": "tɕ",
    "q": "tɕʰ",
    "x": "ɕ",
    "zh": "ʈʂ",
    "ch": "ʈʂʰ",
    "sh": "ʂ",
    "r": "ʐ",
    "z": "ts",
    "c": "tsʰ",
    "s": "s",
}
_FINALS = {
    "a": "a",
    "o": "o",
    "e": "ɤ",
    "ê": "ɛ",
    "i": "i",
    "u": "u",
    "v": "y",
    "ai": "aɪ",
    "ei": "eɪ",
    "ao": "aʊ",
    "ou": "oʊ",
    "an": "a n",
    "en": "ɤ n",
    "ang": "a ŋ",
    "eng": "ɤ ŋ",
    "ong": "o ŋ",
    "er": "er",
    "ia": "j a",
    "ie": "j ɛ",
    "io": "j o",
    "iao": "j aʊ",
    "iou": "j oʊ",
    "ian": "j ɛ n",
    "in": "i n",
    "iang": "j a ŋ",
    "ing": "i ŋ",
    "iong": "j o ŋ",
    "ua": "w a",
    "uo": "w o",
    "uai": "w aɪ",
    "uei": "w eɪ",
    "uan": "w a n",
    "uen": "w ɤ n",
    "uang": "w a ŋ",
    "ueng": "w ɤ ŋ",
    "ve": "y ɛ",
    "van": "y ɛ n",
    "vn": "y n",
    "m": "m",
    "n": "n",
    "ng": "ŋ",
}
_SIBILANTS = {"zh", "ch", "sh", "r", "z", "c", "s"}


@lru_cache(maxsize=50_000)
def mandarin_phones(word: str) -> tuple[str, ...]:
    """Phones of a word in Chinese characters.

    Args:
        word: A whole word, so that characters with several readings come out right.

    Returns:
        Names of :data:`builders.backends.align.phones.PHONES`; empty where pypinyin knows none
        of the characters.
    """
    from pypinyin import Style, lazy_pinyin

    initials = lazy_pinyin(word, style=Style.INITIALS, errors="ignore", strict=True)
    finals = lazy_pinyin(word, style=Style.FINALS, errors="ignore", strict=True)
    phones: list[str] = []
    for initial, final in zip(initials, finals, strict=True):
        phones += syllable_phones(initial, final)
    return tuple(phones)


def syllable_phones(initial: str, final: str) -> list[str]:
    """Phones of one syllable.

    Args:
        initial: Strict pinyin initial, empty for a zero initial.
        final: Strict pinyin final with ``v`` for ü, as pypinyin writes them.
    """
    phones = [_INITIALS[initial]] if initial in _INITIALS else []
    if final == "i" and initial in _SIBILANTS:
        # The "i" of zhi and zi is a syllabic consonant, not the vowel of li.
        return [*phones, "ɨ"]
    return phones + _FINALS.get(final.replace("ü", "v"), "").split()
