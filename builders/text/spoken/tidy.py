"""Spacing, line ends and stray marks after the rules have run."""

from __future__ import annotations

import re
import unicodedata

from builders.text.spoken.rules import Rule, apply_rules

_DROPPED = {"So", "Sk", "Sm", "Sc", "Co", "Cn", "Cs", "Cc", "Cf"}
_ODD = re.compile(r"[^\w\s.,;:!?'\"()…—–·。，；：！？、（）《》“”‘’-]|_")
_NUMBER_WORDS = (
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    "seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|minus|about|first|second"
)
_COMMON: tuple[Rule, ...] = (
    (re.compile(r"\(\s*[.,;:]*\s*\)|（\s*）|\"\s*\"|“\s*”|《\s*》"), " "),
    (re.compile(r"\(\s+"), "("),
    (re.compile(r"\s+\)"), ")"),
)
_ENGLISH: tuple[Rule, ...] = (
    (re.compile(r"(?<=[\w)\"'])[ \t]*\n\s*"), ". "),
    (re.compile(r"\s+"), " "),
    *_COMMON,
    (re.compile(r"\s+(?=[,;:!?](?:\s|$|[)\"']))|\s+(?=\.(?:\s|$|[)\"']))"), ""),
    (re.compile(r"(?:—\s*){2,}"), "— "),
    (re.compile(r"([,;:—])(?:\s*[,;:])+"), r"\1"),
    (re.compile(r"[,;:]\s*(?=[.!?](?:\s|$))"), ""),
    (re.compile(r"([!?])\s*\.(?=\s|$)"), r"\1"),
    (re.compile(r"(?<!\.)\.(?:\s+\.)+(?=\s|$)"), "."),
    (re.compile(r"^[\s,;:.—–-]+(?=\S)|(?<=[^\W_])\s*[,，、]\s*$"), ""),
    (re.compile(rf"(?:^|(?<=[.!?] ))(?:{_NUMBER_WORDS})\b"), lambda m: m[0].capitalize()),
    (re.compile(r"\s+"), " "),
)  # fmt: skip
_HAN = r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
_CHINESE: tuple[Rule, ...] = (
    (re.compile(r"(?<=[^\W_])[ \t]*\n\s*|(?<=[）”》])[ \t]*\n\s*"), "。"),
    (re.compile(r"\s+"), " "),
    *_COMMON,
    (re.compile(rf"(?<={_HAN}) (?={_HAN})"), ""),
    (re.compile(r" ?([，。！？；：、（）“”《》…]) ?"), r"\1"),
    (re.compile(r"，(?=[，。！？；：、）])|[，、；：](?=[。！？])"), ""),
    (re.compile(r"([，、；：])[，、；：]+"), r"\1"),
    (re.compile(r"([。！？])[。，、；：]+"), r"\1"),
    (re.compile(r"^[\s,，、;；:：。.—–-]+(?=\S)"), ""),
    (re.compile(r"\s+"), " "),
)  # fmt: skip


def _plain(match: re.Match[str]) -> str:
    char = match.group()
    category = unicodedata.category(char)
    if category in _DROPPED or char == "_" or category.startswith("P"):
        return " "
    return char


def tidy(text: str, language: str) -> str:
    """Make one line of the text, close its lines as sentences and drop what nobody says."""
    text = _ODD.sub(_plain, text)
    return apply_rules(text, _CHINESE if language == "zh" else _ENGLISH).strip()
