"""Words, sentences and language as the IFEval checker counts them.

The original checker splits sentences with NLTK's trained English Punkt model, which is a
download. The same algorithm runs here on an abbreviation list of our own, so that a count is the
same on every machine and needs no network.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import regex

# The standard library would cut words at the vowel signs of Hindi or Thai.
_WORD = regex.compile(r"\w+")

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
    return _WORD.findall(text)


def sentences(text: str) -> list[str]:
    """Sentences of an English text, by Punkt."""
    return [str(sentence) for sentence in _punkt().tokenize(text)]


def tokens(text: str) -> list[str]:
    """Penn Treebank tokens, sentence by sentence; a hyphenated word is one token."""
    tokenizer = _treebank()
    return [token for sentence in sentences(text) for token in tokenizer.tokenize(sentence)]


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
def _punkt() -> Any:
    from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer

    parameters = PunktParameters()
    parameters.abbrev_types.update(_ABBREVIATIONS.split())
    parameters.sent_starters.update(_STARTERS.split())
    return PunktSentenceTokenizer(parameters)


@lru_cache(maxsize=1)
def _treebank() -> Any:
    from nltk.tokenize.destructive import NLTKWordTokenizer

    return NLTKWordTokenizer()


@lru_cache(maxsize=1)
def _language_factory() -> Any:
    from langdetect import DetectorFactory
    from langdetect.detector_factory import PROFILES_DIRECTORY

    factory = DetectorFactory()
    factory.set_seed(0)
    profiles = sorted(path for path in Path(PROFILES_DIRECTORY).iterdir() if path.is_file())
    factory.load_json_profile([path.read_text(encoding="utf-8") for path in profiles])
    return factory
