"""Words, sentences and language as the IFEval checker counts them.

The original checker uses NLTK: its trained Punkt model for sentences, which is a download, and
its Treebank tokens for words in capitals. The rules below count the same on ordinary text, need
no download, and spare every scoring run NLTK's import of several seconds.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import regex

# The standard library would cut words at the vowel signs of Hindi or Thai.
_WORD = regex.compile(r"\w+")

# Punctuation that is a token of its own; commas and colons stay inside numbers and times.
_APART = regex.compile(r"[;@#$%&?!()\[\]{}<>\"«»“”„‘’`–—]|--+|\.{3,}|[:,](?!\d)|\s+|…")
_CONTRACTION = regex.compile(
    r"(?i)(?<=\w)(n't|'(?:ll|re|ve|s|m|d))$|^(can)(?=not$)|^(gon|wan)(?=na$)|^(got)(?=ta$)"
    r"|^(gim|lem)(?=me$)"
)

_SENTENCE_END = regex.compile(r"[.?!]+[\"'”’»)\]}*_]*(?=\s)")
_LAST_WORD = regex.compile(r"[^\s(\[{\"'“‘*_—–-]+$")
_NEXT_WORD = regex.compile(r"[\s(\[{\"'“‘*_]*(\p{L}+)?")

# Abbreviations after which a full stop does not end a sentence, without their last full stop.
_ABBREVIATIONS = """
    a.m adm apr aug ave blvd brig capt cf cmdr co col corp ca dec dept dr e.g esp est etc feb ft
    gov hon i.e inc jan jr lt ltd maj messrs mme mr mrs ms mt nov oct p.m ph.d pp prof pvt rev sen
    sep sept sgt sr st supt u.k u.n u.s u.s.a viz vol vs
"""

# Words that begin a new sentence where they follow an abbreviation with a capital letter.
_STARTERS = """
    a after all also although an and another as at because before both but by each even every
    finally first for from he her here his how however i if in instead it its let many most my
    next no now of on once one our she since so some such that the their then there these they
    this those thus to until we what when where while who why with yes you your
"""


def words(text: str) -> list[str]:
    """Runs of letters, digits and underscores; ``don't`` is two."""
    return list(_WORD.findall(text))


def sentences(text: str) -> list[str]:
    """Sentences of an English text.

    A question or exclamation mark before white space ends one, and so does a full stop, unless
    it belongs to an abbreviation or an initial, or follows a number or dots and the text goes on
    in small letters.
    """
    found, start = [], 0
    for end in _SENTENCE_END.finditer(text):
        if _ends(text, end.start(), end.group()):
            found.append(text[start : end.end()].strip())
            start = end.end()
    found.append(text[start:].strip())
    return [sentence for sentence in found if sentence]


def _ends(text: str, place: int, mark: str) -> bool:
    """Whether the mark at ``place`` ends a sentence."""
    if "?" in mark or "!" in mark:
        return True
    following = _NEXT_WORD.match(text, place + len(mark))
    word = (following.group(1) if following else None) or ""
    if mark.startswith(".."):
        return word[:1].isupper()
    before = _LAST_WORD.search(text, 0, place)
    last = before.group().lower() if before else ""
    is_initial = len(last) == 1 and last.isalpha()
    if is_initial or last in _lexicon(_ABBREVIATIONS):
        return word[:1].isupper() and word.lower() in _lexicon(_STARTERS)
    return not (last.isdigit() and word[:1].islower())


@lru_cache(maxsize=2)
def _lexicon(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


def tokens(text: str) -> list[str]:
    """Words with what clings to them, as Penn Treebank tokens: a hyphenated word is one.

    Punctuation is left out; ``I'M`` is two.
    """
    found: list[str] = []
    for piece in _APART.split(text):
        found += [part for part in _CONTRACTION.split(piece.strip(".'")) if part]
    return found


def language(text: str) -> str | None:
    """Language code by langdetect, or ``None`` where the text has nothing to go by.

    langdetect draws at random; seeded per text and with profiles in a fixed order, it gives the
    same code for the same text whatever was detected before.
    """
    from langdetect import LangDetectException

    detector = _language_factory().create()
    detector.append(text)
    try:
        return str(detector.detect())
    except LangDetectException:
        return None


@lru_cache(maxsize=1)
def _language_factory() -> Any:
    from langdetect import DetectorFactory
    from langdetect.detector_factory import PROFILES_DIRECTORY

    factory = DetectorFactory()
    factory.set_seed(0)
    profiles = sorted(path for path in Path(PROFILES_DIRECTORY).iterdir() if path.is_file())
    factory.load_json_profile([path.read_text(encoding="utf-8") for path in profiles])
    return factory
