"""The embedded aligner: CTC phoneme model, known text, exact Viterbi."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from builders.audio.io import to_rate
from builders.backends.align.acoustic import HOP, RATE, PhonemeModel
from builders.backends.align.ends import word_ends
from builders.backends.align.fill import Placed, fill
from builders.backends.align.phones import PHONES
from builders.backends.align.pronounce import pronounce
from builders.backends.align.tokens import Token, tokenise
from builders.backends.align.viterbi import AlignmentImpossibleError, best_path
from builders.errors import BackendError
from builders.item import Word
from builders.weights import weights_path, weights_revision

FRAME = HOP / RATE
"""Seconds of one frame."""

_METHOD = "v1"
"""Raised whenever the same audio and text would give other times."""

ONSET_SHIFT = {"latin": 0.012, "han": 0.022}
"""Seconds added to the frame in which the model first reports a word, by script.

Measured on synthetic speech whose durations are known: the model reports a phone from the middle
of the first frame that touches it, and Mandarin initials from their closure.
"""

_COLUMN = {phone: i for i, phone in enumerate(PHONES)}


@dataclass(frozen=True)
class _Sequence:
    """States of the whole text: silence, phone, silence, phone, …, silence."""

    states: np.ndarray
    skippable: np.ndarray
    owner: np.ndarray


class CTCAligner:
    """Places every word of a known English, Mandarin or mixed text.

    Phones of the text are looked for in the log-probabilities of a small multilingual phoneme
    model (20 ms frames). Its starts are good to 10–15 ms; its ends come early, so a word lasts
    until the next one starts or its energy falls (:mod:`builders.backends.align.ends`).
    """

    name = "ctc"

    def __init__(self) -> None:
        self.revision = f"hama-{weights_revision('hama-asr')}+{_METHOD}"

    def align(
        self, samples: np.ndarray, sampling_rate: int, text: str, language: str
    ) -> tuple[Word, ...]:
        """Find every word of ``text``.

        Args:
            samples: Mono, shape ``(frames,)``, float in [-1, 1].
            sampling_rate: In Hz.
            text: What is spoken; digits and symbols are read out before they are looked for.
            language: ``en`` or ``zh``: how digits are read. Scripts may be mixed.

        Returns:
            Words with start, end, span and score: the geometric mean of the model's probability
            of the word's phones. Words without any sound of their own are marked ``filled``.

        Raises:
            BackendError: The text has no words, or the audio is too short to hold them.
        """
        tokens = tokenise(text)
        if not tokens:
            raise BackendError(f"nothing to align: the text {text!r} has no words")
        samples = to_rate(samples, sampling_rate, RATE)
        phones = pronounce(tokens, text, language)
        placed = self._place(samples, tokens, phones)
        return fill(placed, tokens, samples.size / RATE)

    @cached_property
    def _model(self) -> PhonemeModel:
        return PhonemeModel(weights_path("hama-asr"))

    def _place(
        self, samples: np.ndarray, tokens: list[Token], phones: list[tuple[str, ...]]
    ) -> list[Placed | None]:
        sequence = _sequence(tokens, phones)
        if sequence is None:
            return [None] * len(tokens)
        scores = self._model.scores(samples)
        try:
            path = best_path(scores, sequence.states, sequence.skippable)
        except AlignmentImpossibleError as error:
            raise BackendError(
                f"{samples.size / RATE:.2f} s of audio cannot hold the {len(tokens)} words of the "
                f"text ({error}); check that text and audio belong together"
            ) from error
        frames = scores[np.arange(path.size), sequence.states[path]]
        starts = np.full(len(tokens), np.nan)
        ends, score = starts.copy(), starts.copy()
        owner = sequence.owner[path]
        for word in np.unique(owner[owner >= 0]):
            at = np.flatnonzero(owner == word)
            starts[word] = max(0.0, at[0] * FRAME + ONSET_SHIFT[tokens[word].script])
            ends[word] = (at[-1] + 1) * FRAME
            score[word] = float(np.exp(frames[at].mean()))
        ends = word_ends(samples, RATE, starts, ends)
        return [
            None if np.isnan(s) else Placed(float(s), float(e), float(p))
            for s, e, p in zip(starts, ends, score, strict=True)
        ]


def _sequence(tokens: list[Token], phones: list[tuple[str, ...]]) -> _Sequence | None:
    states, owner = [_COLUMN["<wb>"]], [-1]
    for word, (token, names) in enumerate(zip(tokens, phones, strict=True)):
        inner = _COLUMN["<wb>" if token.script == "han" else "<blank>"]
        for name in names:
            states += [_COLUMN[name], inner]
            owner += [word, -1]
        if names:
            states[-1] = _COLUMN["<wb>"]
    if len(states) == 1:
        return None
    sequence = np.array(states)
    skippable = np.zeros(sequence.size, bool)
    # The silence between two different phones may be left out; between equal ones it separates.
    skippable[3::2] = sequence[3::2] != sequence[1:-2:2]
    return _Sequence(sequence, skippable, np.array(owner))
