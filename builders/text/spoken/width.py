"""One written form for each character: width, digits of other scripts, invisible marks."""

from __future__ import annotations

import re
import unicodedata

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_KEEP_IN_CHINESE = "！（），：；？～"
_TABLE: dict[int, str | int] = {
    **_FULL_WIDTH,
    0x3000: " ",
    0x00A0: " ",
    0x2007: " ",
    0x2009: " ",
    0x202F: " ",
    0x2028: "\n",
    0x2029: "\n",
    0x2018: "'",
    0x2019: "'",
    0x201B: "'",
    0x02BC: "'",
    0x2032: "'",
    0x2033: '"',
    0x2010: "-",
    0x2011: "-",
    0x2012: "–",
    0x2015: "—",
    0x2212: "−",
    0xFF0D: "-",
    0xFE63: "-",
    0xFFE5: "¥",
    0xFFE1: "£",
    0xFFE0: "¢",
    0x00B5: "μ",
    0x2126: "Ω",
    0x33A1: "m²",
    0x339D: "cm",
    0x339C: "mm",
    0x339E: "km",
    0x338F: "kg",
    0x338E: "mg",
    0x33C4: "cc",
    0x2103: "°C",
    0x2109: "°F",
    0x2236: ":",
    0x2215: "/",
    0x2044: "/",
    0x2217: "*",
}
_CHINESE_TABLE = {k: v for k, v in _TABLE.items() if chr(k) not in _KEEP_IN_CHINESE and k > 0x201B}
_CHINESE_TABLE |= {0x00A0: " ", 0x2007: " ", 0x2009: " ", 0x00B5: "μ"}
_INVISIBLE = re.compile(
    r"[\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
)
# Released texts hold line breaks as a backslash and an n (between quotes they are meant), and
# slashes as JSON escapes them.
_WRITTEN_BREAK = re.compile(r"(?<!['\"`“‘\\])(?:\\r)?(?:\\n[ \t]*)+(?![a-z'\"`”’])")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_SUPER = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ"
_SUB = str.maketrans("₀₁₂₃₄₅₆₇₈₉₊₋", "0123456789+-")
_ODD_DIGIT = re.compile(r"[^\W\d_a-zA-Z]|[^\x00-\x7f]")

# Typing slips of Chinese input methods: 40，000 and 4。5.
_CHINESE_COMMA = re.compile(r"(?<=\d)，(?=000(?!\d))")
_CHINESE_POINT = re.compile(r"(?<=\d)。(?=\d)")


def _plain_digit(match: re.Match[str]) -> str:
    char = match.group()
    if char in _SUPER or "\u4e00" <= char <= "\u9fff":
        return char
    category = unicodedata.category(char)
    if category == "Nd":
        return str(unicodedata.decimal(char))
    if category == "No" and unicodedata.decomposition(char).startswith("<circle>"):
        return f" {unicodedata.normalize('NFKC', char)}, "
    if category == "No" and unicodedata.digit(char, None) is not None:
        return f" {unicodedata.digit(char)}, "
    if "\u2160" <= char <= "\u2188" or "\ufb00" <= char <= "\ufb06":
        return unicodedata.normalize("NFKC", char)
    if "\U0001d400" <= char <= "\U0001d7ff":
        return unicodedata.normalize("NFKC", char)
    return char


def fold_width(text: str, language: str) -> str:
    r"""Bring full-width, circled, mathematical and foreign digits and letters to plain ones.

    Superscripts stay (``x²`` is read, not ``x2``), subscripts come down to the line. Chinese
    text keeps its own punctuation and curly quotes.

    Args:
        text: Any text.
        language: ``en`` or ``zh``.

    Returns:
        The text in NFC, with line breaks as ``\n``.
    """
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    if "\\" in text:
        text = _WRITTEN_BREAK.sub("\n", text).replace("\\/", "/")
    if text.isascii():
        return _CONTROL.sub(" ", text)
    text = _INVISIBLE.sub("", text)
    text = _CONTROL.sub(" ", text)
    text = text.translate(_CHINESE_TABLE if language == "zh" else _TABLE).translate(_SUB)
    text = _ODD_DIGIT.sub(_plain_digit, text)
    if language == "zh":
        text = _CHINESE_POINT.sub(".", _CHINESE_COMMA.sub(",", text))
    return unicodedata.normalize("NFC", text)
