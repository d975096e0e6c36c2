"""Whether two transcripts say the same, and how far they are apart.

>>> normalise("It's $13.60, in 2014!", "en")
'it is 13 dollars 60 in 2014'
>>> error_rate("用了五十块", "用了50块", "zh").match
True

Chinese is compared by characters: 他 and 她 differ. Neither a voice nor a recogniser can tell them
apart, so :func:`same_pronunciation` is there for checks that accept what sounds alike.
"""

from __future__ import annotations

from builders.errors import unknown_name
from builders.text.compare.error_rate import ErrorRate, count_errors

__all__ = ["NORMALISER_ID", "ErrorRate", "error_rate", "normalise", "same_pronunciation", "tokens"]

# Raised whenever the same text would come out otherwise, also by a change of the spoken form.
NORMALISER_ID: dict[str, str] = {"en": "en-compare-1", "zh": "zh-compare-1"}


def normalise(text: str, language: str) -> str:
    """Bring a transcript to the form in which it is compared.

    Width, case, punctuation, markup, number writing, English spelling variants and contractions,
    traditional characters: all brought to one form.

    Args:
        text: A reference or what a recogniser wrote.
        language: ``en`` or ``zh``.

    Returns:
        The comparable text; empty where the input has no word.

    Raises:
        VivavoceError: The language is neither ``en`` nor ``zh``.
    """
    if language == "en":
        from builders.text.compare.english import normalise_english

        return normalise_english(text)
    if language == "zh":
        from builders.text.compare.chinese import normalise_chinese

        return normalise_chinese(text)
    raise unknown_name("language", language, NORMALISER_ID)


def tokens(text: str, language: str) -> list[str]:
    """Units in which errors are counted, of an already normalised text."""
    if language == "zh":
        from builders.text.compare.chinese import tokens_chinese

        return tokens_chinese(text)
    return text.split()


def error_rate(reference: str, hypothesis: str, language: str) -> ErrorRate:
    """Compare what a recogniser wrote with the reference, after normalising both.

    Args:
        reference: The text that was to be said.
        hypothesis: The text that was recognised.
        language: ``en`` counts words (WER); ``zh`` counts characters, digits and whole Latin
            words (CER).

    Returns:
        All counts; ``rate`` and ``match`` are derived from them.

    Raises:
        VivavoceError: The language is neither ``en`` nor ``zh``.
    """
    left, right = (tokens(normalise(text, language), language) for text in (reference, hypothesis))
    return count_errors(left, right)


def same_pronunciation(reference: str, hypothesis: str, language: str) -> bool:
    """Whether two texts sound alike although they are written differently.

    Chinese: equal toned pinyin, and 他/她/它 and 的/地/得 count as one. English: equal but for
    spaces (``health care``, ``healthcare``).

    Raises:
        VivavoceError: The language is neither ``en`` nor ``zh``.
    """
    left, right = normalise(reference, language), normalise(hypothesis, language)
    if language == "zh":
        from builders.text.compare.chinese import same_sound_chinese

        return same_sound_chinese(left, right)
    return left.replace(" ", "") == right.replace(" ", "")
