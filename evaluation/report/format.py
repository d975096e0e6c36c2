"""Numbers as tables print them: proportions in %, everything else in its own unit."""

from __future__ import annotations

from evaluation.contracts import Score

NONE = "–"
_DIGITS = {"proportion": 1, "score": 3, "ratio": 3, "seconds": 2}
_SIGNS = {"proportion": " %", "score": "", "ratio": "", "seconds": " s"}


def scale(value: float, unit: str) -> float:
    """A value in the unit it is printed in."""
    return 100 * value if unit == "proportion" else value


def number(value: float | None, unit: str, *, sign: bool = False) -> str:
    """A value without its unit; :data:`NONE` where there is none.

    Args:
        value: The value as stored.
        unit: Unit of the score.
        sign: Whether to write a plus before positive values, for differences.
    """
    if value is None:
        return NONE
    text = (
        f"{scale(value, unit):+.{_DIGITS[unit]}f}"
        if sign
        else (f"{scale(value, unit):.{_DIGITS[unit]}f}")
    )
    return text.replace("-", "−")


def value_of(score: Score) -> str:
    """The value with its unit."""
    text = number(score.value, score.unit)
    return text if score.value is None else text + _SIGNS[score.unit]


def interval_of(span: tuple[float, float] | None, unit: str, *, sign: bool = False) -> str:
    """The interval in brackets."""
    if span is None:
        return NONE
    return f"[{number(span[0], unit, sign=sign)}, {number(span[1], unit, sign=sign)}]"


def coverage_of(score: Score) -> str:
    """Share of rows that were scored; never 100 % where one is missing."""
    if not score.total:
        return NONE
    share = 100 * score.coverage
    return f"{share:.0f} %" if score.n == score.total else f"{min(share, 99.9):.1f} %"


def p_of(p: float | None) -> str:
    """A p-value."""
    if p is None:
        return NONE
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
