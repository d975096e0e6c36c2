"""Measure words, units and the choice between 两 and 二."""

from __future__ import annotations

import re

from builders.text.spoken.chinese_numbers import digits, number
from builders.text.spoken.rules import Rule

NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d{1,4}(?:,\d{4})+(?!\d)|\d+)(?:\.\d+)?"
RANGE = r"\s?(?:-|–|—{1,2}|~|～|−|至|到)\s?"
# Words before which a lone two is 两.
_MEASURES = (
    r"个|位|名(?!列)|只|条|头|匹|张|本|支|枝|把|件|套|双|对|种|类(?!病)|门|项|篇|首|句|段|章(?!节)|部|台(?![湾北中南州])|辆|架|艘|座|栋|幢|间|所|家|片|块|颗|粒|"
    r"根|棵|朵|杯|瓶|碗|盘|盒|箱|袋|包|桶|罐|份|顿|道|场|次(?!方|元|幂)|回|遍|趟|步|下|口|声|番|拨|批|组|群|队|排|列|行(?!业)|层(?!楼)|堆|串|束|"
    r"周(?!岁)|天|年(?!级|代|\d|[零一二三四五六七八九十]+月)|小时|分钟|秒|刻钟|点(?!\d|[零一二三四五六七八九])|星期|礼拜|个月|世纪|岁|代人|"
    r"元|块|角|毛|分(?!之|类|化|裂)|美元|欧元|英镑|日元|人|倍|成|米|厘米|毫米|公里|千米|克|公斤|千克|斤|吨|升|毫升|亩|"
    r"公顷|平方|立方|度|瓦|千瓦|伏|安|字节|者|边|面|侧|端|国|地(?!铁)|军|省|市|县|校|党|院|岸|级台阶|阶段|轮|届(?!全国)|集|页纸|笔|枚|幅|封|顶|滴|"
    r"则|起|户|员|卷|里(?![面边程])|管|株|款|味|剂|英里|英尺|英寸|海里|光年|赫兹|帕|牛|焦耳|卡|千卡|大卡|摄氏度|华氏度|"
    r"千(?!瓦|米|克|卡)|百(?!分)|万|亿|百万|千万|大类|大块|小块|大洲|大洋|样|方面|处|圈|节课|节(?!日|气)|棒|格|筐|车|桌|勺|汤匙|茶匙|打|磅|盎司|加仑"
)
_UNITS = {
    "km": "公里", "m": "米", "dm": "分米", "cm": "厘米", "mm": "毫米", "μm": "微米", "um": "微米",
    "nm": "纳米", "kg": "千克", "g": "克", "mg": "毫克", "μg": "微克", "t": "吨", "L": "升",
    "l": "升", "mL": "毫升", "ml": "毫升", "h": "小时", "min": "分钟", "s": "秒", "ms": "毫秒",
    "W": "瓦", "kW": "千瓦", "KW": "千瓦", "MW": "兆瓦", "kWh": "千瓦时", "V": "伏", "kV": "千伏",
    "A": "安", "mA": "毫安", "mAh": "毫安时", "Ω": "欧姆", "J": "焦耳", "kJ": "千焦", "N": "牛",
    "Pa": "帕", "kPa": "千帕", "MPa": "兆帕", "Hz": "赫兹", "kHz": "千赫兹", "MHz": "兆赫兹",
    "GHz": "吉赫兹", "dB": "分贝", "cal": "卡", "kcal": "千卡", "mol": "摩尔", "ha": "公顷",
    "°C": "摄氏度", "°F": "华氏度", "°": "度", "cc": "毫升", "ft": "英尺", "lb": "磅", "oz": "盎司",
    "mmHg": "毫米汞柱", "mph": "英里每小时", "fps": "帧每秒", "rpm": "转每分钟", "px": "像素",
    "K": "开尔文",
}  # fmt: skip
_DATA = r"[KMGT]B|[KMG]bps|[KMG]"
_PER = {
    "h": "每小时", "s": "每秒", "min": "每分钟", "L": "每升", "l": "每升", "kg": "每千克",
    "m³": "每立方米", "m²": "每平方米", "d": "每天", "mL": "每毫升", "ml": "每毫升", "mol": "每摩尔",
    "cm³": "每立方厘米", "m3": "每立方米", "cm3": "每立方厘米", "km": "每公里",
    "天": "每天", "小时": "每小时", "人": "每人", "次": "每次", "月": "每月", "年": "每年", "个": "每个",
    "g": "每克", "分": "每分", "股": "每股", "平": "每平", "场": "每场", "晚": "每晚", "位": "每位",
    "件": "每件", "台": "每台", "户": "每户", "票": "每票", "份": "每份", "盒": "每盒", "包": "每包",
    "斤": "每斤", "公斤": "每公斤", "千克": "每千克", "周": "每周", "吨": "每吨", "升": "每升",
    "本": "每本", "张": "每张", "瓶": "每瓶", "套": "每套", "米": "每米", "秒": "每秒", "分钟": "每分钟", "平方米": "每平方米", "公里": "每公里",
}  # fmt: skip
_LENGTH = r"km|cm|mm|dm|m"
_UNIT = "|".join(sorted((re.escape(u) for u in _UNITS if u != "K"), key=len, reverse=True))
_QUANTITY = re.compile(
    rf"(?<![A-Za-z\d.,^])([-−负]?)({NUMBER})(?:({RANGE})({NUMBER}))?\s?([百千万亿]*)(?:({_LENGTH})(?:\^?([23])(?!\d)|([²³]))|({_UNIT}))"
    rf"(?:/({'|'.join(sorted(map(re.escape, _PER), key=len, reverse=True))})(\^?2|²)?)?(?![A-Za-z\d²³])"
)
_CURRENT = re.compile(r"电[流压阻路源器池机动]|[伏欧]|\d\s?[VΩ]|保险丝|插[座头]|充电")
_SLASHED = re.compile(
    rf"({NUMBER})\s?(元|美元|块|米|公里|千米|次|人|克|毫克|个|字)/({'|'.join(k for k in _PER if not k.isascii() and k not in ('m³', 'm²', 'cm³'))})"
)


_NAMED = re.compile(r"\s*[+−=<>≤≥]\s*[-−]?\d+(?!\d|\.\d|\s?[A-Za-z米克秒厘毫公千])")


def counted(text: str, following: str) -> str:
    """Read a number before the text that follows it: ``2`` before 个 is 两."""
    if text == "2" and re.match(rf"\s?(?:多|余|来)?(?:{_MEASURES})", following):
        return "两"
    return number(text)


def amount(low: str, high: str | None, unit: str) -> str:
    """Read a quantity or a range of them together with its unit."""
    if high is None:
        return counted(low, unit) + unit
    return f"{number(low)}到{counted(high, unit)}{unit}"


def _quantity(match: re.Match[str]) -> str:
    sign, low, _, high, scale, length, power, superscript, unit, per, square = match.groups()
    after = match.string[match.end() :]
    if (
        not high
        and not per
        and (unit or length) in {"s", "t", "h", "A", "V", "N", "W"}
        and low in {"4", "5", "3", "2", "6"}
        and re.match(r"[店机座手]", after)
    ):
        return match.group()
    # x = 2m+1 is no length.
    if re.fullmatch(r"\d+[A-Za-z]", match[0]) and _NAMED.match(after):
        return match.group()
    # 五安 only of a current: 5A级景区 and 3A游戏 are named by letters.
    if unit == "A" and not _CURRENT.search(match.string):
        return match.group()
    kind = {"2": "平方", "²": "平方", "3": "立方", "³": "立方"}.get(power or superscript or "", "")
    words = amount(low, high, scale + kind + _UNITS[length or unit])
    minus = "零下" if sign and unit == "°C" else "负" if sign else ""
    if minus == "零下" and match.string[: match.start()].endswith("零下"):
        minus = ""
    if per and square:
        return f"{minus}{words}每二次方{_PER[per].removeprefix('每')}"
    if per:
        return f"{_PER[per]}{minus}{words}"
    return minus + words


_ANY = rf"{_LENGTH}|{_UNIT}"
_ASCII_PER = "|".join(k for k in _PER if k.isascii())
RULES: tuple[Rule, ...] = (
    (re.compile(r"(?<![\d.])(\d{1,3}) (\d{3})(?=\s?[万亿])"), r"\1\2"),
    (re.compile(rf"(?<=多少)\s?({_ANY})(?:/({_ASCII_PER}))?(?=\s*(?:[?？，。,.的)）]|$))"), lambda m: _UNITS[m[1]] + (_PER[m[2]] if m[2] else "")),
    (re.compile(r"(?<![\w.])(\d{1,2})h\s?(\d{1,2})m(?:in)?(?:\s?(\d{1,2})s)?(?![A-Za-z\d])"),
     lambda m: f"{counted(m[1], '小时')}小时{number(m[2])}分{number(m[3]) + '秒' if m[3] else ''}"),
    (re.compile(r"(?<![\w.])(\d{1,3})min\s?(\d{1,2})s(?![A-Za-z\d])"), lambda m: f"{counted(m[1], '分')}分{number(m[2])}秒"),
    (re.compile(r"(\d{2,3})/(\d{2,3})(?=\s?mmHg)|(?<=血压)((?:为|是|：|:)?\s?)(\d{2,3})/(\d{2,3})(?!\d)"),
     lambda m: f"{m[3] or ''}{number(m[1] or m[4])}比{m[2] or number(m[5])}"),
    (re.compile(rf"(?<![A-Za-z\d./])(\d{{1,3}})/(\d{{1,3}})\s?({_ANY})(?![A-Za-z\d²³/])"), lambda m: f"{number(m[2])}分之{number(m[1])}{_UNITS[m[3]]}" if m[2] != "0" else m[0]),
    (re.compile(rf"(?<![-−\d.])({NUMBER})\s?({_UNIT})\s?[-–—~～]\s?(?={NUMBER}\s?\2(?![A-Za-z]))"), r"\1-"),
    (_QUANTITY, _quantity),
    (_SLASHED, lambda m: f"{_PER[m[3]]}{amount(m[1], None, m[2])}"),
    (re.compile(rf"(?<=[元币镑块时钟米里克斤升吨次个字分])\s?/\s?(?=(?:{'|'.join(k for k in _PER if ord(k[0]) > 0x4E00)}))"), "每"),
    (re.compile(r"(?<![\d.])(\d)'(\d{1,2})\""), lambda m: f"{number(m[1])}英尺{number(m[2])}英寸" if int(m[2]) < 12 else f"{counted(m[1], '分')}分{number(m[2])}秒"),
    (re.compile(r"(?<![\d.])(\d)米(\d{1,2})(?![\d米厘.])"), lambda m: f"{counted(m[1], '米')}米{digits(m[2])}"),
    (re.compile(rf"({NUMBER})\s?({_DATA})(?![A-Za-z])"), lambda m: f"{number(m[1])}{m[2]}" if len(m[2]) > 1 else m[0]),
    (re.compile(r"°C"), "摄氏度"),
    (re.compile(r"°F"), "华氏度"),
    (re.compile(r"(?<![A-Za-z])km/h(?![A-Za-z])"), "公里每小时"),
    (re.compile(r"(?<![A-Za-z])m/s(?![A-Za-z])"), "米每秒"),
)  # fmt: skip
