"""Addresses, tags and names with symbols inside Chinese text."""

from __future__ import annotations

import re

from builders.text.spoken.chinese_numbers import digits
from builders.text.spoken.rules import Rule

_MARKS = {".": "点", "/": "斜杠", "-": "杠", "_": "下划线", "@": "艾特", "?": "问号", "=": "等于", "&": "和",
          "#": "井号", ":": "冒号", "%": "百分号", "+": "加", "~": "波浪号"}  # fmt: skip
_ENDINGS = "com|org|net|edu|gov|cn|info|biz|io|ai|co|app|dev|tv|uk|de|fr|jp|hk|tw"
_FILES = "txt|pdf|docx?|xlsx?|pptx?|csv|json|ya?ml|xml|html?|py|js|css|java|cpp|exe|zip|rar|png|jpe?g|gif|mp[34]|wav|apk"


def address(text: str) -> str:
    """Read an e-mail or web address mark by mark."""
    words = ""
    for part in re.findall(r"[A-Za-z]+|\d+|[\u4e00-\u9fff]+|[^\w\s]|_", text):
        words += (
            digits(part) if part.isdigit() else part if part.isalpha() else _MARKS.get(part, "")
        )
    return words


def _url(match: re.Match[str]) -> str:
    body = re.sub(r"^(?:https?|ftp)://", "", match.group(), flags=re.I)
    stem = re.sub(r"[.,;:!?'\")\]]+$", "", body)
    return address(stem.rstrip("/")) + body[len(stem) :]


RULES: tuple[Rule, ...] = (
    (re.compile(r"(?<![A-Za-z])(?:https?|ftp)://[\x21\x23-\x3b\x3d\x3f-\x7e]+", re.I), _url),
    (re.compile(r"[A-Za-z0-9_.+%-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"), lambda m: address(m[0])),
    (re.compile(r"(?<![A-Za-z])www\.[\x21\x23-\x3b\x3d\x3f-\x7e]+", re.I), _url),
    (re.compile(rf"(?<![A-Za-z0-9@.])(?:[A-Za-z0-9-]+\.)+(?:{_ENDINGS})(?:/[\x21\x23-\x3b\x3d\x3f-\x7e]*)?(?![A-Za-z0-9-])"), _url),
    (re.compile(rf"(?<![A-Za-z0-9.])([A-Za-z0-9_-]*[A-Za-z_][A-Za-z0-9_-]*)\.({_FILES})(?![A-Za-z0-9])"),
     lambda m: f"{address(m[1])}点{m[2]}"),
    (re.compile(r"(?<![A-Za-z])([Cc])\+\+"), lambda m: f"{m[1]}加加{' ' if m.string[m.end() : m.end() + 1].isascii() else ''}"),
    (re.compile(r"(?<![A-Za-z])([CF])#(?!\w)"), r"\1井号"),
    (re.compile(r"(?<![A-Za-z])\.NET(?![A-Za-z])"), "点NET"),
    (re.compile(r"([A-Za-z]+)\.js(?![A-Za-z])"), r"\1点JS"),
    (re.compile(r"#([^#\s\d][^#\n]{0,30}?)#"), r"话题\1"),
    (re.compile(r"(?<![\w#&])#([A-Za-z\u4e00-\u9fff][\w]*)"), r"话题\1"),
    (re.compile(r"(?<![A-Za-z0-9@])@(?=[\w])"), "艾特"),
)  # fmt: skip
