"""Written text as a voice should say it, by rules.

>>> spoken_form("It cost $13.60 in 2014.", "en")
'It cost thirteen dollars and sixty cents in twenty fourteen.'

The rules are our own. Text normalisers that exist were tried: ``wetext`` 0.1.8 (the runtime of
WeTextProcessing) installs anywhere, but says 二月两日 for 2月2日, 一减二 for 1-2, "one thousand nine
hundred and ninety seconds" for *1990s* and 一,零零零 for 1,000, and its grammars are compiled, so
that they cannot be mended here; ``nemo_text_processing`` needs Pynini, which has no wheel for
every platform. Both leave markup, emoji and addresses alone.
"""

from __future__ import annotations

import re
from functools import lru_cache

from builders.errors import unknown_name
from builders.text.spoken.formulas import read_formulas
from builders.text.spoken.leftovers import leftovers
from builders.text.spoken.markup import strip_markup
from builders.text.spoken.rules import Group, apply_groups
from builders.text.spoken.tidy import tidy
from builders.text.spoken.width import fold_width

__all__ = ["leftovers", "spoken_form"]

_PASSES = 8


def spoken_form(text: str, language: str) -> str:
    """Turn written text into the words a voice says.

    Args:
        text: Written text; markup is removed, numbers and symbols are written out.
        language: ``en`` or ``zh``. Chinese comes out in the characters it went in with
            (traditional stays traditional); English words inside it stay.

    Returns:
        One line of text without digits, symbols or markup. What no rule can read, such as a
        foreign script, stays for :func:`leftovers` to report.

    Raises:
        VivavoceError: The language is neither ``en`` nor ``zh``.
    """
    groups, plain = _tables(language)
    if plain.fullmatch(text):
        return tidy(text, language)
    # Removing markup can join what was apart, so passes go on until nothing changes.
    for _ in range(_PASSES):
        plain_text = strip_markup(read_formulas(fold_width(text, language)))
        new = tidy(apply_groups(plain_text, groups), language)
        if new == text or plain.fullmatch(new):
            return new
        text = new
    return text


@lru_cache(maxsize=4)
def _tables(language: str) -> tuple[tuple[Group, ...], re.Pattern[str]]:
    """Rule groups of a language, and the pattern of text that is said as it is written."""
    if language == "en":
        from builders.text.spoken.english import GROUPS, PLAIN
    elif language == "zh":
        from builders.text.spoken.chinese import GROUPS, PLAIN
    else:
        raise unknown_name("language", language, ["en", "zh"])
    return GROUPS, PLAIN
