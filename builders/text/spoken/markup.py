"""Markup a voice does not say: Markdown, HTML, LaTeX, emoji, list marks."""

from __future__ import annotations

import html
import re

from builders.text.spoken.latex import read_latex

_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[0-9a-fA-F]{1,6}|[A-Za-z]{2,12}\d{0,2});")
_BREAK = re.compile(r"<\s*(?:br|p|/p|li|/li|div|/div|h\d|/h\d|tr|/tr)\b[^<>]*>", re.I)
_TAG = re.compile(
    r"(?<!<)</?[a-z][a-z0-9]{0,10}(?:\s+[a-z-]+(?:=\"[^\"<>]*\"|='[^'<>]*'|=[^\s<>]*)?)*\s*/?>(?!>)",
    re.I,
)
_COMMENT = re.compile(r"<!--.*?-->", re.S)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$", re.M)
_IMAGE = re.compile(r"!\[([^\]\n]*)\]\([^()\s]*\)")
_LINK = re.compile(r"\[([^\]\n]+)\]\((?:https?:|/|#|mailto:)[^()\s]*\)")
_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$", re.M)
_QUOTE = re.compile(r"^[ \t]*>(?:[ \t]*>)*(?:[ \t]+(?!\d)|(?=[^\s\d=]))", re.M)
_BULLET = re.compile(
    r"^[ \t]*(?:[*+•●○▪◦■□◆◇★☆►▶➢✓✔·‣-]|\[[ xX]\])(?:[ \t]+\[[ xX]\])?[ \t]+", re.M
)
_RULE = re.compile(r"^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|={3,})$", re.M)
_TABLE_RULE = re.compile(r"^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+[ \t]*(?::?-{2,}:?)?[ \t]*$", re.M)
_CODE = re.compile(r"`+([^`\n]+)`+")
_STRONG = re.compile(r"(\*{1,3})(?=[^\s*])([^*\n]*?[^\s*])\1")
_UNDER = re.compile(r"(?<!\w)(_{1,3})(?=[^\s_])([^\n]*?[^\s_])\1(?!\w)")
_STRUCK = re.compile(r"~~([^~\n]+)~~")
_KEYCAP = re.compile(r"([0-9#*])\ufe0f?\u20e3")
_EMOJI = re.compile(
    "[\U0001f000-\U0001faff\U000e0020-\U000e007f\u2600-\u27bf\u2b00-\u2bff\u2300-\u23ff"
    "\ufe0e\ufe0f\u200d\u20e3\u3030\u303d\u3297\u3299\u25a0-\u25b2\u25b6-\u25ff\u2500-\u259f©®™]+"
)


def unescape(text: str) -> str:
    """Replace HTML entities, also those that were escaped twice, and drop HTML tags."""
    for _ in range(4):
        new = _ENTITY.sub(lambda m: html.unescape(m.group()), text)
        if new == text:
            break
        text = new
    if "<" in text:
        text = _COMMENT.sub(" ", text)
        text = _TAG.sub("", _BREAK.sub("\n", text))
    return text


def strip_emoji(text: str) -> str:
    """Drop pictures; ``1️⃣`` leaves its digit."""
    return text if text.isascii() else _EMOJI.sub(" ", _KEYCAP.sub(r"\1 ", text))


def strip_markup(text: str) -> str:
    """Return the words of a text without Markdown, HTML, LaTeX and emoji.

    The words inside links, emphasis and code stay; addresses of links and pictures go.
    """
    text = unescape(text)
    text = read_latex(text)
    text = strip_emoji(text)
    if "](" in text:
        text = _LINK.sub(r"\1", _IMAGE.sub(r"\1", text))
    text = _RULE.sub("", _FENCE.sub("", text))
    if "|" in text:
        text = _TABLE_RULE.sub("", text)
    text = _QUOTE.sub("", _HEADING.sub(r"\1", text)) if ("#" in text or ">" in text) else text
    text = _BULLET.sub("", text)
    if "`" in text:
        text = _CODE.sub(r"\1", text)
    if "*" in text:
        text = _STRONG.sub(r"\2", _STRONG.sub(r"\2", text))
    if "_" in text:
        text = _UNDER.sub(r"\2", text)
    return _STRUCK.sub(r"\1", text) if "~~" in text else text
