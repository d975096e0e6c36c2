"""Find the answer's words among the words of a recording."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from builders.backends.align.tokens import is_han, tokenise
from builders.item import Word
from builders.masking.readings import MAGNITUDES, readings, readings_zh

_ARTICLES = {"the", "a", "an"}
_SPLIT = re.compile(r"[\s\-–_/]+")
_AMBIGUOUS = {"US", "IT", "WHO", "OR", "IN", "ME", "AM", "AS", "AT", "ON", "NO", "SO", "DO", "AND"}


@dataclass(frozen=True)
class Occurrence:
    """One place where the answer is said.

    Attributes:
        first: Index of its first word.
        last: Index of its last word, inclusive.
        text: Its words as they stand in the transcript.
    """

    first: int
    last: int
    text: str


@dataclass(frozen=True)
class AnswerWords:
    """Where an answer is said in full, and where only in part.

    Attributes:
        full: Places of the whole answer.
        partial: Places of some of its words only: ``York`` alone for the answer ``New York``.
    """

    full: tuple[Occurrence, ...]
    partial: tuple[Occurrence, ...]


@dataclass(frozen=True)
class _Piece:
    """Part of a word that may begin or end an answer, and the ways to say it."""

    word: int
    forms: tuple[tuple[str, ...], ...]
    written: str


def find_answer(words: Sequence[Word], answer: str) -> AnswerWords:
    """Find every occurrence of an answer, whole words only.

    Case, accents, punctuation, possessives, hyphens and a leading article do not count. Numbers
    match in digits and in words (``2014``, ``twenty fourteen``; ``$13.60``, ``thirteen dollars
    and sixty cents``), and an answer is also found as a voice says it (``World War II``, ``World
    War Two``). ``Paris`` is not found in ``comparison``, nor ``tea`` in ``team``. Chinese answers
    of two or more characters may end or begin inside a longer word, whose whole is then taken
    (北京 in 北京大学, but 国人 not in 中国人民); one character must be a word of its own.

    Args:
        words: Words of the recording in order.
        answer: The answer.

    Returns:
        Full and partial occurrences, none overlapping another; empty where there are none.
    """
    language = "zh" if is_han(answer) or any(is_han(w.text) for w in words) else "en"
    wanted = _answer_forms(answer, language)
    if not wanted:
        return AnswerWords((), ())
    pieces = [p for i, word in enumerate(words) for p in _pieces(i, word.text)]
    has_case = any(p.written != p.written.lower() for p in pieces)
    found: list[tuple[int, int]] = []
    position = 0
    while position < len(pieces):
        ends = [_match(pieces, position, form, has_case) for form in wanted]
        end = max((e for e in ends if e is not None), default=None)
        if end is None:
            position += 1
            continue
        first, last = pieces[position].word, pieces[end - 1].word
        if not is_han(answer) or _is_apart(pieces, position, end, len(answer.strip())):
            found.append((first, last))
        position = end
    full = [_occurrence(words, first, last) for first, last in _joined(found)]
    taken = {i for o in full for i in range(o.first, o.last + 1)}
    return AnswerWords(tuple(full), tuple(_partial(words, pieces, wanted, taken)))


def contains(text: str, answer: str) -> bool:
    """Whether a text, such as what a recogniser heard, says the whole answer."""
    words = [Word(text=t.text, start=0.0, end=1.0) for t in tokenise(text)]
    return bool(find_answer(words, answer).full)


def _answer_forms(answer: str, language: str) -> list[list[_Piece]]:
    """The answer as a voice says it, as it is written, and without its article."""
    from builders.text.spoken import spoken_form

    said, pieces = (
        [p for i, token in enumerate(tokenise(text)) for p in _pieces(i, token.text)]
        for text in (spoken_form(answer, language), answer)
    )
    forms = [form for form in (said, pieces) if form]
    if len(pieces) > 1 and pieces[0].written.lower() in _ARTICLES:
        forms.append(pieces[1:])
    return forms


def _pieces(word: int, text: str) -> list[_Piece]:
    if is_han(text):
        return [_Piece(word, ((c,),), c) for c in text if c.isalnum()]
    result = []
    sum_and_magnitude = re.fullmatch(rf"\S+\s({MAGNITUDES})", text, re.IGNORECASE)
    for part in [text] if sum_and_magnitude else _SPLIT.split(text):
        forms = _forms(part)
        if forms:
            result.append(_Piece(word, forms, part))
    return result


def _forms(part: str) -> tuple[tuple[str, ...], ...]:
    """Ways to say a piece; the first is the piece itself, folded."""
    folded = _fold(part)
    plain = re.sub(r"[^\w']", "", folded).strip("'")
    forms: list[tuple[str, ...]] = [(plain,)] if plain else []
    for possessive in (plain.removesuffix("'s"), plain.removesuffix("'")):
        if possessive and possessive != plain:
            forms.append((possessive,))
    if "'" in plain:
        forms.append((plain.replace("'", ""),))
    if plain.endswith("s") and part.endswith(("'", "’")):
        forms.append((plain,))
    if re.search(r"\d", folded):
        number = folded.removesuffix("'s").strip("'.,;:!?()\"")
        forms += readings(number)
        if number.isdigit():
            forms += [tuple(reading) for reading in readings_zh(number)]
    if re.fullmatch(r"(?:[A-Z]\.?){2,5}", part):
        forms.append(tuple(c for c in plain if c.isalpha()))
    return tuple(dict.fromkeys(forms))


def _fold(text: str) -> str:
    text = text.replace("’", "'").replace("‘", "'").replace("％", "%").replace("＄", "$")
    spread = unicodedata.normalize("NFKD", text)
    return "".join(c for c in spread if not unicodedata.combining(c)).lower()


def _match(
    pieces: Sequence[_Piece], start: int, wanted: Sequence[_Piece], has_case: bool
) -> int | None:
    """Index after the last piece of a match that starts at ``start``, or ``None``.

    Both sides may have several readings; states are (piece of the recording, piece of the answer,
    what one side has said more than the other).
    """
    if _only_a_pronoun(pieces[start], wanted, has_case):
        return None
    if pieces[start].written.lower() == "and" != wanted[0].written.lower():
        return None
    best: int | None = None
    stack: list[tuple[int, int, tuple[str, ...], bool]] = [(start, 0, (), True)]
    seen = set(stack)
    while stack:
        i, k, ahead, of_text = stack.pop()
        if not ahead and k == len(wanted):
            best = i if best is None else max(best, i)
            continue
        for state in _next(pieces, wanted, i, k, ahead, of_text):
            if state not in seen:
                seen.add(state)
                stack.append(state)
    return best if best is not None and best > start else None


def _next(
    pieces: Sequence[_Piece],
    wanted: Sequence[_Piece],
    i: int,
    k: int,
    ahead: tuple[str, ...],
    of_text: bool,
) -> list[tuple[int, int, tuple[str, ...], bool]]:
    """Say one more piece of the side that is behind."""
    text_speaks = not (ahead and of_text)
    source, at = (pieces, i) if text_speaks else (wanted, k)
    if at >= len(source):
        return []
    step = (i + 1, k) if text_speaks else (i, k + 1)
    states = []
    forms = source[at].forms
    if at and source[at].written.lower() == "and":
        forms = (*forms, ())
    for form in forms:
        if not ahead and text_speaks:
            states.append((*step, form, True))
            continue
        shared = min(len(form), len(ahead))
        if form[:shared] != ahead[:shared]:
            continue
        if len(ahead) > shared:
            states.append((*step, ahead[shared:], of_text))
        else:
            states.append((*step, form[shared:], text_speaks))
    return states


def _only_a_pronoun(piece: _Piece, wanted: Sequence[_Piece], has_case: bool) -> bool:
    """``us`` is not the answer ``US`` where the transcript tells capitals apart."""
    return (
        has_case
        and len(wanted) == 1
        and wanted[0].written in _AMBIGUOUS
        and piece.written == piece.written.lower()
    )


def _is_apart(pieces: Sequence[_Piece], start: int, end: int, length: int) -> bool:
    """Whether a Chinese match begins or ends where a word does; one character must do both."""
    begins = start == 0 or pieces[start - 1].word != pieces[start].word
    ends = end == len(pieces) or pieces[end].word != pieces[end - 1].word
    return begins and ends if length == 1 else begins or ends


def _joined(found: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Occurrences that share a word count as one."""
    result: list[tuple[int, int]] = []
    for first, last in found:
        if result and first <= result[-1][1]:
            result[-1] = (result[-1][0], max(last, result[-1][1]))
        else:
            result.append((first, last))
    return result


def _partial(
    words: Sequence[Word],
    pieces: Sequence[_Piece],
    wanted: Sequence[Sequence[_Piece]],
    taken: set[int],
) -> list[Occurrence]:
    from builders.masking.function_words import COMMON_ENGLISH

    alone = [
        [p]
        for p in wanted[-1]
        if len(wanted[-1]) > 1 and p.written.lower() not in COMMON_ENGLISH and not is_han(p.written)
    ]
    hits: dict[int, None] = {}
    for i, piece in enumerate(pieces):
        if piece.word not in taken and any(_match(pieces, i, one, False) for one in alone):
            hits[piece.word] = None
    runs: list[tuple[int, int]] = []
    for word in hits:
        if runs and word == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], word)
        else:
            runs.append((word, word))
    return [_occurrence(words, first, last) for first, last in runs]


def _occurrence(words: Sequence[Word], first: int, last: int) -> Occurrence:
    return Occurrence(first, last, " ".join(w.text for w in words[first : last + 1]))
