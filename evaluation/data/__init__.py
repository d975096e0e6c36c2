"""Read examples from any published dataset: ours, the originals, JSON with WAV files."""

from evaluation.data.open import open_examples
from evaluation.data.source import Examples, Place

__all__ = ["Examples", "Place", "open_examples"]
