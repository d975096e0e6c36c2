"""The sentence splitter's data that WhisperX asks NLTK for, without a download."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path

_FILES = ("abbrev_types.txt", "collocations.tab", "ortho_context.tab", "sent_starters.txt")


@lru_cache(maxsize=1)
def provide_punkt() -> Path:
    """Make an untrained Punkt model available to NLTK, after any that is installed.

    WhisperX is given one sentence at a time without punctuation, so nothing is ever split; but
    it refuses to work without the data, and would fetch it.

    Returns:
        The folder that was added to NLTK's search path.
    """
    import nltk

    root = Path(tempfile.mkdtemp(prefix="vivavoce-nltk-"))
    for language in ("english",):
        folder = root / "tokenizers" / "punkt_tab" / language
        folder.mkdir(parents=True)
        for name in _FILES:
            (folder / name).write_text("mr\n" if name.startswith("abbrev") else "", "utf-8")
    nltk.data.path.append(str(root))
    return root
