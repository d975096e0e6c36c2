"""English text in the form in which two transcripts are compared.

Written text is first brought to its spoken form, so that ``$13.60`` and "thirteen dollars sixty"
meet; then number words become digits. As with the normaliser that Whisper is published with,
contractions are written out ("don't" equals "do not"), fillers are dropped, and British and
American spelling are one.
"""

from __future__ import annotations

import re
import unicodedata

from builders.text.compare.english_numerals import digits_for_words
from builders.text.compare.english_spelling import AMERICAN
from builders.text.spoken import spoken_form

_FILLERS = frozenset(
    {"um", "uh", "uhm", "umm", "uhh", "er", "erm", "hmm", "hm", "mm", "mhm", "mmm", "ah", "eh"}
)
_WORDS = {
    "gonna": "going to", "wanna": "want to", "gotta": "got to", "gimme": "give me",
    "lemme": "let me", "kinda": "kind of", "sorta": "sort of", "dunno": "do not know",
    "cannot": "can not", "cuz": "because", "'cause": "because", "y'all": "you all",
    "mr": "mister", "mrs": "missus", "ms": "miz", "dr": "doctor", "prof": "professor",
    "vs": "versus", "etc": "et cetera", "o'clock": "oclock", "ma'am": "madam",
    "won't": "will not", "can't": "can not", "shan't": "shall not", "ain't": "is not",
    "let's": "let us",
}  # fmt: skip
_IS = frozenset({
    "it", "that", "what", "he", "she", "there", "here", "where", "who", "how", "when", "why",
    "this", "everything", "something", "nothing", "everyone", "someone",
})  # fmt: skip
_ENDINGS = {"'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would"}
_TOKEN = re.compile(r"'?[^\W_]+(?:'[^\W_]+)*'?")
_MONEY = re.compile(
    r"\b(\d+) (\w+ )?(dollars?|pounds?|euros?|rupees?|pesos?) (?:and )?(\d{1,2})"
    r"(?: (?:cents?|pence|penny|paise|centavos?))?(?![\w.])"
)
_MONEY_POINT = re.compile(r"\b(\d+)\.(\d\d?) (dollars?|pounds?|euros?)\b")
_HALF = re.compile(r"\b(\d+) and a half\b")


def _expand(token: str) -> str:
    token = token.strip("'") if token.startswith("'") and token not in _WORDS else token.rstrip("'")
    if token in _WORDS:
        return _WORDS[token]
    if "'" in token:
        if token.endswith("n't"):
            return f"{token[:-3]} not"
        stem, _, tail = token.rpartition("'")
        ending = _ENDINGS.get(f"'{tail}")
        if ending and stem:
            return f"{stem} {ending}"
        if tail == "s" and stem in _IS:
            return f"{stem} is"
        return token.replace("'", "")
    return AMERICAN.get(token, token)


def _join_letters(tokens: list[str]) -> list[str]:
    """``p m`` and ``u s a`` become one word; ``i`` and ``a`` alone stay words."""
    out: list[str] = []
    run: list[str] = []
    for token in [*tokens, ""]:
        if len(token) == 1 and token.isalpha() and token.isascii():
            run.append(token)
            continue
        if len(run) > 1 and not set(run) <= {"a", "i"}:
            out.append("".join(run))
        else:
            out.extend(run)
        run = []
        out.append(token)
    return out[:-1]


def _money(match: re.Match[str]) -> str:
    units, kind, name, parts = match.groups()
    return f"{units} {kind or ''}{name} {int(parts)}"


def normalise_english(text: str) -> str:
    """Return the words of a transcript, lower-cased, separated by single spaces."""
    text = spoken_form(text, "en")
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text.replace("’", "'").replace("‘", "'"))
        text = "".join(char for char in text if not unicodedata.combining(char))
    tokens: list[str] = []
    for token in _TOKEN.findall(text.lower()):
        word = _expand(token) if "'" in token or token in _WORDS else AMERICAN.get(token, token)
        if word in _FILLERS:
            continue
        tokens.extend(word.split() if " " in word else (word,) if word else ())
    joined = " ".join(_join_letters(digits_for_words(tokens)))
    if "e mail" in joined:
        joined = joined.replace("e mail", "email")
    joined = joined.replace("per cent ", "percent ").replace("all right", "alright")
    if any(char.isdigit() for char in joined):
        joined = _MONEY_POINT.sub(lambda m: f"{m[1]} {m[3]} {int(m[2].ljust(2, '0'))}", joined)
        joined = _HALF.sub(r"\1.5", _MONEY.sub(_money, joined))
    return joined
