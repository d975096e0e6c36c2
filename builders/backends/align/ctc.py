"""The embedded aligner: CTC phoneme model, known text, exact Viterbi."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from builders.audio.io import to_rate
from builders.backends.align.acoustic import HOP, RATE, PhonemeModel
from builders.backends.align.ends import word_ends
from builders.backends.align.fill import Placed, fill
from builders.backends.align.onsets import onset_shift
from builders.backends.align.phones import PHONES
from builders.backends.align.posterior import expected_onsets
from builders.backends.align.pronounce import pronounce
from builders.backends.align.tokens import Token, tokenise
from builders.backends.align.viterbi import AlignmentImpossibleError, best_path
from builders.backends.once import once
from builders.errors import BackendError
from builders.item import Word
from builders.weights import weights_path, weights_revision

FRAME = HOP / RATE
"""Seconds of one frame."""

_METHOD = "v1"
"""Raised whenever the same audio and text would give other times."""

_SOFTEN = 0.7
"""The model is surer of its frames than it is right: onsets are averaged over flatter scores."""

_DELAYS = (0, HOP // 2)
"""Samples of silence put before the audio: frames of two passes interleave."""

_COLUMN = {phone: i for i, phone in enumerate(PHONES)}


@dataclass(frozen=True)
class _Sequence:
    """States of the whole text: silence, phone, silence, phone, …, silence."""

    states: np.ndarray
    skippable: np.ndarray
    owner: np.ndarray
    first: np.ndarray


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

    @once
    def _model(self) -> PhonemeModel:
        return PhonemeModel(weights_path("hama-asr"))

    def _place(
        self, samples: np.ndarray, tokens: list[Token], phones: list[tuple[str, ...]]
    ) -> list[Placed | None]:
        sequence = _sequence(tokens, phones)
        if sequence is None:
            return [None] * len(tokens)
        try:
            passes = [self._pass(samples, delay, sequence, len(tokens)) for delay in _DELAYS]
        except AlignmentImpossibleError as error:
            raise BackendError(
                f"{samples.size / RATE:.2f} s of audio cannot hold the {len(tokens)} words of the "
                f"text ({error}); check that text and audio belong together"
            ) from error
        starts, ends, score = np.mean(passes, axis=0)
        shift = np.array(
            [
                onset_shift(t.script, p[0] if p else None)
                for t, p in zip(tokens, phones, strict=True)
            ]
        )
        starts = np.clip(starts + shift, 0.0, samples.size / RATE)
        ends = word_ends(samples, RATE, starts, ends)
        return [
            None if np.isnan(s) else Placed(float(s), float(e), float(p))
            for s, e, p in zip(starts, ends, score, strict=True)
        ]

    def _pass(self, samples: np.ndarray, delay: int, sequence: _Sequence, words: int) -> np.ndarray:
        """Start, end (seconds) and score of each word, shape ``(3, words)``, ``nan`` for none."""
        scores = self._model.scores(np.concatenate([np.zeros(delay, np.float32), samples]))
        states, skippable = sequence.states, sequence.skippable
        path = best_path(scores, states, skippable)
        onsets = expected_onsets(_SOFTEN * scores, states, skippable, path, sequence.first)
        owner = sequence.owner[path]
        found = np.full((3, words), np.nan)
        frames = scores[np.arange(path.size), states[path]]
        for state, onset in zip(sequence.first, onsets, strict=True):
            word = sequence.owner[state]
            at = np.flatnonzero(owner == word)
            found[0, word] = (at[0] if np.isnan(onset) else onset) * FRAME
            found[1, word] = (at[-1] + 1) * FRAME
            found[2, word] = np.exp(frames[at].mean())
        found[:2] -= delay / RATE
        return found


def _sequence(tokens: list[Token], phones: list[tuple[str, ...]]) -> _Sequence | None:
    states, owner, first = [_COLUMN["<wb>"]], [-1], []
    for word, (token, names) in enumerate(zip(tokens, phones, strict=True)):
        inner = _COLUMN["<wb>" if token.script == "han" else "<blank>"]
        if names:
            first.append(len(states))
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
    return _Sequence(sequence, skippable, np.array(owner), np.array(first))
