"""Phones the embedded aligner looks for, and the model tokens that count as each of them.

The phoneme model was trained on many languages with noisy labels: it writes "the" as ``ð i`` and
"is" as ``i s``. A phone therefore takes the probability of its own tokens in full and that of
tokens it is often mistaken for in part.
"""

from __future__ import annotations

import numpy as np

_CLOSE = 0.3
_FLOOR = 1e-5

# phone: (its tokens, tokens it is often mistaken for)
_TABLE: dict[str, tuple[str, str]] = {
    # plosives and affricates
    "p": ("p pʰ p͈", "b"),
    "b": ("b", "p v"),
    "t": ("t tʰ t͈ ɾ", "d"),
    "d": ("d ɾ", "t ð"),
    "k": ("k kʰ k͈", "ɡ g"),
    "g": ("ɡ g", "k"),
    "tʃ": ("t͡ʃ t͡ɕ t͡ɕʰ", "ʃ d͡ʒ t"),
    "dʒ": ("d͡ʒ", "t͡ʃ ʒ j"),
    "ʔ": ("ʔ t", "d"),
    # fricatives
    "f": ("f", "v θ"),
    "v": ("v", "f b"),
    "θ": ("θ", "f t ð"),
    "ð": ("ð", "d θ"),
    "s": ("s s͈", "z ʃ"),
    "z": ("z", "s ʒ"),
    "ʃ": ("ʃ ɕ", "s t͡ʃ ʒ"),
    "ʒ": ("ʒ", "ʃ z d͡ʒ"),
    "h": ("h ɦ x", "f"),
    # nasals and approximants
    "m": ("m", "n"),
    "n": ("n ɲ", "m ŋ"),
    "ŋ": ("ŋ", "n"),
    "l": ("l ɫ", "ɹ w"),
    "ɹ": ("ɹ r ɾ ɚ ɝ", "l w ə"),
    "j": ("j ja je jo ju jʌ", "i ʝ ɟ"),
    "w": ("w wa we wi wʌ", "u oʊ h"),
    # vowels
    "i": ("i ɪ", "e eɪ j ɪə"),
    "ɪ": ("ɪ i", "ə ɛ e ɨ"),
    "ɛ": ("ɛ e", "æ eɪ ɪ ə"),
    "eɪ": ("eɪ e", "ɛ æ aɪ i"),
    "æ": ("æ a", "ɛ ɑ ə ɪ"),
    "ɑ": ("ɑ a ɒ", "ɔ ʌ æ ə"),
    "ɔ": ("ɔ o ɒ", "ɑ oʊ ə ʌ"),
    "oʊ": ("oʊ o", "ɔ u ə ʊ"),
    "ʊ": ("ʊ u", "ə oʊ"),
    "u": ("u ʊ", "oʊ o w ju"),
    "ʌ": ("ʌ ə ɐ", "ɑ ɔ æ ɛ"),
    "ə": ("ə ʌ ɐ ɪ i", "æ ɑ ɛ ɔ oʊ u ɝ a"),
    "ɝ": ("ɝ ɚ ɜ ə", "ɹ ʌ ɔ"),
    "aɪ": ("aɪ a", "ɑ i eɪ ɔɪ"),
    "aʊ": ("aʊ a", "ɑ æ oʊ ɔ"),
    "ɔɪ": ("ɔɪ ɔ", "aɪ oʊ"),
    # Mandarin initials that English lacks; ˭ marks the unaspirated
    "p˭": ("p pʰ p͈", "b"),
    "t˭": ("t tʰ t͈ ɾ", "d"),
    "k˭": ("k kʰ k͈", "ɡ g"),
    "tɕ": ("t͡ɕ d͡ʒ t͡ʃ", "t j t͡ɕʰ ʃ k"),
    "tɕʰ": ("t͡ɕʰ t͡ʃ t͡ɕ", "ʃ s t"),
    "ɕ": ("ɕ ʃ s", "t͡ʃ h"),
    "ʈʂ": ("d͡ʒ t͡ʃ", "t d t͡ɕ"),
    "ʈʂʰ": ("t͡ʃ t͡ɕʰ", "ʃ t d͡ʒ"),
    "ʂ": ("ʃ ʂ s", "h f"),
    "ʐ": ("ɹ ʒ ʐ r", "l j z"),
    "ts": ("z d͡ʒ t", "d s t͡ʃ"),
    "tsʰ": ("s t͡ʃ t", "t͡ɕʰ z"),
    "x": ("h x", "k f"),
    # Mandarin nuclei
    "a": ("ɑ a æ aʊ aɪ", "ʌ ɔ ə ɛ oʊ"),
    "o": ("oʊ o ɔ", "u ʊ ə ɑ ʌ"),
    "ɤ": ("ə ʌ ɤ ɝ", "ɑ ɔ ɛ oʊ ɪ"),
    "y": ("y u ju i", "ʊ ɪ j"),
    "ɨ": ("ə ɪ i ɨ", "ɝ z ɹ ʌ"),
    "er": ("ɝ ɑ ə ɚ", "ɹ ʌ ɔ"),
}

SILENCE = "<blank>"
"""Nothing new between two phones of one word."""

BOUNDARY = "<wb>"
"""Nothing, or the model's own word boundary, between two words."""

PHONES: tuple[str, ...] = (SILENCE, BOUNDARY, *_TABLE)
"""Names of the columns of :func:`phone_matrix`."""


def phone_matrix(tokens: list[str]) -> np.ndarray:
    """Weights that turn token probabilities into phone probabilities.

    Args:
        tokens: Output tokens of the model in order.

    Returns:
        Shape ``(len(tokens), len(PHONES))``, float32.
    """
    index = {token: i for i, token in enumerate(tokens)}
    weights = np.zeros((len(tokens), len(PHONES)), np.float32)
    weights[index["<blank>"], 0] = 1.0
    weights[[index["<blank>"], index["<wb>"]], 1] = 1.0
    for column, phone in enumerate(PHONES[2:], start=2):
        own, close = _TABLE[phone]
        weights[[index[t] for t in close.split() if t in index], column] = _CLOSE
        weights[[index[t] for t in own.split() if t in index], column] = 1.0
    return weights


def phone_scores(token_log_probs: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Log-scores of phones, shape ``(frames, phones)``, from those of tokens.

    The floor keeps a sound that the model misses altogether from costing more than a few frames.
    """
    return np.log(np.exp(token_log_probs) @ weights + _FLOOR).astype(np.float32)
