"""Numbers that are read digit by digit in Chinese: phones, codes, well-known names.

One is 一 throughout. 幺 is said on the telephone, but recognisers write 1 for it and texts are
compared by their pronunciation, so that yāo would count as a misreading.
"""

from __future__ import annotations

import re

from builders.text.spoken.chinese_numbers import cardinal, digits, number
from builders.text.spoken.english_numbers import number as english_number
from builders.text.spoken.english_numbers import ordinal
from builders.text.spoken.rules import Rule

_CUES = (
    r"电话|手机|手机号|号码|编号|热线|拨打|呼叫|致电|拨|[Qq][Qq]|微信|验证码|邮编|邮政编码|身份证|账号|帐号|卡号|学号|工号|密码|"
    r"股票代码|代码|房间号|房号|车牌|车牌号|航班|航班号|尾号|单号|订单号|快递单号|门牌号|区号|身份证号码?|ISBN|ID|群号|准考证号|客服|报警|车次|房间|分机"
)
_NAMED = {
    "985": r"(?=[工高大院学名、/和与或,，是的毕]|$)", "211": r"(?=[工高大院学名、/和与或,，是的毕]|$)",
    "996": r"(?=[工制的，。是]|$)", "007": r"(?!\d)", "315": r"(?=晚|消|打)", "911": r"(?=事|恐|袭)",
    "404": r"(?=页|错|报|$)", "618": r"(?=大|购|年|促|电|活|期|营)", "110": r"(?=报|电|指|热)", "119": r"(?=火|报|消|电)",
    "120": r"(?=急|救|电)", "114": r"(?=查|电)", "747": r"(?=客|飞|机)", "737": r"(?=客|飞|机|M)", "787": r"(?=客|飞|机)",
    "12306": "", "12315": "", "12345": r"(?=热|市|政)", "10086": "", "10010": r"(?=客|电|热)", "95588": "",
}  # fmt: skip
_WELL_KNOWN = "|".join(f"{name}{then}" for name, then in _NAMED.items())


def _groups(text: str) -> str:
    plus = "加" if text.startswith("+") else ""
    return plus + "，".join(digits(group) for group in re.findall(r"\d+", text))


def _version(text: str) -> str:
    parts = text.split(".")
    if len(parts) == 2:
        return number(text)
    return "点".join(
        digits(p) if len(p) > 1 and p[0] == "0" else cardinal(int(p)) if len(p) < 5 else digits(p)
        for p in parts
    )


def _letters(match: re.Match[str]) -> str:
    letters, mark, figures = match.groups()
    if (len(figures) == 3 and figures != "100") or len(figures) > 4 or figures[0] == "0":
        words = digits(figures)
    elif len(figures) == 4:
        words = digits(figures) if int(figures) % 1000 else number(figures)
    else:
        words = cardinal(int(figures))
    return f"{letters}{' ' if mark.isspace() else ''}{words}"


RULES: tuple[Rule, ...] = (
    (re.compile(r"(?<![\d.])(\d{1,3})°\s?(\d{1,2})'(?:\s?(\d{1,2}(?:\.\d+)?)\")?"),
     lambda m: f"{number(m[1])}度{number(m[2])}分{number(m[3]) + '秒' if m[3] else ''}"),
    (re.compile(r"(?<=[a-z] )(\d+)(?= [a-z]{2,})"), lambda m: english_number(m[1])),
    (re.compile(r"(?<![A-Za-z])(?:[Nn][Oo]\.|№)\s?(\d+)"), lambda m: f"第{number(m[1])}"),
    (re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])"), lambda m: "点".join(digits(p) for p in m[0].split("."))),
    (re.compile(r"(?<![\w])\+\d{1,3}[- ]?\d{2,5}(?:[- ]?\d{3,5}){1,3}(?!\d)"), lambda m: _groups(m[0])),
    (re.compile(r"(?<![\d.-])1[3-9]\d([- ]?)\d{4}\1\d{4}(?![\d.]|\s?[元人个])"), lambda m: _groups(m[0])),
    (re.compile(r"(?<![\d.-])(?:0\d{2,3}[- ]?\d{7,8}|0\d{2,3}[- ]\d{3,4}[- ]\d{4}|[48]00[- ]\d{3}[- ]\d{4}|[48]00-\d{4}-\d{3}|\d{3}-\d{3}-\d{4}|\d{3}-\d{4}-\d{4})(?![\d.-])"), lambda m: _groups(m[0])),
    (re.compile(r"(?<!\d)\d{17}[\dXx](?![\dA-Za-z])|(?<![\d.,])\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?!\d)"), lambda m: _groups(m[0]) + ("X" if m[0][-1] in "Xx" else "")),
    (re.compile(rf"((?:{_CUES})(?:号码|号)?(?:是|为|：|:)?\s?)(\d{{3,}}(?:-\d+)*)(?![\d.,]|\s?[元人个次])"), lambda m: m[1] + _groups(m[2])),
    (re.compile(rf"(?<![\d.,A-Za-z])(?:{_WELL_KNOWN})(?!\d|[元人个只条米年月日号岁万亿名%])"), lambda m: digits(m[0])),
    (re.compile(r"(?<![\d.-])\d{1,7}(?:-\d{1,6}){2,}(?![\d.-]|\s*=)"), lambda m: "杠".join(digits(p) for p in m[0].split("-"))),
    (re.compile(r"(?<![\d.])(\d{3,4})(?=号(?:班机|航班|房|列车|国道|高速|公路)|国道|省道|房间|室(?!内|外|温)|路(?:公交|汽车|电车|车))"), lambda m: digits(m[1])),
    (re.compile(r"(?<=座)(\d{3,4})(?=[室房，。？]|$)|(?<=波音)(7\d7)(?!\d)|(?<!\d)(480|720|1080|1440|2160)(?=[Pp](?![A-Za-z]))"), lambda m: digits(m[0])),
    (re.compile(r"(?<=打)1(?:10|14|19|20|22)(?!\d|[.,]\d|[分折个次元下])"), lambda m: digits(m[0])),
    (re.compile(r"[(（](0\d{2,3})[)）]\s?(\d{7,8})(?!\d)"), lambda m: _groups(f"{m[1]} {m[2]}")),
    (re.compile(r"(?<![A-Za-z])((?:GB|HJ|JB|ISO|IEEE)(?:/[A-Z])?\s?)(\d{3,5}(?:\.\d+)?)-((?:19|20)\d\d)(?!\d)"), lambda m: f"{m[1].replace('/', ' ')}{'点'.join(digits(p) for p in m[2].split('.'))}杠{digits(m[3])}"),
    (re.compile(r"(?<=[\u4e00-\u9fff][A-Z])·(?=\d{5}(?!\d))"), ""),
    (re.compile(r"(\d)#(?=[楼栋座机炉井泵线])"), r"\1号"),
    (re.compile(r"(?<!\d)(\d)对(\d)(?!\d)"), lambda m: f"{number(m[1])}对{number(m[2])}"),
    (re.compile(r"满(\d+)\s?-\s?(\d+)(?!\d|[个人天岁])"), lambda m: f"满{number(m[1])}减{number(m[2])}"),
    (re.compile(r"(?<![\d.,])(\d+)(?:st|nd|rd|th)(?![A-Za-z])"), lambda m: ordinal(int(m[1]))),
    (re.compile(r"(?<!\d)(\d{1,2})·(\d{1,2})(?!\d)"), lambda m: digits(m[1] + m[2])),
    (re.compile(r"双(11|12)(?![\d.])"), lambda m: f"双{'十一' if m[1] == '11' else '十二'}"),
    (re.compile(r"(?<![\d.])24/7(?!\d)"), "七天二十四小时"),
    (re.compile(r"(?<![A-Za-z])[vV](\d+(?:\.\d+)+)"), lambda m: f"V{_version(m[1])}"),
    (re.compile(r"(?<![\d.])\d+(?:\.\d+){2,}(?![\d.]*\d)"), lambda m: _version(m[0])),
    (re.compile(r"(?<![\dA-Za-z])([A-Za-z]+)(-|\s?)(\d+)(?![\d.,:%/]*\d|\s?[%个人元]|[.,]\d)(?=[^=+*/^]|$)"), _letters),
    (re.compile(r"(?<![\d.,])(0\d+)(?![\d.,])"), lambda m: digits(m[1])),
)  # fmt: skip
