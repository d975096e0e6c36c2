"""ESD: 350 parallel sentences by 10 English and 10 Mandarin speakers in five emotions.

Licence: for research only, on request. Citation: K. Zhou et al., Emotional Voice Conversion:
Theory, Databases and ESD, Speech Communication 2022,
https://github.com/HLTSingapore/Emotional-Speech-Data.
Format: ``<speaker>/<Emotion>/<speaker>_<number>.wav`` and ``<speaker>/<speaker>.txt`` with id, text
and emotion divided by tabs. Speakers 0001–0010 speak Mandarin, 0011–0020 English. Some of the text
files are UTF-16, some UTF-8, the other Mandarin ones GB 18030 and the other English ones
Windows-1252; the emotion is taken from the folder, the gender from the corpus's own table.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from builders.errors import unknown_name
from builders.item import Item
from builders.sources.draft import Draft, Make, items
from builders.sources.place import Place, SourceError
from builders.sources.records import Record
from builders.sources.source import Source
from builders.sources.where import resolve
from builders.step import Rejected

SOURCE = Source(
    name="esd",
    title="Emotional Speech Dataset",
    language="mul",
    license="research only",
    homepage="https://github.com/HLTSingapore/Emotional-Speech-Data",
    how="Fill in the licence form on the homepage; unzip what you are sent and name the folder "
    "with 0001 … 0020.",
    access="manual",
)


def read(
    where: Any = None, *, language: str = "zh", emotions: tuple[str, ...] | None = None
) -> Iterator[Item | Rejected]:
    """Read the recordings; they serve as speech prompts of a known emotion.

    Args:
        where: The folder with the speakers.
        language: ``zh`` or ``en``.
        emotions: ``angry``, ``happy``, ``neutral``, ``sad``, ``surprised``; all where ``None``.

    Raises:
        VivavoceError: The language is another one.
    """
    if language not in _ENCODINGS:
        raise unknown_name("language", language, _ENCODINGS, SOURCE.title)

    def make(row: dict[str, Any], path: Path) -> Draft | None:
        if emotions is not None and row["emotion"] not in emotions:
            return None
        return Draft(
            id=row["id"],
            prompt=row["text"],
            fields={
                "emotion": row["emotion"],
                "speaker": path.stem,
                "gender": "female" if path.stem in _WOMEN else "male",
            },
            language=language,
            audio=row["audio"],
            voice=f"esd-{path.stem}",
        )

    speakers = "000[1-9]/*.txt 0010/*.txt" if language == "zh" else "001[1-9]/*.txt 0020/*.txt"
    place = resolve(where, source=SOURCE)
    recordings = partial(_recordings, encoding=_ENCODINGS[language])
    return _speakers(place, make, speakers.split(), recordings)


_NAMES = {"surprise": "surprised"}
_ENCODINGS = {"zh": "gb18030", "en": "cp1252"}
_WOMEN = frozenset(f"{n:04}" for n in (1, 2, 3, 7, 9, 15, 16, 17, 18, 19))


def _speakers(
    place: Place, make: Make, patterns: list[str], read: Callable[[Path], Iterator[Record]]
) -> Iterator[Item | Rejected]:
    if not any(found for pattern in patterns for found in place.root.glob(pattern)):
        raise SourceError(f"{place.root}: no speaker's folder matches {' or '.join(patterns)}")
    for pattern in patterns:
        if any(place.root.glob(pattern)):
            yield from items(SOURCE, place, make, files=pattern, read=read)


def _recordings(path: Path, encoding: str) -> Iterator[Record]:
    for number, line in enumerate(_decode(path, encoding).splitlines(), 1):
        if not line.strip():
            continue
        place = f"{path.name}, line {number}"
        own, text = [*line.strip().split("\t"), ""][:2]
        found = sorted(path.parent.glob(f"*/{own}.wav")) or sorted(
            path.parent.glob(f"*/*/{own}.wav")
        )
        if not text or not found:
            yield Record({}, place, "no text" if not text else f"no recording {own}.wav")
            continue
        folder = found[0].relative_to(path.parent).parts[0].lower()
        emotion = _NAMES.get(folder, folder)
        yield Record({"id": own, "text": text, "emotion": emotion, "audio": found[0]}, place)


def _decode(path: Path, otherwise: str) -> str:
    data = path.read_bytes()
    # Nearly any bytes are some UTF-16: only its mark or its zeros tell it.
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in data
    encodings = ("utf-16",) if wide else ("utf-8-sig", otherwise)
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise SourceError(f"{path} is none of {', '.join(encodings)}; convert it to UTF-8")
