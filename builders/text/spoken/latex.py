"""LaTeX formulas as plain characters that the maths rules of each language can read."""

from __future__ import annotations

import re

_SYMBOLS = {
    "times": "×", "cdot": "×", "div": "÷", "pm": "±", "le": "≤", "leq": "≤", "ge": "≥",
    "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "equiv": "≡", "infty": "∞", "sum": "∑",
    "int": "∫", "in": "∈", "subset": "⊂", "cup": "∪", "cap": "∩", "angle": "∠", "triangle": "△",
    "perp": "⊥", "circ": "°", "degree": "°", "to": "→", "rightarrow": "→", "Rightarrow": "→",
    "ldots": "…", "cdots": "…", "dots": "…", "alpha": "α", "beta": "β", "gamma": "γ",
    "delta": "δ", "Delta": "Δ", "epsilon": "ε", "theta": "θ", "lambda": "λ", "mu": "μ",
    "pi": "π", "rho": "ρ", "sigma": "σ", "Sigma": "Σ", "tau": "τ", "phi": "φ", "varphi": "φ",
    "omega": "ω", "Omega": "Ω", "quad": " ", "qquad": " ", "lt": "<", "gt": ">",
}  # fmt: skip
_UPPER = str.maketrans("0123456789+-n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ")
_INLINE = re.compile(r"\$\$(.+?)\$\$|\\\((.+?)\\\)|\\\[(.+?)\\\]", re.S)
_DOLLAR = re.compile(r"\$(?=\S)([^$\n]*[\\^_=][^$\n]*)(?<=\S)\$(?!\d)|\$([A-Za-z])\$")
_FRACTION = re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_ROOT = re.compile(r"\\sqrt\s*\{([^{}]*)\}")
_TEXT = re.compile(
    r"\\(?:text|mathrm|mathbf|mathit|textbf|textit|emph|operatorname)\s*\{([^{}]*)\}"
)
_POWER = re.compile(r"\^(?:\{([\w+-]+)\}|([+-]?\d+|n(?![A-Za-z])))")
_LOWER = re.compile(r"(?<=[A-Za-z])_(?:\{([^{}]*)\}|(\w))")
_COMMAND = re.compile(r"\\([A-Za-z]+)\*?")
_SPACING = re.compile(r"\\[,;:! ]")


def _power(match: re.Match[str]) -> str:
    body = match.group(1) or match.group(2)
    if re.fullmatch(r"[+-]?\d+|n", body):
        return body.translate(_UPPER)
    return f"^{body}" if len(body) == 1 else f"^({body})"


def _fraction(match: re.Match[str]) -> str:
    top, bottom = (part.strip() for part in match.groups())
    return f" {top}/{bottom} " if re.fullmatch(r"\w+", top + bottom) else f" ({top})÷({bottom}) "


def _formula(text: str) -> str:
    for _ in range(4):
        new = _TEXT.sub(r"\1", text)
        new = _ROOT.sub(r"√\1", _FRACTION.sub(_fraction, new))
        if new == text:
            break
        text = new
    text = text.replace(r"^\circ", "°").replace(r"^{\circ}", "°").replace(r"\%", "%")
    text = _LOWER.sub(lambda m: m.group(1) or m.group(2), _POWER.sub(_power, text))
    text = _SPACING.sub(" ", text.replace(r"\left", "").replace(r"\right", ""))
    text = _COMMAND.sub(lambda m: _SYMBOLS.get(m.group(1), f" {m.group(1)} "), text)
    return text.replace("{", "").replace("}", "")


def read_latex(text: str) -> str:
    r"""Replace formulas by plain characters: ``$\frac{3}{4}$`` → ``3/4``, ``\(x^2\)`` → ``x²``.

    A dollar sign opens a formula only where ``\ ^ _ =`` or a single letter stands before the
    next one, so that ``$5 and $10`` stays money.
    """
    if "\\" not in text and "$" not in text and "^" not in text:
        return text
    text = _INLINE.sub(lambda m: _formula(next(g for g in m.groups() if g is not None)), text)
    text = _DOLLAR.sub(lambda m: _formula(m.group(1) or m.group(2)), text)
    if re.search(r"\\[A-Za-z]{2,}|\^", text):
        text = _formula_outside(text)
    return text


def _formula_outside(text: str) -> str:
    if re.search(r"\\(?:frac|sqrt|times|cdot|le|ge|text|pi|div|pm|left)\b", text):
        return _formula(text)
    return _POWER.sub(_power, text)
