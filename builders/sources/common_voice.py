"""Common Voice: read sentences by volunteers, from which CommonEval was picked by hand.

Licence: CC0-1.0. Citation: R. Ardila et al., Common Voice, LREC 2020, arXiv:1912.06670,
https://commonvoice.mozilla.org.
Format: ``<locale>/<part>.tsv`` with ``client_id, path, sentence, up_votes, down_votes, age,
gender, accents, …`` and the recordings in ``<locale>/clips``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.source import Source
from builders.step import Rejected

SOURCE = Source(
    name="common_voice",
    title="Common Voice",
    language="en",
    license="CC0-1.0",
    homepage="https://commonvoice.mozilla.org/datasets",
    how="Download a release for your language from the homepage (an account is needed), unpack "
    "it, and name the folder with the TSV files and 'clips'.",
    access="manual",
)


def read(
    where: Any = None,
    *,
    part: str = "test",
    audio: bool = True,
    language: str = "en",
    sentences: list[str] | None = None,
) -> Iterator[Item | Rejected]:
    """Read a part; speakers are known by the first eight digits of their pseudonym.

    Args:
        where: The folder of one locale, or a TSV in it.
        part: Name of the TSV.
        audio: Import the recordings.
        language: Language that is spoken.
        sentences: Keep these sentences only, such as those of CommonEval.
    """
    wanted = None if sentences is None else {each.strip() for each in sentences}

    def make(row: dict[str, Any], path: Path) -> Draft | None:
        if wanted is not None and row["sentence"].strip() not in wanted:
            return None
        return Draft(
            id=Path(row["path"]).stem,
            prompt=row["sentence"],
            fields={"age": row["age"] or None, "gender": row["gender"] or None},
            language=language,
            audio=path.parent / "clips" / row["path"] if audio else None,
            voice=row["client_id"][:8],
        )

    return items(SOURCE, where, make, files=f"{part}.tsv")
