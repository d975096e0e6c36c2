"""Addresses, tags, file names and names with symbols, as English words."""

from __future__ import annotations

import re

from builders.text.spoken.english_numbers import digits, number
from builders.text.spoken.rules import Rule

_MARKS = {
    ".": "dot", "/": "slash", "-": "dash", "_": "underscore", "@": "at", "?": "question mark",
    "=": "equals", "&": "and", "#": "hash", ":": "colon", "%": "percent", "+": "plus", "~": "tilde",
}  # fmt: skip
_ENDINGS = (
    "com|org|net|edu|gov|mil|info|biz|io|ai|co|app|dev|tv|uk|cn|de|fr|jp|eu|ca|au|ru|ch|nl|hk|tw"
)
_FILES = (
    "txt|pdf|docx?|xlsx?|pptx?|csv|json|ya?ml|xml|html?|py|js|ts|css|java|cpp|md|exe|zip|tar|gz|"
    "png|jpe?g|gif|svg|mp[34]|wav|flac|mov|avi|sh|sql|ipynb|log"
)
_SPELT = {"html", "htm", "csv", "pdf", "txt", "js", "ts", "css", "cpp", "md", "xml", "sql", "png",
          "py", "svg", "sh", "gz"}  # fmt: skip


def spell(letters: str) -> str:
    """``pdf`` → ``P D F``."""
    return " ".join(letters.upper())


def address(text: str) -> str:
    """Read an e-mail or web address mark by mark."""
    words = []
    for part in re.findall(r"[A-Za-z]+|\d+|[^\W\d_]+|[^\w\s]|_", text):
        if part.isdigit():
            words.append(digits(part))
        elif part.lower() == "www":
            words.append("W W W")
        else:
            words.append(_MARKS.get(part, part if part.isalpha() else ""))
    return " ".join(word for word in words if word)


def _url(match: re.Match[str]) -> str:
    body = re.sub(r"^(?:https?|ftp)://", "", match.group(), flags=re.I)
    tail = re.search(r"[.,;:!?'\")\]]+$", body)
    closing = tail.group() if tail else ""
    if closing.startswith(")") and "(" in body:
        closing = closing[1:]
    body = body[: len(body) - len(closing)].rstrip("/")
    return f" {address(body)}{closing}"


def _file(match: re.Match[str]) -> str:
    ending = match.group(2)
    stem = re.sub(r"[-_]+", " ", match.group(1))
    return f"{stem} dot {spell(ending) if ending.lower() in _SPELT else ending}"


def _hashtag(match: re.Match[str]) -> str:
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|_", " ", match.group(1))
    return f"hashtag {words}"


_NAMES = {
    "#": "hash", "*": "asterisk", "&": "ampersand", "@": "at sign", "_": "underscore", "%": "percent sign",
    "$": "dollar sign", "+": "plus", "=": "equals", "/": "slash", "~": "tilde", "|": "bar", "^": "caret",
    "<": "less-than sign", ">": "greater-than sign", "{": "left brace", "}": "right brace",
    "[": "left bracket", "]": "right bracket", "\\": "backslash", "`": "backtick",
}  # fmt: skip


def _asterisks(match: re.Match[str]) -> str:
    """Name the marks in "separate them with ***", unless the text has just named them."""
    if "asterisk" in match.string[max(0, match.start() - 40) : match.start()].lower():
        return ""
    return f"{number(str(len(match[1])))} asterisks"


RULES: tuple[Rule, ...] = (
    (re.compile(r"""(?<=[a-z:] )['"(]?(\*{2,12})['")]?(?=[\s.,]|$)"""), _asterisks),
    (re.compile(r"(?<=[a-z] )\*(?=[,.]| [a-z]{2,})"), lambda m: "" if "asterisk" in m.string[max(0, m.start() - 25) : m.start()] else "an asterisk"),
    (re.compile(r"(?<=\bthe )@(?= )"), "at sign"),
    (re.compile(r"\b([A-Z])\*(?!\w)"), r"\1 star"),
    (re.compile(r"""(?<!\w)(['"“‘])([#*&@_%$+=/~|^<>{}\[\]\\`])(['"”’])(?!\w)"""), lambda m: f"{m[1]}{_NAMES[m[2]]}{m[3]}"),
    (re.compile(r"\b(?:https?|ftp)://[^\s<>\"，。；）】]+", re.I), _url),
    (re.compile(r"\b[\w.+%-]+@[\w-]+(?:\.[\w-]+)+"), lambda m: address(m.group())),
    (re.compile(r"\bwww\.[^\s<>\"，。；）】]+", re.I), _url),
    (re.compile(rf"(?<![\w@.])(?:[A-Za-z0-9-]+\.)+(?:{_ENDINGS})(?:/[^\s<>\"]*)?(?![\w-])(?=[\s,.;:!?)\"']|$)"),
     lambda m: _url(m) if re.search(r"[a-z]{2,}\.", m.group(), re.I) else m.group()),
    (re.compile(rf"(?<![\w.])([\w-]*[A-Za-z_][\w-]*)\.({_FILES})\b"), _file),
    (re.compile(r"\bNode\.js\b"), "Node dot J S"),
    (re.compile(r"(?<!\w)\.NET\b"), "dot net"),
    (re.compile(r"\b(\w+)\.js\b"), r"\1 dot J S"),
    (re.compile(r"\bWW(?:2|II)\b"), "World War Two"),
    (re.compile(r"\bWW(?:1|I)\b"), "World War One"),
    (re.compile(r"\bWorld War ([123])\b"), lambda m: f"World War {number(m[1]).title()}"),
    (re.compile(r"\bC\+\+"), "C plus plus"),
    (re.compile(r"\b([CFA])#(?!\w)"), r"\1 sharp"),
    (re.compile(r"(?<![\w#&])#([A-Za-z]\w*)"), _hashtag),
    (re.compile(r"(?<![\w@])@([A-Za-z]\w*)"), r"at \1"),
)  # fmt: skip
