"""Which option an answer picks: a letter, or nothing.

A letter counts where it is named as an option, never where it is a word ("a good idea"), part of
a name ("vitamin C") or an initial. Where an answer picks two letters, it picks none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from evaluation.metrics import choice_cues as cues
from evaluation.metrics.choice_text import plain


@dataclass(frozen=True)
class _Mention:
    """A letter that stands alone, with the text on both sides of it."""

    letter: str
    capital: bool
    before: str
    after: str

    @property
    def is_named(self) -> bool:
        """Whether the letter cannot be the first letter of what follows.

        Chinese runs on without a space; in English "A friend" is a word and its article.
        """
        if cues.RUNS_ON_ZH.match(self.after):
            return False
        if self.letter == "A":
            return cues.ENDS.match(self.after) is not None
        return True

    @property
    def is_denied(self) -> bool:
        """Whether the answer says that it is not this letter."""
        return bool(cues.NOT_BEFORE.search(self.before) or cues.NOT_AFTER.match(self.after))

    @property
    def is_answer(self) -> bool:
        """Whether it is said to be the answer."""
        if cues.ANSWER.search(self.before) or cues.ANSWER_ZH.search(self.before):
            return self.is_named
        if cues.PRONOUN.search(self.before) or cues.INSTEAD.search(self.before):
            return self.is_named and cues.ENDS.match(self.after) is not None
        return self.is_praised or self.is_left

    @property
    def is_left(self) -> bool:
        """Whether it is what remains: "so C"."""
        if not (self.capital and self.is_named and cues.MARK.match(self.after)):
            return False
        return cues.CONCLUSION.search(self.before) is not None

    @property
    def is_praised(self) -> bool:
        """Whether it is the subject of "is correct"."""
        if not (self.capital or cues.OPTION.search(self.before)):
            return False
        return bool(cues.SUBJECT.search(self.before) and cues.CORRECT.match(self.after))

    @property
    def is_opening(self) -> bool:
        """Whether it opens the answer as an option does."""
        if not cues.FILLER.search(self.before):
            return False
        return (cues.MARK if self.capital else cues.SMALL_MARK).match(self.after) is not None

    @property
    def is_option(self) -> bool:
        """Whether it is called an option, stands in brackets, or is what something is."""
        bracketed = cues.OPEN_BRACKET.search(self.before) and cues.CLOSE_BRACKET.match(self.after)
        if bracketed:
            return True
        if cues.OPTION_ONLY.search(self.before):
            return self.capital or self.is_named or cues.ORDERED.match(self.after) is not None
        if self.capital and cues.PREDICATE.search(self.before) and cues.MARK.match(self.after):
            return True
        called = cues.OPTION.search(self.before) or cues.OPTION_AFTER.match(self.after)
        return bool(called and (self.capital or self.is_named))


def find_choice(text: str, letters: str = "ABCD") -> str | None:
    """The letter of the option that an answer picks.

    Looks first for statements ("the answer is C", "C is correct"; the last one counts, for models
    that think aloud), then for a letter that opens the answer, for one alone on the last line, and
    at last for the only option that is named at all.

    Args:
        text: The answer.
        letters: Letters of the options, in capitals.

    Returns:
        A capital letter, or ``None`` where the answer picks none, or more than one.
    """
    words = plain(text)
    mentions = [
        _Mention(m[0].upper(), m[0].isupper(), words[: m.start()][-200:], words[m.end() :][:120])
        for m in _token(letters).finditer(words)
    ]
    stated = [mention for mention in mentions if mention.is_answer and not mention.is_denied]
    if stated:
        return None if _hedges(stated, mentions) else _alone(stated[-1], letters)
    listed = _lists_options(words, letters)
    if mentions and mentions[0].is_opening and not mentions[0].is_denied and not listed:
        return _alone(mentions[0], letters)
    last = words.rpartition("\n")[2]
    if mentions and not listed and re.fullmatch(rf"\W*{mentions[-1].letter}\W*", last, re.I):
        return mentions[-1].letter
    named = {_alone(m, letters) for m in mentions if m.is_option and not m.is_denied}
    return named.pop() if len(named) == 1 else None


def _hedges(stated: list[_Mention], mentions: list[_Mention]) -> bool:
    """Whether a second letter is offered beside the one that is stated last."""
    last = stated[-1]
    if cues.ALTERNATIVE.search(last.before) and any(m.letter != last.letter for m in stated):
        return True
    return any(
        cues.HEDGED.search(later.before) and not later.is_denied
        for later in mentions[mentions.index(last) + 1 :]
        if later.letter != last.letter
    )


def _alone(mention: _Mention, letters: str) -> str | None:
    """The letter, unless a second one goes with it: "A or B"."""
    return None if _second(letters).match(mention.after) else mention.letter


def _lists_options(words: str, letters: str) -> bool:
    """Whether the answer repeats the options, from the first on, instead of picking one."""
    lines = [m[1].upper() for m in _line_mark(letters).finditer(words)]
    marks = [m[1] for m in _mark(letters).finditer(words)]
    return any(
        found[:1] == [letters[0]] and len(set(found)) > least
        for found, least in ((lines, 1), (marks, 2))
    )


@cache
def _token(letters: str) -> re.Pattern[str]:
    """A letter by itself: not in "C++", "25 °C", "D.C.", "a.m." or "B-side"."""
    return re.compile(
        rf"(?<![A-Za-z0-9°])(?<![A-Za-z]\.)[{letters}{letters.lower()}]"
        rf"(?![A-Za-z0-9+#])(?!'[A-Za-z])(?!-[A-Za-z])(?!\.\s?[A-Z]\.)(?!\.[A-Za-z]\b)"
    )


@cache
def _second(letters: str) -> re.Pattern[str]:
    either = rf"(?:options? |choices? |选项)?[(\"']*[{letters}{letters.lower()}](?![A-Za-z0-9'])"
    return re.compile(
        rf"[)\"']*\s*(?:(?:,\s*)?(?:\bor\b|\band\b|/|&|和|或者?|与|及|、)\s*{either}"
        rf"|,\s*{either}[)\"']*\s*(?:,|\.|$|\bor\b|\band\b|和|或|、))",
        re.IGNORECASE,
    )


@cache
def _line_mark(letters: str) -> re.Pattern[str]:
    return re.compile(rf"^\(?([{letters}{letters.lower()}])[.):]", re.MULTILINE)


@cache
def _mark(letters: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9])([{letters}])[.):,、]")
