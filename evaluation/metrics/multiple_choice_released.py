"""Multiple-choice accuracy as VoiceBench's public script counts it.

The script tries phrases in order and takes the first letter that fits one, so that "would be a
good idea" is an A and "vitamin C," a C. Where none fits it draws a letter at random; here such an
answer counts the draw's expectation, a quarter, so that the value is that of the script's mean.
"""

from __future__ import annotations

from evaluation.contracts import Metric, Row
from evaluation.metrics.answer import answer_text

# The script's phrases in its order; "@" stands for the letter.
PHRASES: tuple[str, ...] = (
    "答案是@",
    "答案是 @",
    "答案是选项@",
    "答案应该是@",
    "答案应该是 @",
    "答案就是选项@",
    "答案是‘@",
    "是@：",
    "答案选@",
    "@是正确",
    "选项@是最合适的",
    "answer is: **@",
    "answer is **@",
    "the answer to the question is: **@",
    "the answer to the multiple-choice question is **@",
    "the answer is '@'",
    "@ is the best answer",
    "the answer is @",
    "the correct answer is @",
    "would select @",
    "would choose @",
    "would select option @",
    "would choose option @",
    'is "@"',
    'is "@.',
    "is: **@)",
    "is **@,",
    "is **@:",
    "is **@)",
    "is: **@.",
    "is: **@:",
    "is **@.",
    "be **@,",
    "is: **@**",
    "is therefore option **@:",
    "is: \n\n**@)",
    "as **@:",
    "be **@)",
    "be **@:",
    "is: \n\n**@**",
    "suggests **@)",
    "be option **@:",
    "with **@)",
    'is typically "@)',
    "be to **@)",
    "is: \n\n@)",
    "is likely to be: **@.",
    "is **@ (",
    "is option **@**",
    "is likely **@**",
    "is:\n**@.",
    "is:\n\n**@.",
    "would be @",
    "would be option @",
    "would be (@)",
    "would be option (@)",
    "is @,",
    "is typically @,",
    "is typically @.",
    "i'd say @.",
    "option @.",
    "option @:",
    "option @,",
    "the answer is:\n**@",
    "is @:",
    "is @.",
    "is: @.",
    "is (@)",
    "is:\n**@)",
    "is likely **@:",
    "is the **@)",
    ":\n@.",
    ":\n@)",
    ":\n@,",
    ": \n@.",
    ":  \n@.",
    ":\n\n@.",
    ":\n\n@)",
    "is most likely **@:",
    ":\n\n@,",
    ": \n\n@.",
    "is option @,",
    "(@) would be",
    "is (@).",
    "is @)",
    "is: @)",
    "is:\n\n@:",
    "is: **@,",
    "(option @)",
    "answer is (@)",
    'select option "@"',
    "is: @",
    "is typically **@,",
    "is **@**",
    "is likely '@'",
    "is option '@'",
    "is:\n**@:",
    "is \\( \\boxed{@ ",
    "would be '@'",
    "is the **@** ",
    "question is @ (",
    "is:\n\n**@)",
    "closest to option **@**",
    "is most likely **@)",
    "the answer to the question is '@'",
    "question is **@**",
    "known as '@'",
    "is '@)",
    "is typically **@:",
    "is \\( \\boxed{\\text{@}} \\)",
    "is \\( \\text{@) }",
    "is \\( \\text{@} \\)",
    "is \\( \\text{@:",
    "is \\( \\text{@)",
    "is \\(\\text{@.",
    "is:\n\n**@",
    "is \\( \\text{@.}",
    "is \\( \\text{@.",
    "is \\( \\boxed{@}",
    "is:\n\\[ \\boxed{\\text{@}}",
    "is:\n\\[ \\text{@)",
    "is:\n\n\\[ \\text{@)",
    "is \\( \\textbf{@)",
    "is \\( \\text{@}",
    "is: \\( \\text{@.",
    "corresponds to:\n- **@:",
    "would be: **@**.",
    "is \\( @ \\)",
    "is:\n**@ ",
    "corresponds to option **@**",
    "be **@**",
    "be: \n\n@)",
    "is:\n\\[ \\boxed{@}",
    "is:  \n**@:",
    "is: \\( \\text{@)",
    "is likely: **@,",
    "is } \\mathbf{@.",
    "is \\( \\boxed{@)",
    "is \\( \\textbf{@}",
    "is \\(@\\)",
    "is:\n  \n**@:",
    "is option **@ ",
    "is:\n\\( \\textbf{@.",
    "is \\( \\mathbf{@}",
    "was option **@**",
    'is likely "@)',
    "option **@:",
    'is "@)',
    "is most likely **@,",
    "is often **@:",
    "is:  \n@)",
    " @.",
    " @,",
    " @:",
    " @)",
    "**@.",
    "**@)",
    '"@.',
    '"@,',
    '"@:',
    "(@)",
    '"@"',
)
_LETTERS = "abcd"
_TURN_START = ("<1>", "<2>", "<3>")


def find_choice_released(text: str) -> str | None:
    """The letter that the public script takes from an answer, before it draws one."""
    lowered = text.lower()
    if lowered.startswith(_TURN_START):
        lowered = lowered[3:].strip()
    for phrase in PHRASES:
        for letter in _LETTERS:
            if phrase.replace("@", letter) in lowered:
                return letter.upper()
    for letter in _LETTERS:
        if lowered == letter or lowered.startswith(tuple(letter + mark for mark in ".,:)")):
            return letter.upper()
    return None


def _measure(row: Row) -> tuple[float, float] | None:
    text = answer_text(row)
    if text is None or row.example.reference is None:
        return None
    letter = find_choice_released(text)
    return (0.25 if letter is None else float(letter == row.example.reference)), 1.0


MULTIPLE_CHOICE_RELEASED = Metric("multiple_choice_released", 1, _measure)
