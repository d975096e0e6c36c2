"""Abbreviations, initials and Roman numerals as English words.

Names in capitals (``NASA``, ``FBI``) stay as they are: every English voice and its
pronunciation dictionary tells those that are spelt from those that are read. Dots go, since a
voice makes pauses of them: ``U.S.`` → ``U S``.
"""

from __future__ import annotations

import re

from builders.text.spoken.english_numbers import cardinal, ordinal
from builders.text.spoken.rules import Rule

_TITLES = {
    "Mr": "Mister", "Mrs": "Missus", "Ms": "Miz", "Dr": "Doctor", "Prof": "Professor", "Gen": "General", "Capt": "Captain", "Lt": "Lieutenant", "Sgt": "Sergeant",
    "Sen": "Senator", "Rep": "Representative", "Gov": "Governor", "Rev": "Reverend",
    "Hon": "Honorable", "Pres": "President", "Col": "Colonel", "Maj": "Major", "Mt": "Mount",
    "Messrs": "Messieurs",
}  # fmt: skip
_SHORT = {
    "e.g.": "for example", "i.e.": "that is", "eg.": "for example", "etc.": "et cetera", "vs.": "versus",
    "vs": "versus", "approx.": "approximately", "dept.": "department", "govt.": "government",
    "avg.": "average", "Dept.": "Department", "min.": "minimum", "max.": "maximum", "est.": "established", "incl.": "including",
    "et al.": "and others", "cf.": "compare", "w/o": "without", "w/": "with", "b/c": "because",
    "c/o": "care of", "a.k.a.": "also known as", "aka": "also known as", "Inc.": "Incorporated",
    "Ltd.": "Limited", "Co.": "Company", "Corp.": "Corporation", "Ave.": "Avenue",
    "Blvd.": "Boulevard", "Rd.": "Road", "Hwy.": "Highway", "Bros.": "Brothers",
    "vol.": "volume", "Vol.": "Volume", "ch.": "chapter", "Fig.": "Figure", "fig.": "figure",
    "Eq.": "Equation", "eq.": "equation", "p.s.": "P S", "s/he": "she or he", "and/or": "and or",
}  # fmt: skip
_KEEP_STOP = {"etc.", "Inc.", "Ltd.", "Co.", "Corp.", "Ave.", "Blvd.", "Rd.", "et al."}
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_ROMAN = r"(?=[IVXLC]+\b)(X{0,3}|XL|LX{0,3}|XC|C|)(IX|IV|V?I{0,3})(?<=[IVXLC])"
_RULERS = (
    r"Henry|Louis|George|Edward|Elizabeth|Charles|James|William|Richard|Napoleon|Philip|Peter|"
    r"Catherine|Nicholas|Alexander|Leo|Pius|Benedict|Francis|Frederick|Wilhelm|Ramses|Ramesses|Ivan|"
    r"Paul|Gregory|Urban|Innocent|Clement|Raymond|Mary|Robert|John|Victoria|Ferdinand|Carlos|Juan|"
    r"Gustav|Christian|Haakon|Harald|Albert|Leopold|Joseph|Francis Joseph|Otto|Baldwin|Darius|Cyrus|Xerxes|"
    r"Ptolemy|Thutmose|Amenhotep|Cleopatra|Constantine|Theodosius|Justinian|Mehmed|Murad|Selim|"
    r"Alfonso|Sancho|Pedro|Umberto|Emmanuel|Margrethe|Boniface|Sixtus|Julius|Malcolm|Bohemond"
)
_PARTS = (
    r"World War|Chapter|Part|Act|Scene|Type|Super Bowl|Phase|Volume|Book|Stage|Class|Level|Grade|Section|"
    r"Article|Title|Appendix|Figure|Table|Apollo|Mark|Episode|Season|Unit|Round|Schedule|Tier|Band|"
    r"Rocky|Final Fantasy|Star Wars|Vatican|Civilization|Factor|Schedule|Category|Group"
)


_NUMERAL = r"(?:VI{1,3}|I{1,3}|I[VX]|V|X)"
# Statements by number, as options name them: I and II only; I, II, and IV.
_COUNTED = re.compile(
    rf"(?<![\w.'-]){_NUMERAL}(?:(?:, (?:and |or )?| and | or | nor | & ){_NUMERAL})+(?![\w'-])"
)


def _counted(match: re.Match[str]) -> str:
    numerals = re.findall(r"[IVX]+", match[0])
    if not any(len(numeral) > 1 for numeral in numerals):
        return match[0]
    return re.sub(r"[IVX]+", lambda m: cardinal(roman(m[0])), match[0])


def roman(text: str) -> int:
    """Value of a Roman numeral: ``XIV`` → 14."""
    values = [_ROMAN_VALUES[char] for char in text]
    following = [*values[1:], 0]
    return sum(-v if v < n else v for v, n in zip(values, following, strict=True))


def _ruler(match: re.Match[str]) -> str:
    title, name, numeral = match.group("title") or "", match.group("name"), match.group("numeral")
    if numeral in {"I", "C", "L"} and not title:
        return match.group()
    if (
        numeral in {"V", "X"}
        and not title
        and name not in {"Henry", "George", "Charles", "Louis", "Leo", "Paul"}
    ):
        return match.group()
    return f"{title}{name} the {ordinal(roman(numeral)).capitalize()}"


def _short(match: re.Match[str]) -> str:
    short = match.group(1)
    words = _SHORT[short]
    following = match.string[match.end() :]
    ends = short in _KEEP_STOP and (not following.strip() or re.match(r"\s+[A-Z]", following))
    return words + ("." if ends else " " if short == "w/" and not following.startswith(" ") else "")


def _initials(match: re.Match[str]) -> str:
    letters = " ".join(re.findall(r"[A-Za-z]", match.group(1))).upper()
    following = match.string[match.end() :]
    ends = match.group(1).endswith(".") and not following.strip()
    return letters + ("." if ends else " " if following[:1].isalnum() else "")


_ABBREVIATION = re.compile(
    r"(?<![\w/.])(?<!\d )(" + "|".join(re.escape(k) for k in sorted(_SHORT, key=len, reverse=True)) + r")(?![\w/])(?<!Co\.(?=\w))"
)  # fmt: skip

RULES: tuple[Rule, ...] = (
    (re.compile(r"(?<=[A-Z])&([A-Z])s\b"), r" and \1's"),
    (re.compile(r"\b(?:(J)|S)r\.(?=(\s*$)?)"), lambda m: ("Junior" if m[1] else "Senior") + ("." if m[2] is not None else "")),
    (re.compile(r"№\s?"), "number "),
    (re.compile(rf"\b({'|'.join(_TITLES)})\.(?=\s)"), lambda m: _TITLES[m[1]]),
    (re.compile(r"\b(Mr|Mrs|Dr|Prof)(?=\s+[A-Z][a-z])"), lambda m: _TITLES[m[1]]),
    (re.compile(r"\bSt\.(?=\s[A-Z])"), "Saint"),
    (re.compile(r"(?<=[a-z] )St\.(?=$|[,\s])"), "Street"),
    (re.compile(r"(?<=[a-z] )(Blvd|Ave|Rd|Hwy)(?=$|[,\s])"), lambda m: _SHORT[f"{m[1]}."]),
    (re.compile(r"\bPh\.?D\b\.?(?=(s?))"), "P H D"),
    (re.compile(r"\bNo\.\s?(?=\d)"), "number "),
    (re.compile(r"\b(?:pp\.|pgs?\.)\s?(?=\d)"), "pages "),
    (re.compile(r"\bp\.\s?(?=\d)"), "page "),
    (re.compile(r"\bc(?:a|irca)?\.\s?(?=\d{3,4}\b)"), "circa "),
    (re.compile(r"\bi\.e\b(?!\.)"), "that is"),
    (re.compile(r"\be\.g\b(?!\.)"), "for example"),
    (_ABBREVIATION, _short),
    (re.compile(r"\b((?:[A-Z]\.)+)(?=[A-Z][a-z])"), lambda m: m[1].replace(".", " ")),
    (re.compile(r"\b((?:[A-Za-z]\.){2,}[A-Za-z]?(?![A-Za-z]))"), _initials),
    (re.compile(r"\b([A-Z]\.\s){2,}(?=[A-Z])"), lambda m: m[0].replace(".", "")),
    (re.compile(r"\b(?!(?:Vitamin|Type|Plan|Group|Class|Grade|Part|Option|Section|Point|Team|Exit|Hepatitis)\b)([A-Z][a-z]+ [A-Z])\.(?= (?!The\b|It\b|This\b|In\b|He\b|She\b|We\b|What\b|How\b|If\b|Then\b)[A-Z][a-z])"), r"\1"),
    (re.compile(r"^([A-Z])\.(?= [A-Z][a-z])"), r"\1"),
    (re.compile(rf"(?P<title>\b(?:King|Queen|Pope|Emperor|Tsar|Czar|Kaiser|Pharaoh|Prince|Sultan|John)\s)?\b(?P<name>{_RULERS})\s(?P<numeral>{_ROMAN})\b(?!\.\w|'(?!s\b))"), _ruler),
    (re.compile(rf"(?:(?i:\b({_PARTS}))\s(?!I\b|[LC]\b)|\b({_PARTS})\s(?=I\b(?! (?:a|the|have|will|am|was|would|can|think|do|like|need)\b)))({_ROMAN})\b(?!')"), lambda m: f"{m[1] or m[2]} {cardinal(roman(m[3])).title()}"),
    (_COUNTED, _counted),
    (re.compile(r"(?:^|(?<=[:?] ))I(?= only\b(?=[.,;]|$))"), "one"),
    (re.compile(r"(?<![\w.'-])(?=[IVX]{2,})(X{0,3})(IX|V?I{1,3})(?<!\bI)\b(?!['.-]\w)"),
     lambda m: cardinal(roman(m[0])) if m[0] not in {"XI", "VI"} or m.start() else m[0]),
)  # fmt: skip
