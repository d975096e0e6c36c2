r"""Put what a model said in front of a judge so that it stays material.

All material goes into one JSON object between ``<data>`` and ``</data>``. Inside its strings no
``<``, ``>`` or ``&``, no line break, no control and no invisible character is left as it is: they
become ``\u`` escapes. A response can therefore neither end the block nor look like a further
line of the prompt, whatever it says.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

OPEN, CLOSE = "<data>", "</data>"
# Controls, formats (bidirectional marks, zero-width signs), surrogates, line separators, private
# use and unassigned: what a reader of the prompt would not see, or not see as text.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLOCK = re.compile(rf"{OPEN}\n(.*)\n{CLOSE}", re.DOTALL)


def block(material: Mapping[str, Any]) -> str:
    """One delimited block with the material as JSON.

    Args:
        material: Name → text, or JSON values of texts. ``None`` is left out.
    """
    given = {name: value for name, value in material.items() if value is not None}
    return f"{OPEN}\n{_escaped(given)}\n{CLOSE}"


def material(text: str) -> dict[str, Any]:
    """What :func:`block` put into a prompt; the inverse, for tests and for looking at prompts.

    Raises:
        ValueError: There is not exactly one block.
    """
    found = _BLOCK.findall(text)
    if len(found) != 1 or text.count(OPEN + "\n") != 1 or text.count("\n" + CLOSE) != 1:
        raise ValueError("expected exactly one data block")
    value: dict[str, Any] = json.loads(found[0])
    return value


def _escaped(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return "".join(_unicode(c) if _acts(c) else c for c in text)


def _acts(character: str) -> bool:
    return character in "<>&`" or unicodedata.category(character) in _HIDDEN


def _unicode(character: str) -> str:
    point = ord(character)
    if point > 0xFFFF:  # JSON writes such characters as a surrogate pair
        point -= 0x10000
        return f"\\u{0xD800 + (point >> 10):04x}\\u{0xDC00 + (point & 0x3FF):04x}"
    return f"\\u{point:04x}"
