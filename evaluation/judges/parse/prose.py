"""Scores that a judge states in a sentence: "Score: 4 because …", "it deserves a 4", 我给4分.

What is quoted or reported ("the response asks for a 5"), denied ("no 5 for this") or supposed
("I would give it a 5 if …") is no statement of the judge. A score outside the scale, and a choice
of two, is a statement that cannot be read: it spoils the reply.
"""

from __future__ import annotations

import re

_N = r"(?P<n>(?<![\d.,/-])\d{1,6}(?:\.\d{1,3})?|[一二两三四五])"
_SCALE = r"(?:\s*(?:/|out of)\s*(?P<scale>\d{1,3})|\s*(?:points?|stars?|分))?"
# What may follow a score; "gives a 4 as its answer" and "3/5 facts" state none.
_AFTER = (
    r"(?=\s*(?:$|[\n,;:!?)*\]。，；：！？）]|\.(?!\d)|[-–—](?!\d)|(?:because|since|due|given|for|but|and|"
    r"overall|in total|so|on|with|thanks|or|to)\b|因为|由于|[-–—~～/、或到至]))"
)
_WHAT = r"(?:it|this|that|(?:the|this|that) (?:response|answer|reply|model|assistant|output|one))"
_KIND = r"(?:score|rating|grade|mark|verdict)"
_OF = (
    rf"(?:(?:an?|the|my|full|final|overall|solid|clear|strong|weak|only|just|{_KIND}|of|at|as)\s+)*"
)
_VERB = (
    r"(?:\b(?:i|we|i'd|i'll|would|will|can|should|must|to|therefore|so|thus)\s+(?:\w+\s+)?"
    rf"(?:give|giv(?:en|ing)|gave|assign|award|rate|score|grade)\s+(?:{_WHAT}\s+)?"
    rf"|(?<!\bi )(?<!\bwe )\b(?:deserv|merit|earn|warrant)(?:es|e|s|ed)?\s+|\b(?:is|was) worth\s+"
    rf"|\b(?:is|be|are) (?:given|assigned|awarded|rated|scored|graded)\s+)"
)
_STATEMENTS = (
    rf"\b{_KIND}(?:\s+(?:of|for)\s+{_WHAT})?\**\s*(?:[:=]|is\b|would be\b|should be\b)"
    rf"[\s*]*(?:an?\s+)?{_N}{_SCALE}\**{_AFTER}",
    rf"{_VERB}{_OF}\**{_N}{_SCALE}\**{_AFTER}",
    rf"(?:评分|得分|分数|打分|总分)(?:应该?|就)?(?:为|是|[:=：])*\s*{_N}{_SCALE}{_AFTER}",
    r"(?:给|打|评|得|值|判)[^\n。！？，；,;!?\d扣减加满一二两三四五]{0,12}"
    rf"{_N}\s*分(?![钟之数制满析别歧])",
    r"(?:^|(?<=[\n.!?。！？]))\s*(?:(?:so|thus|therefore|overall|total|final|综上|总体|所以)[:,：，]?"
    rf"\s*)?\**{_N}\s*(?:/|out of)\s*(?P<scale>\d{{1,3}})\**{_AFTER}",
    rf"\A{_N}{_SCALE}\s*[,，]?\s*(?:because|since|due to|given|因为|由于)",
)
_STATED = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _STATEMENTS)
# Any other mark on a scale must agree with what is stated.
_MARK = re.compile(rf"{_N}\s*(?:/|out of)\s*(?P<scale>\d{{1,3}})(?![\d/]){_AFTER}", re.IGNORECASE)
_CHOICE = re.compile(
    r"\s*(?:points?|stars?|分)?\s*(?:or|to|and|[-–—~～、/或到至])+者?\s*(?:an?\s+)?[\d一二两三四五]"
)
_SAYING = (
    r"(?:\b(?:sa(?:ys|id|ying)|claims?|claimed|demands?|demanded|asks?|asked|requests?|requested|"
    r"instructs?|tells?|told|writes?|wrote|insists?|wants?|orders?|begs?|please|ignore|quotes?|"
    r"states?|stated|reads)\b|(?<![来以])说|要求|声称|请|让我|写道|命令|指示|写着|忽略)"
)
# "The response asks for a 5", and in the same clause; "as it asks, so I give it a 4" is the judge.
_REPORTED = re.compile(
    rf"(?:{_SAYING}|(?:\bsa(?:ys|id)|(?<![来以])说)[,，])[^,，;；]*$", re.IGNORECASE
)
_REPORTED_AFTER = re.compile(
    rf"(?:/5|分)?\s*[,，]?\s*(?:{_WHAT}\s+|it\s+)?{_SAYING}", re.IGNORECASE
)
_ANNOUNCES = re.compile(_SAYING, re.IGNORECASE)
_SUPPOSED = re.compile(
    r"\b(?:if|unless|were|had it|(?:would|could|should|might) have|at least|at most"
    r"|up to|between)\b|如果|假如|要是|若|除非|至少|至多|最多|最高",
    re.IGNORECASE,
)
_SUPPOSED_AFTER = re.compile(
    r"(?:/5|分| points?)?\s*[,，]?\s*"
    r"(?:if|unless|had|were|or (?:more|less|higher|lower|above|below))\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"(?:\b(?:not|never|cannot|no|nor|neither)\b|n't\b)[^.,;!?\n]*$"
    r"|(?:不|没|未|别|无法|难以)[^。，,；\n]{0,4}$",
    re.IGNORECASE,
)
# Behind these the judge begins anew.
_BREAK = re.compile(r".*(?:\b(?:so|but|therefore|thus|hence|and)\b|因此|所以|但是?|—)", re.I | re.S)
_SENTENCE = re.compile(r"(?<=[!?。！？;；])|(?<=\.)(?=\s)|(?<![:：])\n")
_QUOTED = re.compile(
    r"```.*?(?:```|\Z)|“.*?(?:”|\Z)|「.*?(?:」|\Z)|『.*?(?:』|\Z)|《.*?(?:》|\Z)|\"[^\"]*(?:\"|\Z)|`[^`\n]*`"
    r"|(?<!\w)['‘][^\n]{0,300}?['’](?!\w)|^\s*>[^\n]*$",
    re.DOTALL | re.MULTILINE,
)
_BARE = re.compile(r"[*_]*([1-5](?:\.\d{1,3})?)[*_]*([.。]?)[*_]*")
_NUMBERED = re.compile(r"[*_(]*\d+[.):、]?[*_]*(?:\s|$)")
_REASON = re.compile(
    r"[*_]*(?:explanation|reason|rationale|justification|because|理由|原因|解释|说明|因为)", re.I
)
# Characters on either side of a score that can report, deny or suppose it.
_NEAR = 300
_CHINESE = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5}


def without_quotes(text: str) -> str:
    """The text with … for what stands in quotation marks, code or block quotes, or is announced.

    A line after "The response demands:" is no line of the judge.
    """
    out: list[str] = []
    for line in _QUOTED.sub("…", text).split("\n"):
        if line.strip():
            announced = out and out[-1].endswith((":", "：")) and _ANNOUNCES.search(out[-1])
            out.append("…" if announced else " ".join(line.split()))
    return "\n".join(out)


def stated_scores(text: str) -> tuple[set[float | None], set[float | None]]:
    """Scores that a reply states in words, and other marks that must agree with what it states.

    Args:
        text: Reply without its quotations, see :func:`without_quotes`.

    Returns:
        Two sets of scores, with ``None`` among them for one that is out of the scale.
    """
    found: set[float | None] = set()
    mentioned: set[float | None] = set()
    for sentence in _SENTENCE.split(text.replace("’", "'")):
        for pattern in _STATED:
            found |= {
                _value(match, sentence)
                for match in pattern.finditer(sentence)
                if _is_own(
                    sentence[: match.start("n")][-_NEAR:], sentence[match.end("n") :][:_NEAR]
                )
            }
        mentioned |= {_value(match, sentence) for match in _MARK.finditer(sentence)}
    opening = _opening(text)
    found |= set() if opening is None else {opening}
    lines = (_BARE.fullmatch(line.strip()) for line in text.split("\n"))
    mentioned |= {float(line[1]) for line in lines if line}
    return found, mentioned


def _is_own(before: str, after: str) -> bool:
    """Whether the judge states it, neither reports, denies nor supposes it."""
    before = _BREAK.sub("", before)
    return not (
        _REPORTED.search(before)
        or _DENIED.search(before)
        or _SUPPOSED.search(before)
        or _REPORTED_AFTER.match(after)
        or _SUPPOSED_AFTER.match(after)
    )


def _value(match: re.Match[str], sentence: str) -> float | None:
    scale = match.groupdict().get("scale")
    if scale not in (None, "5"):
        return None
    if _CHOICE.match(sentence, match.end("n" if scale is None else "scale")):
        return None
    number = match["n"]
    value = float(_CHINESE[number]) if number in _CHINESE else float(number)
    return value if 1 <= value <= 5 else None


def _opening(text: str) -> float | None:
    """A number alone on the first line, with an explanation below it and no list."""
    first, *rest = [line.strip() for line in text.split("\n") if line.strip()] or [""]
    match = _BARE.fullmatch(first)
    if match is None or not rest or any(_NUMBERED.match(line) for line in rest):
        return None
    # "1." begins a list, unless a reason is announced below it.
    if match[2] and match[1] == "1" and not _REASON.match(rest[0]):
        return None
    return float(match[1])
