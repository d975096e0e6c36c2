"""Quantities with units and percentages as English words."""

from __future__ import annotations

import re

from builders.text.spoken.english_maths import LEADING
from builders.text.spoken.english_numbers import is_one, number
from builders.text.spoken.rules import Rule

# unit: (singular, plural); the plural of compounds stands before "per".
UNITS = {
    "km": ("kilometer", "kilometers"), "m": ("meter", "meters"), "cm": ("centimeter", "centimeters"),
    "mm": ("millimeter", "millimeters"), "μm": ("micrometer", "micrometers"),
    "nm": ("nanometer", "nanometers"), "mi": ("mile", "miles"), "yd": ("yard", "yards"),
    "ft": ("foot", "feet"), "kg": ("kilogram", "kilograms"), "g": ("gram", "grams"),
    "mg": ("milligram", "milligrams"), "μg": ("microgram", "micrograms"),
    "mcg": ("microgram", "micrograms"), "lb": ("pound", "pounds"), "lbs": ("pound", "pounds"),
    "oz": ("ounce", "ounces"), "L": ("liter", "liters"), "l": ("liter", "liters"),
    "mL": ("milliliter", "milliliters"), "ml": ("milliliter", "milliliters"),
    "gal": ("gallon", "gallons"), "tbsp": ("tablespoon", "tablespoons"),
    "tsp": ("teaspoon", "teaspoons"), "cc": ("C C", "C C"), "s": ("second", "seconds"),
    "sec": ("second", "seconds"), "secs": ("second", "seconds"), "min": ("minute", "minutes"),
    "mins": ("minute", "minutes"), "h": ("hour", "hours"), "hr": ("hour", "hours"),
    "hrs": ("hour", "hours"), "ms": ("millisecond", "milliseconds"),
    "μs": ("microsecond", "microseconds"), "ns": ("nanosecond", "nanoseconds"),
    "yr": ("year", "years"), "yrs": ("year", "years"), "Hz": ("hertz", "hertz"),
    "kHz": ("kilohertz", "kilohertz"), "MHz": ("megahertz", "megahertz"),
    "GHz": ("gigahertz", "gigahertz"), "W": ("watt", "watts"), "kW": ("kilowatt", "kilowatts"),
    "MW": ("megawatt", "megawatts"), "kWh": ("kilowatt hour", "kilowatt hours"),
    "V": ("volt", "volts"), "mV": ("millivolt", "millivolts"), "kV": ("kilovolt", "kilovolts"),
    "mA": ("milliamp", "milliamps"), "mAh": ("milliamp hour", "milliamp hours"),
    "Ω": ("ohm", "ohms"), "kΩ": ("kilohm", "kilohms"), "J": ("joule", "joules"),
    "kJ": ("kilojoule", "kilojoules"), "N": ("newton", "newtons"), "Pa": ("pascal", "pascals"),
    "kPa": ("kilopascal", "kilopascals"), "cal": ("calorie", "calories"),
    "kcal": ("kilocalorie", "kilocalories"), "dB": ("decibel", "decibels"),
    "KB": ("kilobyte", "kilobytes"), "kB": ("kilobyte", "kilobytes"),
    "MB": ("megabyte", "megabytes"), "GB": ("gigabyte", "gigabytes"),
    "TB": ("terabyte", "terabytes"), "Mbps": ("megabit per second", "megabits per second"),
    "Gbps": ("gigabit per second", "gigabits per second"),
    "kbps": ("kilobit per second", "kilobits per second"), "px": ("pixel", "pixels"),
    "mph": ("mile per hour", "miles per hour"), "kph": ("kilometer per hour", "kilometers per hour"),
    "kmh": ("kilometer per hour", "kilometers per hour"), "ha": ("hectare", "hectares"),
    "rpm": ("revolution per minute", "revolutions per minute"), "mol": ("mole", "moles"),
    "ppm": ("part per million", "parts per million"), "fps": ("frame per second", "frames per second"),
    "sq ft": ("square foot", "square feet"), "sqft": ("square foot", "square feet"),
    "sq km": ("square kilometer", "square kilometers"), "sq mi": ("square mile", "square miles"),
    "sq m": ("square meter", "square meters"), "°C": ("degree Celsius", "degrees Celsius"),
    "°F": ("degree Fahrenheit", "degrees Fahrenheit"), "ºC": ("degree Celsius", "degrees Celsius"),
    "ºF": ("degree Fahrenheit", "degrees Fahrenheit"), "°": ("degree", "degrees"),
    "º": ("degree", "degrees"), "kgs": ("kilogram", "kilograms"), "kms": ("kilometer", "kilometers"),
    "wk": ("week", "weeks"), "wks": ("week", "weeks"), "mos": ("month", "months"),
    "db": ("decibel", "decibels"), "ppb": ("part per billion", "parts per billion"),
    "fl oz": ("fluid ounce", "fluid ounces"), "cu ft": ("cubic foot", "cubic feet"),
    "kb": ("kilobit", "kilobits"), "Mb": ("megabit", "megabits"), "mpg": ("mile per gallon", "miles per gallon"),
}  # fmt: skip
_LENGTHS = "km|cm|mm|ft|yd|mi|m"
_PER = {
    "h": "hour", "hr": "hour", "s": "second", "sec": "second", "min": "minute", "L": "liter",
    "l": "liter", "kg": "kilogram", "m": "meter", "mL": "milliliter", "ml": "milliliter",
    "day": "day", "week": "week", "year": "year", "yr": "year", "g": "gram", "km": "kilometer",
    "dL": "deciliter", "cm": "centimeter", "hour": "hour", "second": "second", "minute": "minute",
    "mol": "mole", "month": "month",
}  # fmt: skip
_COMPASS = {"N": "north", "S": "south", "E": "east", "W": "west"}
NUMBER = r"(?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(?:\.\d+)?|(?<!\d)\.\d+"
_UNIT = "|".join(sorted((re.escape(u) for u in UNITS), key=len, reverse=True))
_QUANTITY = re.compile(
    rf"(?<![\w.,^])({NUMBER})(\s?(?:-|–|—|~|to)\s?(?:{NUMBER}))?([\s-]?)"
    rf"(?:({_LENGTHS})(?:\^?([23])(?!\d)|([²³]))|({_UNIT}))(?:/({'|'.join(sorted(_PER, key=len, reverse=True))})(\^?2|²)?)?(?![\w²³^]|'[a-z])"
    r"|(?<![\w.,])(?P<feet>\d{1,2})'\s?(?:(?P<inches>\d{1,2}(?:\.\d)?)(?:\"|''))"
)


_NAMED = re.compile(rf"\s*[-+−–=<>≤≥]\s*[-−]?\d+(?!\d|\.\d|\s?(?:{_UNIT})\b)")


def amount(text: str) -> str:
    """Read a number or a range such as ``5-10``."""
    parts = re.split(r"\s?(?:-|–|—|~|to)\s?", text)
    return " to ".join(number(part) for part in parts)


def _quantity(match: re.Match[str]) -> str:
    if match["feet"]:
        return f"{number(match['feet'])} foot {number(match['inches'])}"
    low, high, gap, length, power, superscript, unit, per, per_square = match.groups()[:9]
    if gap == "-" and (unit or length) in {"s", "m", "g", "h", "l", "N", "J", "V", "W", "L", "°"}:
        return match.group()
    one, many = UNITS[length or unit]
    power = {"²": "2", "³": "3"}.get(superscript or "", power)
    kind = {"2": "square ", "3": "cubic "}.get(power or "", "")
    before, after = match.string[: match.start()], match.string[match.end() :]
    single = gap == "-" or (is_one(low) and not high)
    if re.search(r"\b[Aa]n?\s$", before) and re.match(
        r"\s(?!of\b|in\b|and\b|or\b|per\b|to\b|a\b)[a-z]", after
    ):
        single = True
    # 2m + 1 and 5W-30 are no lengths and no power.
    letter = re.fullmatch("[A-Za-z]", length or unit)
    if not gap and letter and low.isdigit() and _NAMED.match(after):
        return match.group()
    words = f"{amount(low + (high or ''))} {kind}{one if single else many}"
    if per:
        words += f" per {_PER[per]}{' squared' if per_square else ''}"
    return f" {words} "


RULES: tuple[Rule, ...] = (
    (re.compile(r"(?<![\w.])(\d{1,3})[°º]\s?(\d{1,2})'(?:\s?(\d{1,2}(?:\.\d+)?)\")?(?:\s?([NSEW])\b)?"),
     lambda m: f"{number(m[1])} degrees {number(m[2])} minutes {number(m[3]) + ' seconds ' if m[3] else ''}{_COMPASS.get(m[4], '')}"),
    LEADING,
    (re.compile(r"(?<![\w)%°])(?<![\w)%°] )[-−](?=\.?\d)|(?<=[a-z,] )[-−](?=\.?\d)"), " minus "),
    (re.compile(rf"({NUMBER})\s?(?:-|–|—|~|to)\s?({NUMBER})\s?[%％]"), lambda m: f"{number(m[1])} to {number(m[2])} percent"),
    (re.compile(rf"({NUMBER})\s?%\s?(?:-|–|—|~)\s?({NUMBER})\s?%"), lambda m: f"{number(m[1])} percent to {number(m[2])} percent"),
    (re.compile(rf"({NUMBER})(\s?|-)%(-)?"), lambda m: f"{number(m[1])} percent{' ' if m[3] else ''}"),
    (re.compile(rf"({NUMBER})\s?‰"), lambda m: f"{number(m[1])} per mille"),
    (re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s?[°º]\s?([NSEW])\b"), lambda m: f"{number(m[1])} degree{'s' * (m[1] != '1')} {_COMPASS[m[2]]}"),
    (_QUANTITY, _quantity),
    (re.compile(r"(?<=\d)\s?/\s?(?=(?:second|minute|hour|day|night|week|month|year|person|mile|pound|gallon)\b)"), " per "),
    (re.compile(r"[°º]\s?C\b"), " degrees Celsius"),
    (re.compile(r"[°º]\s?F\b"), " degrees Fahrenheit"),
    (re.compile(r"\bkm/h\b"), "kilometers per hour"),
    (re.compile(r"\bm/s\b"), "meters per second"),
    (re.compile(r"(?<=per )hr\b"), "hour"),
)  # fmt: skip
