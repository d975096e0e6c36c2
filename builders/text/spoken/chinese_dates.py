"""Dates, years, times of day and scores in Chinese."""

from __future__ import annotations

import re

from builders.text.spoken.chinese_numbers import cardinal, digits, number
from builders.text.spoken.rules import Rule

_END = r"(?![\d:]|[.,]\d)"
_TO = r"\s?(?:-|–|—{1,2}|~|～|−|至|到)\s?"
_DURATION = (
    r"(?:前|来|后|以前|以来|之前|之后|以上|左右|历史|的历史|间|之久|时间|的时间|内|之内|以内|寿命)"
)


def _two(value: str) -> str:
    return "两" if int(value) == 2 else cardinal(int(value))


def clock(hour: str, minute: str, second: str | None = None) -> str:
    """``15:05`` → 十五点零五分, ``2:00`` → 两点."""
    words = f"{_two(hour)}点"
    if minute.strip("0") or second:
        words += f"{'零' if minute[0] == '0' and minute != '00' else ''}{cardinal(int(minute))}分"
    if second:
        words += f"{'零' if second[0] == '0' and second != '00' else ''}{cardinal(int(second))}秒"
    return words


def _clock(match: re.Match[str]) -> str:
    hour, minute, second = match.groups()
    if int(hour) > 24 or int(minute) > 59:
        return match.group()
    return clock(hour, minute, second)


def _half_day(match: re.Match[str]) -> str:
    hour, minute, half = match.groups()
    value = int(hour)
    if half.lower() == "a":
        part = "凌晨" if value < 6 or value == 12 else "早上" if value < 9 else "上午"
    else:
        part = "中午" if value == 12 else "下午" if value < 6 else "晚上"
    return part + clock(hour, minute or "00")


def _date(match: re.Match[str]) -> str:
    year, _, month, day = match.groups()
    if int(month) > 12 or int(day) > 31:
        return match.group()
    return f"{digits(year)}年{cardinal(int(month))}月{cardinal(int(day))}日"


def _year(match: re.Match[str]) -> str:
    text = match[1]
    before, after = match.string[: match.start()], match.string[match.end() :]
    about = re.search(
        r"(?:约|近|有|达|超过|历时|历经|满|整整|经过|过了|长达|至少|最多|每|共|第|用了|活了|持续)\s?$",
        before,
    )
    duration = about or re.match(rf"{_DURATION}", after)
    era = re.search(r"[公西]元前?$|(?:^|[（(—–~到至，、。；])前$", before)
    if len(text) == 4:
        plain = int(text) % 100 == 0 and (duration or era)
        return f"{number(text) if plain or text[0] not in '12' else digits(text)}年"
    if era and len(text) == 3 and (int(text) % 100 or era[0] != "前"):
        return f"{digits(text)}年"
    if len(text) == 3:
        exact = (
            int(text) % 10 and not duration and re.search(r"(?:于|在|（|\(|^|，|,|到|至)$", before)
        )
        return f"{digits(text) if exact else number(text)}年"
    if len(text) == 2 and not duration and not era:
        month = re.match(r"(?:\d|[一二三四五六七八九十])+月", after)
        if text[0] == "0" or (60 <= int(text) <= 99 and not re.match(r"代|级", after)) or month:
            return f"{digits(text)}年"
    if text == "2" and not re.match(r"级|代", after):
        return "两年"
    return f"{number(text)}年"


def _years(match: re.Match[str]) -> str:
    return f"{digits(match[1])}{match[2] or ''}到{digits(match[3])}年"


def _ratio(match: re.Match[str]) -> str:
    return "比".join(number(part) for part in match.groups() if part and part.strip())


def _day_of_memory(match: re.Match[str]) -> str:
    month, day = match.groups()
    return "十一" if (month, day) == ("10", "1") else digits(month + day)


_SCORED = r"战胜|击败|险胜|大胜|完胜|获胜|取胜|逆转|不敌|负于|落败|惜败|领先|战平|横扫|输给|赢"
_MEMORABLE = r"(?:汶川)?大?地震|事件|事变|运动(?![量员会鞋服])|惨案|起义|讲话|国庆|儿童节|劳动节|妇女节|青年节"

RULES: tuple[Rule, ...] = (
    (re.compile(r"(?<=[年月日号])\s?[-–—~～−]{1,2}\s?(?=前?\d{1,4}\s?[年月日号])"), "到"),
    (re.compile(rf"(?<![\d.])(\d{{1,2}})[.·/](\d{{1,2}})(?=[”\"]?(?:{_MEMORABLE}))"), _day_of_memory),
    (re.compile(r"(?<!\d)((?:1[5-9]|20)\d0)'?s(?![A-Za-z])"), lambda m: f"{digits(m[1])}年代"),
    (re.compile(r"(?<!\d)([12]\d{3})/(\d{4}|\d\d)(?=\s?(?:赛季|学年|财年|年))"), lambda m: f"{digits(m[1])}到{digits(m[2])}"),
    (re.compile(rf"(?<![\d./-])([12]\d{{3}}){_TO}(\d\d)(?=\s?年|[）)])"), lambda m: f"{digits(m[1])}到{digits(m[2])}"),
    (re.compile(r"(?<![\d./-])((?:19|20)\d\d)[-/](0[1-9]|1[0-2])(?![\d/.-]|\s?[=元年月个人%])"), lambda m: f"{digits(m[1])}年{cardinal(int(m[2]))}月"),
    (re.compile(r"(?<!\d)((?:19|20)\d\d)\s?(?=[QH][1-4](?!\d))"), lambda m: digits(m[1])),
    (re.compile(rf"(?<![\d.])(\d{{1,2}})\s?[-–]\s?(\d{{1,2}})(?=\s?(?:{_SCORED}))"), lambda m: f"{number(m[1])}比{number(m[2])}"),
    (re.compile(r"((?:比分|总分|决赛)(?:为|是|：|:)?\s?)(\d{1,2})\s?[-–]\s?(\d{1,2})(?![\d.]|\s?[个人名天岁年月日%])"), lambda m: f"{m[1]}{number(m[2])}比{number(m[3])}"),
    (re.compile(rf"(?<!\d)([12]\d{{3}})\s?([-/.])\s?(0?[1-9]|1[0-2])\s?\2\s?(0?[1-9]|[12]\d|3[01])(?:T(?=\d\d:))?{_END}"), _date),
    (re.compile(r"(?<!\d)(1\d|20|\d)世纪(\d)0年代"), lambda m: f"{cardinal(int(m[1]))}世纪{cardinal(int(m[2]) * 10)}年代"),
    (re.compile(rf"(?<!\d)(\d{{4}})(年)?{_TO}(\d{{4}})\s?年"), _years),
    (re.compile(rf"(?<![\d.])([12]\d{{3}}){_TO}([12]\d{{3}})(?!\s?[\d=元人个米公只条万名]|\.\d)"), lambda m: f"{digits(m[1])}到{digits(m[2])}"),
    (re.compile(rf"(?<![\d.])(\d{{1,3}}){_TO}(?=\d{{1,3}}\s?年)"), lambda m: f"{number(m[1])}到"),
    (re.compile(r"(?<![\d.])([12]\d{3})(?=[届级款](?!台阶)|》|”年)"), lambda m: digits(m[1])),
    (re.compile(r"(?<![A-Za-z])([(（])((?:1[5-9]|20)\d\d)(?=[)）](?![人个名元米只]))"), lambda m: m[1] + digits(m[2])),
    (re.compile(r"(?<!\d)(\d[05])(?=[、和与]\d[05]后)"), lambda m: digits(m[1])),
    (re.compile(r"(?<!\d)(\d[05])(?=后(?![面半来续退，。]|的?第|再|才|就|又))"), lambda m: digits(m[1])),
    (re.compile(r"(?<!\d)(\d{3}0)\s?(?=年代)"), lambda m: digits(m[1])),
    (re.compile(r"(?<![\d,])(?<!\d\.)(\d{1,4})\s?年(?!级)"), _year),
    (re.compile(rf"(?<![\d.])(\d{{1,2}}){_TO}(\d{{1,2}})(?=\s?(?:月(?![球亮])|日|号))"), lambda m: f"{number(m[1])}到{number(m[2])}"),
    (re.compile(rf"(?<![\d.])(\d{{1,2}})\s?月{_TO}(\d{{1,2}})\s?月"), lambda m: f"{number(m[1])}月到{number(m[2])}月"),
    (re.compile(rf"(?<![\d.])(\d{{1,2}})\s?(月|日|号){_TO}(?=\d{{1,2}}\s?[月日号])"), lambda m: f"{number(m[1])}{m[2]}到"),
    (re.compile(r"(?<![\d.])(0?[1-9]|1[0-2])\s?月\s?(0?[1-9]|[12]\d|3[01])(?!\d)\s?([日号])?"),
     lambda m: f"{cardinal(int(m[1]))}月{cardinal(int(m[2]))}{m[3] or ''}"),
    (re.compile(r"(?<![\d.])0?(\d{1,2})\s?(?=月(?!球|亮))"), lambda m: cardinal(int(m[1]))),
    (re.compile(r"(?<![\d.])0?(\d{1,2})\s?(?=[日号](?!本))"), lambda m: cardinal(int(m[1]))),
    (re.compile(rf"(?<![\d:])(\d{{1,2}}[:：]\d\d){_TO}(?=\d{{1,2}}[:：]\d\d)"), r"\1到"),
    (re.compile(r"(?<![\d:.：])(\d{1,2})(?:[:：](\d\d))?\s?([AaPp])\.?[Mm]\b\.?"), _half_day),
    (re.compile(r"(?<![\d:.：])(\d{1,2})[:：](\d\d)(?:[:：](\d\d))?(?!\d|[:：]\d)分?"), _clock),
    (re.compile(r"(?<![A-Za-z\d:.：])(\d+(?:\.\d+)?)(\s?)[:：]\2(\d+(?:\.\d+)?)(?:\2[:：]\2(\d+(?:\.\d+)?))?(?:\2[:：]\2(\d+(?:\.\d+)?))?(?![\d:：])"), _ratio),
    (re.compile(r"(?<![A-Za-z])([\dnm])\s?[:：]\s?(?=[nm](?![A-Za-z]))"), r"\1比"),
    (re.compile(r"(?<![\d.])(\d{1,2})\s?[点时]\s?(\d{1,2})\s?分"), lambda m: f"{_two(m[1])}{m.group()[len(m[1]):].strip()[0]}{'零' if int(m[2]) < 10 else ''}{cardinal(int(m[2]))}分"),
    (re.compile(r"(?<![\d.第])(\d{1,2})\s?(点半|点钟|点整|点(?!\d))"), lambda m: _two(m[1]) + m[2]),
)  # fmt: skip
