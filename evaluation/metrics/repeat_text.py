"""Paralinguistic instructions: which text is to be repeated, in what emotion, at what speed.

In VocalBench-zh such a question is one sentence of instruction and then the text to repeat. A
dataset may name the text itself in the column ``Repeat_text``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from builders.errors import VivavoceError
from evaluation.contracts import Row
from evaluation.metrics._rows import column
from evaluation.metrics.edits import best_window
from evaluation.metrics.empathy import SYNONYMS
from evaluation.metrics.syllables import tokens

# Share of syllables of the requested text that an answer may get wrong: the judge's criterion
# allows "a few characters", which is no more than one in ten.
MAX_REPEAT_ERROR = 0.1

_FIRST_STOP = re.compile(r"[。：:]")
_FAST = ("两倍", "快一倍", "二倍")
_SLOW = ("一半", "慢一倍")
# Ratio of the spoken answer's duration to the expected duration, both bounds excluded.
SPEED_RANGE = {"fast": (0.25, 0.75), "slow": (1.5, 2.5)}


@dataclass(frozen=True)
class Repeat:
    """What a paralinguistic instruction asks for."""

    instruction: str
    text: str

    @property
    def emotion(self) -> str | None:
        """Requested emotion, one of the five of the benchmark, or ``None``."""
        for word, name in SYNONYMS.items():
            if not word.isascii() and word in self.instruction:
                return name
        return None

    @property
    def speed(self) -> str | None:
        """``fast``, ``slow``, or ``None`` where no speed is asked for."""
        if any(word in self.instruction for word in _FAST):
            return "fast"
        return "slow" if any(word in self.instruction for word in _SLOW) else None

    @property
    def share(self) -> float:
        """Share of the question's syllables that belong to the text, 0–1."""
        text, whole = len(tokens(self.text)), len(tokens(self.instruction + "。" + self.text))
        return text / whole if whole else 0.0


def parse_repeat(row: Row) -> Repeat | None:
    """Instruction and text of a question; ``None`` where the two cannot be told apart."""
    question = row.example.prompt
    given = column(row, "Repeat_text", "repeat_text")
    if given is not None:
        return Repeat(question.replace(str(given), ""), str(given))
    stop = _FIRST_STOP.search(question)
    if stop is None or not question[stop.end() :].strip():
        return None
    return Repeat(question[: stop.start()], question[stop.end() :])


def repeat_error(requested: str, answered: str) -> float:
    """Error rate of the stretch of an answer that is most like the requested text."""
    wanted = tokens(requested)
    return best_window(wanted, tokens(answered)) / max(len(wanted), 1)


def query_seconds(row: Row) -> float | None:
    """Duration of the spoken question in seconds, from a column or from its audio.

    Raises:
        VivavoceError: If the duration is no number, or the row's audio cannot be read.
    """
    stated = column(row, "duration", "Duration", "query_seconds")
    if stated is not None:
        try:
            return float(stated)
        except (TypeError, ValueError):
            raise VivavoceError(
                f"{row.example.config}, row {row.example.id}: the duration of the question must be "
                f"a number of seconds, not {stated!r}"
            ) from None
    if row.example.audio is None:
        return None
    import io

    import soundfile

    try:
        return float(soundfile.info(io.BytesIO(row.example.audio)).duration)
    except soundfile.LibsndfileError as error:
        raise VivavoceError(
            f"{row.example.config}, row {row.example.id}: the question's audio cannot be read "
            f"({error}); build or download the dataset again"
        ) from error
