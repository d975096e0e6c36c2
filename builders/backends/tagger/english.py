"""English words with universal part of speech and named entities, by spaCy's small pipeline."""

from __future__ import annotations

from typing import Any

from builders.backends.once import once
from builders.backends.tagger.lac import Tagged
from builders.weights import weights_path, weights_revision


class English:
    """spaCy's ``en_core_web_sm``."""

    name = "spacy"

    def __init__(self) -> None:
        self.revision = weights_revision("en-core-web-sm")

    def tag(self, text: str) -> list[Tagged]:
        """Words with universal POS tags (``DET``, ``ADP``, …), in order."""
        return [Tagged(t.text, t.pos_, t.idx, t.idx + len(t)) for t in self._nlp(text)]

    def entities(self, text: str) -> list[Tagged]:
        """Named entities (``PERSON``, ``GPE``, …), in order."""
        found = self._nlp(text).ents
        return [Tagged(e.text, e.label_, e.start_char, e.end_char) for e in found]

    @once
    def _nlp(self) -> Any:
        import spacy

        return spacy.load(weights_path("en-core-web-sm"))
