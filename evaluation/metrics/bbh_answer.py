"""What an answer to one of VoiceBench's four BBH tasks says.

Three tasks ask for yes or no, ``hyperbaton`` for one of two sentences. The public script knows
about 300 whole phrases and guesses where none fits; here a few rules look for the statement and
its negation, and nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from builders.errors import unknown_name
from evaluation.metrics.choice import find_choice
from evaluation.metrics.choice_text import plain

_NO_WORD = r"(?!\s+(?:one|doubt|matter|longer|way|need|idea|such|problem|worries|other|more)\b)"
_WORD = rf"(?P<said>yes|no|true|false){_NO_WORD}\b"
_STATED = re.compile(
    r"\b(?:answer|conclusion|verdict|response)\b(?P<gap>[^.?!\n]{0,60}?)"
    rf"(?:\bis\b|\bas\b|\bbe\b|\bis:|:|\s)[\s\"'(]*{_WORD}",
    re.IGNORECASE,
)
_SAID = re.compile(
    rf"(?:\b(?:i(?:'d| would)? (?:say|answer)|so|therefore)[\s,:\"']+|\?\s*){_WORD}", re.IGNORECASE
)
_OPENING = re.compile(rf"^\W*{_WORD}", re.IGNORECASE)
_CLOSING = re.compile(rf"[^.!?\n]*\b{_WORD}\W*$", re.IGNORECASE)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?\n]?")
_UNDECIDED = re.compile(
    r"\b(?:whether|determine|to see if|let's|suppose|assume|assuming|check if)\b", re.IGNORECASE
)
_NEGATION = re.compile(r"\b(?:not|never|cannot|no longer|neither|nor)\b|n't\b", re.IGNORECASE)

_PLAUSIBLE = re.compile(
    r"\b(?:(?P<bad>implausible|unlikely|impossible|unrealistic|improbable|nonsensical|far-fetched)"
    r"|plausible|possible|realistic|believable|accurate|makes? sense|likely)\b",
    re.IGNORECASE,
)
_DOUBT = re.compile(rf"{_NEGATION.pattern}|\b(?:unlikely|improbable|hardly)\b", re.IGNORECASE)
_AT_START = re.compile(
    r"\b(?:start(?:ing)?|original|initial) (?:point|position|place|location|spot)\b"
    r"|\bwhere (?:you|i|we|he|she|they|it)(?: had)? (?:started|began|start|begin)\b",
    re.IGNORECASE,
)
_AWAY = re.compile(
    r"\b(?:away from|from (?:the|your|my|our|its)|different from|off|short of|past|other than)\b",
    re.IGNORECASE,
)
_RETURN = re.compile(
    r"\b(?:return\w*|back|end(?:s|ed|ing)? up|are|am|is|be|at|reach\w*|arrive\w*)\b", re.IGNORECASE
)
_ASKED = re.compile(r"\bdoes (\w+) tell the truth\b", re.IGNORECASE)
_SPEAKS = r"(?:tell(?:s|ing)?|told|speak(?:s|ing)?|say(?:s|ing)?)"
_QUOTED = re.compile(r"\b(?:says?|said|claims?|claimed|states?|stated)(?: that)?\s+$", re.I)
_IF_CLAUSE = re.compile(r"\bif\b[^,]*(?:,|\bthen\b)", re.IGNORECASE)


def find_answer(task: str, text: str, question: str = "") -> str | None:
    """The answer to a BBH question.

    Args:
        task: ``sports_understanding``, ``navigate``, ``web_of_lies`` or ``hyperbaton``.
        text: What the model answered.
        question: The question; tells whose truthfulness ``web_of_lies`` asks for.

    Returns:
        ``yes``, ``no``, ``A`` or ``B``; ``None`` where the answer says nothing of the kind.

    Raises:
        VivavoceError: The task is unknown.
    """
    if task not in TASKS:
        raise unknown_name("BBH task", task, TASKS)
    return TASKS[task](plain(text), question)


def _yes_no(words: str, claim: Callable[[str], bool | None]) -> str | None:
    stated = [match for match in _STATED.finditer(words) if not _NEGATION.search(match["gap"])]
    for match in (
        *stated[-1:],
        _OPENING.search(words),
        *list(_SAID.finditer(words))[-1:],
    ):
        if match:
            return _word(match)
    said = claim(words)
    if said is not None:
        return "yes" if said else "no"
    closing = _CLOSING.search(words)
    return _word(closing) if closing and not _NEGATION.search(_near(closing[0])) else None


def _word(match: re.Match[str]) -> str:
    return "yes" if match["said"].lower() in ("yes", "true") else "no"


def _sentences(words: str) -> list[str]:
    """Sentences that state something: no questions and nothing left open."""
    found = (match[0].strip() for match in _SENTENCE.finditer(words))
    return [text for text in found if text[-1:] != "?" and not _UNDECIDED.search(text)]


def _near(before: str) -> str:
    """The last words before a claim, in the same clause."""
    return " ".join(re.split(r"[,;:]", before)[-1].split()[-8:])


def _sports(words: str, question: str) -> str | None:
    def claim(text: str) -> bool | None:
        said = None
        for sentence in _sentences(text):
            for match in _PLAUSIBLE.finditer(sentence):
                negated = _DOUBT.search(_near(sentence[: match.start()])) is not None
                said = (match["bad"] is None) != negated
        return said

    return _yes_no(words, claim)


def _navigate(words: str, question: str) -> str | None:
    def claim(text: str) -> bool | None:
        said = None
        for sentence in _sentences(text):
            for match in _AT_START.finditer(sentence):
                near = _near(sentence[: match.start()])
                if _AWAY.search(near):
                    said = False
                elif _RETURN.search(near):
                    said = _NEGATION.search(near) is None
        return said

    return _yes_no(words, claim)


def _web_of_lies(words: str, question: str) -> str | None:
    asked = _ASKED.findall(question)
    who = re.escape(asked[-1]) if asked else r"(?!(?:cannot|not|must|does|did|is|be)\b)\w+"
    pattern = re.compile(
        rf"\b{who}\s+(?:(?:must|does|did|is|also|indeed|be|can|has to|therefore|then|actually)\s+)*"
        r"(?P<not>(?:not|n't|cannot|doesn't|didn't|isn't|can't)\s+(?:be\s+)?)?"
        rf"(?:(?P<truth>{_SPEAKS}\s+(?:the\s+)?truth|truthful|honest)"
        rf"|{_SPEAKS}\s+(?:a\s+|the\s+)?lies?|lies?\b|lying|a liar)",
        re.IGNORECASE,
    )

    def claim(text: str) -> bool | None:
        said = None
        for sentence in _sentences(text):
            bare = _IF_CLAUSE.sub(" ", sentence)
            for match in pattern.finditer(bare):
                if not _QUOTED.search(bare[: match.start()]):
                    said = (match["truth"] is not None) != (match["not"] is not None)
        return said

    return _yes_no(words, claim)


_ORDINAL = re.compile(
    r"\b(?P<which>first|second|former|latter)\s+(?:option|sentence|one|choice)\b", re.IGNORECASE
)


def _hyperbaton(words: str, question: str) -> str | None:
    letter = find_choice(words, "AB")
    if letter:
        return letter
    named = {match["which"].lower() in ("first", "former") for match in _ORDINAL.finditer(words)}
    return ("A" if named.pop() else "B") if len(named) == 1 else None


TASKS: dict[str, Callable[[str, str], str | None]] = {
    "sports_understanding": _sports,
    "navigate": _navigate,
    "web_of_lies": _web_of_lies,
    "hyperbaton": _hyperbaton,
}
