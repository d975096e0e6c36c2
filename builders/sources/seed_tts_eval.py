"""seed-tts-eval: speech prompts from Common Voice (en, 1,000 lines) and DiDiSpeech-2 (zh, 2,000).

Licence: none stated for the package; the recordings keep that of their corpus. Citation:
P. Anastassiou et al., Seed-TTS, 2024, arXiv:2406.02430,
https://github.com/BytedanceSpeech/seed-tts-eval.
Format: ``<language>/meta.lst``, lines of ``utterance|prompt text|prompt wav|text to speak`` and
sometimes a fifth part, the recording of that text.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.readable import open_text
from builders.sources.records import Record
from builders.sources.source import Source
from builders.step import Rejected

SOURCE = Source(
    name="seed_tts_eval",
    title="seed-tts-eval",
    language="zh",
    license="none stated",
    homepage="https://github.com/BytedanceSpeech/seed-tts-eval",
    how="Download the test set from the link in the homepage's README, unpack it and name the "
    "folder with 'zh' and 'en'.",
    access="manual",
    rows={"en": 1000, "zh": 2000},
)


def read(where: Any = None, *, language: str = "zh") -> Iterator[Item | Rejected]:
    """Read the speech prompts, each recording once.

    Args:
        where: The folder with ``zh`` and ``en``, or a ``meta.lst``.
        language: ``zh`` or ``en``.
    """
    seen: set[str] = set()

    def make(row: dict[str, Any], path: Path) -> Draft | None:
        if row["wav"] in seen:
            return None
        seen.add(row["wav"])
        return Draft(
            id=f"{language}-{Path(row['wav']).stem}",
            prompt=row["text"],
            fields={"infer_text": row["infer_text"]},
            language=language,
            audio=path.parent / row["wav"],
            voice=Path(row["wav"]).stem,
        )

    return items(SOURCE, where, make, files=(f"{language}/meta.lst", "meta.lst"), read=_lines)


def _lines(path: Path) -> Iterator[Record]:
    with open_text(path) as file:
        for number, line in enumerate(file, 1):
            place = f"{path.parent.name}/{path.name}, line {number}"
            parts = line.strip().split("|")
            if len(parts) < 4:
                if line.strip():
                    yield Record({}, place, f"{len(parts)} parts, expected at least 4")
                continue
            yield Record({"text": parts[1], "wav": parts[2], "infer_text": parts[3]}, place)
