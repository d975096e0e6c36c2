"""Step ``check_times``: word times against those that the source of the recording publishes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

import numpy as np

from builders.errors import VivavoceError
from builders.item import Item, Word
from builders.speech.checks import with_signal
from builders.step import Context, Outcome, Rejected, step


@step("check_times", version=1)
def check_times(
    item: Item, ctx: Context, column: str = "word_times", max_median: float | None = 0.1
) -> Outcome:
    """Hold the word times of a row against a reference.

    Args:
        item: A row that ``align`` timed.
        ctx: Engine context.
        column: Column of the reference: ``{text, start, end}`` a word, as ``slue_sqa5`` gives it.
        max_median: Largest median difference of starts, in seconds; ``None`` measures alone.

    Returns:
        The row with the number of words that both have and the median and 90th percentile of the
        difference of their starts in ``provenance.quality.signal``, or a rejection for review.

    Raises:
        VivavoceError: The row has no word times, or no reference.
    """
    if not item.words:
        raise VivavoceError(f"row '{item.id}' has no word times; put the step 'align' before")
    reference = item.fields.get(column)
    if not reference:
        raise VivavoceError(f"row '{item.id}' has no reference times in its column '{column}'")
    errors = np.abs(start_errors(item.words, reference))
    if errors.size == 0:
        detail = f"none of the {len(item.words)} words stands in '{column}'"
        return Rejected("word times without a reference", detail, review=True, item=item)
    median, high = np.median(errors), np.percentile(errors, 90)
    kept = with_signal(
        item,
        times_compared=errors.size,
        start_error_median=round(float(median), 4),
        start_error_90=round(float(high), 4),
    )
    if max_median is not None and median > max_median:
        detail = f"median of {errors.size} starts {median:.3f} s off, allowed: {max_median:g} s"
        return Rejected("word times differ from the reference", detail, review=True, item=kept)
    return kept


def start_errors(words: Sequence[Word], reference: Sequence[Mapping[str, Any]]) -> np.ndarray:
    """Start minus reference of every word that both have, in order, in seconds.

    Both may cut the text differently, as at hyphens, and one may lack words of the other.

    Args:
        words: Timed words.
        reference: ``text`` and ``start`` of each word.
    """
    ours = [_folded(word.text) for word in words]
    theirs = [_folded(str(word["text"])) for word in reference]
    blocks = SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks()
    return np.array(
        [
            words[block.a + i].start - reference[block.b + i]["start"]
            for block in blocks
            for i in range(block.size)
        ]
    )


def _folded(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())
