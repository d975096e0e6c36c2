"""Clips that are embedded in a page: as MP3, which all browsers play, up to a size."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evaluation.data import Place, open_examples
from evaluation.report.score_run import Scored
from evaluation.run.plan import keys_of


@dataclass
class Clips:
    """Embedded clips.

    Attributes:
        data: Name → data URI.
        of_row: Row → ``question`` and ``answer`` → name.
        left_out: Clips for which there was no room.
    """

    data: dict[str, str] = field(default_factory=dict)
    of_row: dict[str, dict[str, str]] = field(default_factory=dict)
    left_out: int = 0


def collect(run: Scored, folder: Path, label: str, most_bytes: int) -> Clips:
    """Questions and spoken answers of a run, with an equal share of the room for each split.

    Args:
        run: Scored run.
        folder: Its folder.
        label: Name of the run, unique in the page.
        most_bytes: Room for all clips, in bytes of the page.
    """
    clips = Clips()
    places = sorted({(row.example.config, row.example.split) for row in run.rows})
    if not places:
        return clips
    room = most_bytes // len(places)
    for place in places:
        used = 0
        for key, what, read in _sources(run, folder, Place(*place)):
            if used >= room:
                clips.left_out += 1
                continue
            clip = _encoded(read)
            if clip is None:
                continue
            if used + len(clip) > room:
                clips.left_out += 1
                used = room  # a split shows its first rows, not whichever clips are short
                continue
            used += len(clip)
            name = f"{label}/{key}/{what}"
            clips.data[name] = clip
            clips.of_row.setdefault(key, {})[what] = name
    return clips


def _sources(run: Scored, folder: Path, place: Place) -> Iterator[tuple[str, str, Any]]:
    wanted = {
        row.example.id: row
        for row in run.rows
        if (row.example.config, row.example.split) == tuple(place)
    }
    dataset: Mapping[str, Any] = run.manifest["dataset"]
    source = open_examples(dataset["where"], family=dataset["family"])
    for example in source.read(place, audio=True):
        for key in keys_of(example, dataset["samples"]):
            row = wanted.get(key.id)
            if row is None:
                continue
            if example.audio is not None:
                yield "/".join(key), "question", io.BytesIO(example.audio)
            if row.response is not None and row.response.audio is not None:
                path = folder / row.response.audio
                if path.is_file():
                    yield "/".join(key), "answer", path


def _encoded(source: Any) -> str | None:
    """Data URI of a clip; ``None`` where it cannot be read, which its row then shows."""
    import soundfile as sf

    try:
        samples, rate = sf.read(source, dtype="float32", always_2d=True)
    except (sf.LibsndfileError, OSError):
        return None
    out = io.BytesIO()
    kind, mime = (
        ("MP3", "audio/mpeg") if "MP3" in sf.available_formats() else ("FLAC", "audio/flac")
    )
    sf.write(out, samples.mean(axis=1), rate, format=kind)
    return f"data:{mime};base64,{base64.b64encode(out.getvalue()).decode()}"
