"""Phrases by which the lexical judge tells repairs and refusals on masked inputs.

Explicit repair names what is missing or asks for it again; a generic refusal gives no reason that
lies in the recording (EAR, section 3).
"""

from __future__ import annotations

import re
import unicodedata

_QUOTES = str.maketrans(dict.fromkeys("‘’ʼ`´", "'"))

_NOT_ABLE = r"(?:could(?: not|n't)|can(?:not|'t| not)|did(?: not|n't)|unable to|not able to)"
_SOUND = r"(?:audio|recording|sound|speech|voice|word|part|answer|name|section|clip)"
_BAD = (
    r"(?:unclear|inaudible|cut off|cuts off|muffled|masked|missing|distorted|garbled|noisy"
    r"|covered|interrupted|obscured|too short|silent|drowned)"
)

EXPLICIT = (
    rf"(?:{_NOT_ABLE}|hard to|difficult to) (?:\w+ ){{0,2}}?"
    r"(?:hear|catch|make out|understand (?:what|that part|the part)|discern|tell from)",
    rf"{_SOUND}[\w' ]{{0,30}}\b{_BAD}\b",
    rf"\b{_BAD} {_SOUND}",
    r"(?:\bnot|n't|\bnever) (?:clearly )?"
    r"(?:mentioned|stated|specified|said|given|provided|audible|clear)\b",
    r"(?:does(?: not|n't)|do(?: not|n't)|did(?: not|n't)) (?:\w+ )?"
    r"(?:mention|say|state|specify|contain|include|provide)",
    r"(?:could|can|would) you (?:please )?(?:repeat|say (?:that|it|this)|clarify|tell me again)",
    r"please (?:repeat|say (?:that|it) again|clarify)",
    r"(?:noise|static|music|another voice|other voices|a beep|silence) (?:\w+ ){0,3}"
    r"(?:covers?|over|masks?|hides?|drowns?|in place|where)",
    r"没有?(?:能)?听(?:清|到|见)|未(?:能)?听(?:清|到|见)|听不(?:清|到|见)",
    r"(?:没有?|未)(?:提到|提及|说明|说出)|(?:再|重新|重复)(?:说|讲|问)?一[遍次]|请重复",
    r"(?:录音|音频|声音)[^。]{0,10}(?:不清|缺失|中断|模糊|被盖)",
)

GENERIC = (
    r"\bi (?:really |just |simply )?(?:do(?: not|n't)|did(?: not|n't)) know\b",
    r"\b(?:i'm|i am) not (?:really |quite |entirely )?(?:sure|certain)\b",
    r"\bi have no idea\b",
    r"\b(?:no idea|cannot say|can't say|can't tell|cannot tell)\b",
    r"\b(?:cannot|can't|can not|unable to|not able to) "
    r"(?:answer|determine|help|assist|provide|say)",
    r"\bnot enough information\b|\binsufficient information\b",
    r"不知道|不清楚|不确定|无法(?:回答|确定|判断)|不能(?:回答|确定)",
)

_EXPLICIT = re.compile("|".join(f"(?:{p})" for p in EXPLICIT))
_GENERIC = re.compile("|".join(f"(?:{p})" for p in GENERIC))


def repair_category(text: str) -> tuple[str, str]:
    """Category of a response to a masked input, and the phrase that decided it.

    Args:
        text: Response; one without any of the phrases is ``other``.
    """
    plain = " ".join(unicodedata.normalize("NFKC", text).translate(_QUOTES).lower().split())
    found = _EXPLICIT.search(plain)
    if found is not None:
        return "explicit_repair", f"says “{found[0].strip()}”"
    found = _GENERIC.search(plain)
    if found is not None:
        return "generic_refusal", f"says “{found[0].strip()}”"
    return "other", "no phrase of repair or refusal"
