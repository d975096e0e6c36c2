"""Chinese text, with English words inside, as a Mandarin voice should say it."""

from __future__ import annotations

import re

from builders.text.spoken import (
    chinese_dates,
    chinese_ids,
    chinese_maths,
    chinese_measures,
    chinese_money,
    chinese_web,
)
from builders.text.spoken.chinese_measures import NUMBER, RANGE, counted
from builders.text.spoken.chinese_numbers import digits, number
from builders.text.spoken.english_letters import roman
from builders.text.spoken.rules import Group, Rule

_HAN = r"\u4e00-\u9fff"
# What a negative number follows; behind other characters a hyphen is part of a name (歼-20, 铀-238).
_BEFORE_MINUS = "：:，、了有扣为是至到于达约值温低度得加减乘以等从或和与及中高求比数"
# Behind one of these, 2024 is an amount; before other characters it is a year (2024奥运会).
_COUNTED = re.compile(
    r"[个名位人元块米千万亿年只件次字吨克斤度多余分家所条部本种张辆亩户页瓦转毫厘天秒卡股票头座套的是不和与或到至减加乘除等]"
    r"|台(?![湾北中南州])|公里|平方|立方|英|美元|小时"
)


def _bare(match: re.Match[str]) -> str:
    text = match.group()
    before, after = match.string[: match.start()], match.string[match.end() :]
    if text == "2" and re.search(r"第$|[十百千万亿]$", before):
        return "二"
    if (
        re.fullmatch(r"(?:19|20)\d\d", text)
        and int(text) % 100
        and re.match(rf"[{_HAN}]", after)
        and not _COUNTED.match(after)
    ):
        return digits(text)
    return counted(text, after)


_NUMBERS: tuple[Rule, ...] = (
    (re.compile(rf"({NUMBER}){RANGE}({NUMBER})(?![\d-])"), lambda m: f"{number(m[1])}到{counted(m[2], m.string[m.end():])}"),
    (re.compile(r"(?<=[零一二三四五六七八九十百千万亿年月日号章节])[-–—~～−](?=\d)"), "到"),
    (re.compile(r"(?<=[A-Za-z])[-.](?=\d)|(?<=\d)-(?=[\u4e00-\u9fff])"), ""),
    (re.compile(r"(?<![\w)）])\+(?=\d)"), "正"),
    (re.compile(rf"(?<![\w)）])[-−–](?=\.?\d)|(?<=[{_BEFORE_MINUS}])[-−](?=\d)|(?<=[{_HAN}])[-−](?=\d+(?:\.\d|\s?[度%]))"), "负"),
    (re.compile(rf"(?<=[{_HAN}])-(?=\d)"), ""),
    (re.compile(r"#\s?(\d+)"), lambda m: f"{number(m[1])}号"),
    (re.compile(r"(?<![\d.])([2-8])、([3-9])(?=[多几]?(?:[十百千万亿]|个|天|次|年|位|只|岁|小时|分钟|米|人|名|种|句|条|倍|百|遍|周|本|张))"),
     lambda m: f"{'两' if m[1] == '2' and m.string[m.end()] != '十' else number(m[1])}{number(m[2])}" if int(m[2]) == int(m[1]) + 1 else m[0]),
    (re.compile(r"(\d{2,})\+(?=[\s\u4e00-\u9fff]|$)"), r"\1多"),
    (re.compile(r"(\d[万亿千百])\+(?![\w+])|(\d[万亿千百])\+(?=[\u4e00-\u9fff])"), lambda m: f"{m[1] or m[2]}多"),
    (re.compile(r"(\d)\+(?!\w)"), r"\1加"),
    (re.compile(r"(?<![\w.])\.(?=\d)"), "0."),
    (re.compile(NUMBER), _bare),
)  # fmt: skip
_SYMBOLS: tuple[Rule, ...] = (
    (re.compile(r"第\s?([IVX]{1,5})(?![A-Za-z])"), lambda m: f"第{number(str(roman(m[1])))}"),
    (re.compile(r"〇"), "零"),
    (re.compile(rf"(?<=[{_HAN}])-(?=[零一二两三四五六七八九十百])"), ""),
    (re.compile(r"(?<=[A-Za-z])\+(?![A-Za-z\d+])"), "加"),
    (re.compile(r"(?<=[A-Za-z])\s*&\s*(?=[A-Za-z])"), " and "),
    (re.compile(r"\s*&\s*"), "和"),
    (re.compile(r"%"), "百分号"),
    (re.compile(r"(?<=\w)\s*\+\s*(?=\w)"), "加"),
    (re.compile(r"(?<=\w)\s*@\s*(?=\w)"), "艾特"),
    (re.compile(r"°"), "度"),
    (re.compile(r"(?<=[A-Za-z])/(?=[A-Za-z])"), " "),
    (re.compile(r"(?<=\w)\s?/\s?(?=\w)"), "或"),
    (re.compile(r"\s*[|¦｜]+\s*"), "，"),
    (re.compile(r"[\[\]{}<>*_^`\\/+=#×÷√@~～「」『』【】〔〕〈〉«»‹›￥$£€¥¢]+"), " "),
    (re.compile(rf"(?<=[{_HAN}])\s*,\s*|\s*,\s*(?=[{_HAN}])"), "，"),
    (re.compile(rf"(?<=[{_HAN}])\s*\?"), "？"),
    (re.compile(rf"(?<=[{_HAN}])\s*!"), "！"),
    (re.compile(rf"(?<=[{_HAN}])\s*[:;]\s*"), "，"),
    (re.compile(rf"(?<=[{_HAN}])\.(?=\s|$)"), "。"),
    (re.compile(r"\s*[—–]{1,3}\s*"), "——"),
    (re.compile(r"\s-{1,3}\s|-{2,}"), "——"),
)  # fmt: skip

_DIGIT = re.compile(r"\d")
GROUPS: tuple[Group, ...] = (
    Group(re.compile(r"[@#/+]|[A-Za-z0-9]\.[A-Za-z]|\.NET"), chinese_web.RULES),
    Group(_DIGIT, chinese_money.RULES),
    Group(_DIGIT, chinese_dates.RULES),
    Group(_DIGIT, chinese_ids.RULES),
    Group(re.compile(r"[\d/°]|多少"), chinese_measures.RULES),
    Group(
        re.compile(r"[^\x00-\x7f\u4e00-\u9fff，。？！、：；“”（）《》]|[\d^=<>]"),
        chinese_maths.RULES,
    ),
    Group(re.compile(r"[\d#]"), _NUMBERS),
    Group(re.compile(r"[^\u4e00-\u9fffA-Za-z\s，。？！、：；“”（）《》…]|〇|第\s?[IVX]"), _SYMBOLS),
)

PLAIN = re.compile(r"[\u4e00-\u9fff](?:[\u4e00-\u9fff]|[，、：；](?=[\u4e00-\u9fff]))*[。？！]?")
