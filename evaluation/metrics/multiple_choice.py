"""Multiple-choice accuracy (VoiceBench's mmsu and openbookqa) and its unparsed share.

An answer without a letter is not wrong but unparsed: it lowers the coverage. The public script
gives it a random letter.
"""

from __future__ import annotations

import string

from builders.errors import VivavoceError
from evaluation.contracts import Metric, Row
from evaluation.metrics._rows import answer, column
from evaluation.metrics.choice import find_choice


def _letters(row: Row) -> tuple[str, str]:
    """Letters of the options of a row, and the right one.

    Raises:
        VivavoceError: The reference is no letter.
    """
    stated = row.example.reference
    reference = None if stated is None else find_choice(str(stated), string.ascii_uppercase)
    if reference is None:
        raise VivavoceError(
            f"row '{row.example.id}': the reference must be the letter of an option, "
            f"not {row.example.reference!r}"
        )
    options = column(row, "choices", "options")
    count = max(len(options) if options is not None else 4, ord(reference) - ord("A") + 1)
    return string.ascii_uppercase[:count], reference


def _correct(row: Row) -> tuple[float, float] | None:
    text = answer(row)
    if text is None:
        return None
    letters, reference = _letters(row)
    choice = find_choice(text, letters)
    return None if choice is None else (float(choice == reference), 1.0)


def _unparsed(row: Row) -> tuple[float, float] | None:
    text = answer(row)
    if text is None:
        return None
    return float(find_choice(text, _letters(row)[0]) is None), 1.0


MULTIPLE_CHOICE = Metric("multiple_choice", 2, _correct)
MULTIPLE_CHOICE_UNPARSED = Metric("multiple_choice_unparsed", 2, _unparsed, higher_is_better=False)
