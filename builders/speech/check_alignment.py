"""Step ``check_alignment``: every word is in the audio, and the audio holds no more than the words.

The recogniser is no witness here: it puts in a word that was swallowed and leaves out a sentence
that was said twice. An aligner has to place the given words: one that is not there gets no
probability, and speech that is not in the text is left over. It also tells where the text begins
and ends, which the level of the samples does not where there is noise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from builders.errors import BackendError
from builders.item import Item, Word
from builders.speech.checks import spoken_units, with_signal
from builders.speech.signal import FRAME, NoSpeechError, active_frames, in_runs
from builders.step import Context, Outcome, Rejected, step
from builders.text.spoken import spoken_form

PACE = {"en": 0.1, "zh": 0.3}
"""Seconds of speech that a letter (``en``) or a character (``zh``) of a word may take."""

MARGIN = 0.2
"""Seconds that a word may take beyond that."""

SHORTEST_GAP = 0.15
"""Seconds of speech between words that are no matter of where a word ends."""

SHORT = {"en": 2, "zh": 1}
"""Letters or characters of words so short that no score tells whether they were said."""

BELOW_SPEECH_DB = 20.0
"""Softer frames, relative to the speech level, are pauses and room."""


@step("check_alignment", version=3, uses=("aligner",), costly=True)
def check_alignment(
    item: Item,
    ctx: Context,
    min_word_score: float | None = 0.02,
    max_beyond: float | None = 0.4,
    max_before: float | None = 1.0,
    max_after: float | None = 1.5,
    pace: Mapping[str, float] | None = None,
) -> Outcome:
    """Refuse a clip that lacks a word of the text, or holds speech that the text does not.

    Args:
        item: Row with audio.
        ctx: Engine context.
        min_word_score: Lowest score of a word, the shortest words apart; scores depend on the
            aligner, and this is one of the embedded ``ctc``, where a missing word has hardly any.
        max_beyond: Seconds of speech outside all words, or longer than its word can be.
        max_before: Seconds before the first word, whatever sounds there.
        max_after: Seconds after the last one.
        pace: Time that a letter or character of a word may take, by language, in seconds.

    Returns:
        The row with what was measured in ``provenance.quality.signal``, or a rejection for review.
    """
    clip = item.clip
    try:
        words = ctx.backend("aligner").align(
            clip.samples, clip.sampling_rate, item.transcript, item.language
        )
        # 1813 takes the time of its words.
        said = [spoken_form(word.text, item.language) for word in words]
        units = [spoken_units(text, item.language) for text in said]
        speed = {**PACE, **(pace or {})}[item.language]
        beyond = speech_beyond(clip.samples, clip.sampling_rate, words, units, speed)
    except NoSpeechError as error:
        return Rejected("no speech in the clip", str(error), review=True)
    except BackendError as error:
        if error.transient:
            raise
        return Rejected("alignment failed", str(error), review=True)
    scores = [
        (word.score, word.text)
        for word in words
        if word.score is not None and spoken_units(word.text, item.language) > SHORT[item.language]
    ]
    before, after = words[0].start, clip.seconds - words[-1].end
    kept = with_signal(
        item,
        speech_beyond_words=round(beyond, 3),
        before_words=round(before, 3),
        after_words=round(after, 3),
    )
    if scores:
        kept = with_signal(kept, weakest_word=round(min(scores)[0], 4))
    weak = [text for score, text in scores if score < (min_word_score or 0.0)]
    if weak:
        return Rejected("words dropped", f"not found: {' '.join(weak[:20])}", True, kept)
    if max_beyond is not None and beyond > max_beyond:
        detail = f"{beyond:.2f} s of speech that no word accounts for, allowed: {max_beyond:g}"
        return Rejected("speech beyond the text", detail, True, kept)
    for reason, seconds, most in (
        ("text starts late", before, max_before),
        ("text ends early", after, max_after),
    ):
        if most is not None and seconds > most:
            detail = f"{seconds:.2f} s of the clip lie outside it, allowed: {most:g}"
            return Rejected(reason, detail, True, kept)
    return kept


def speech_beyond(
    samples: np.ndarray,
    sampling_rate: int,
    words: Sequence[Word],
    units: Sequence[int],
    pace: float,
) -> float:
    """Seconds of speech that no word accounts for.

    Args:
        samples: Shape ``(frames,)``, float in [-1, 1].
        sampling_rate: In Hz.
        words: Where each word was found.
        units: Letters or characters of each word.
        pace: Seconds that one of them may take.

    Raises:
        NoSpeechError: The clip is silent.
    """
    active = active_frames(samples, sampling_rate, BELOW_SPEECH_DB)
    outside, extra = active.copy(), 0.0
    for word, length in zip(words, units, strict=True):
        span = slice(int(word.start / FRAME), int(np.ceil(word.end / FRAME)))
        outside[span] = False
        spoken = float(active[span].sum()) * FRAME
        extra += max(0.0, spoken - pace * max(1, length) - MARGIN)
    gaps = in_runs(outside, round(SHORTEST_GAP / FRAME))
    return float(gaps.sum()) * FRAME + extra
