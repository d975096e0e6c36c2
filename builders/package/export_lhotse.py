"""Lhotse manifests: recordings and supervisions as gzipped JSON lines, FLAC files beside them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

from builders.package.audio import stream_info
from builders.package.export import SplitRows
from builders.package.layout import safe_name


def write_split(split: SplitRows, out: Path) -> int:
    """Write ``<name>_recordings_<split>.jsonl.gz`` and ``<name>_supervisions_<split>.jsonl.gz``.

    Words become the ``word`` alignment of the supervision; all other columns its ``custom`` fields.
    Paths are relative to the folder, so that it can be moved (open it with that working directory).
    """
    folder = Path("audio") / split.config / split.split
    (out / folder).mkdir(parents=True, exist_ok=True)
    count = 0
    with ExitStack() as stack:
        recordings = stack.enter_context(_lines(out, split, "recordings"))
        supervisions = stack.enter_context(_lines(out, split, "supervisions"))
        for row in split:
            row_id = f"{split.config}/{split.split}/{row[split.id_column]}"
            path = folder / f"{safe_name(str(row[split.id_column]))}.flac"
            data = row[split.audio_column]["bytes"]
            (out / path).write_bytes(data)
            info = stream_info(data)
            assert info is not None, row_id
            seconds = info.frames / info.sampling_rate
            recording = {
                "id": row_id,
                "sources": [{"type": "file", "channels": [0], "source": path.as_posix()}],
                "sampling_rate": info.sampling_rate,
                "num_samples": info.frames,
                "duration": seconds,
                "channel_ids": [0],
            }
            _put(recordings, recording)
            _put(supervisions, _supervision(split, row, row_id, seconds))
            count += 1
    return count


@contextmanager
def _lines(out: Path, split: SplitRows, kind: str) -> Iterator[IO[bytes]]:
    path = out / f"{split.config}_{kind}_{split.split}.jsonl.gz"
    # Neither a name nor a time in the header: the same rows give the same bytes.
    with path.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        yield packed  # type: ignore[misc]


def _put(file: IO[bytes], value: dict[str, Any]) -> None:
    file.write(json.dumps(value, ensure_ascii=False).encode("utf-8") + b"\n")


def _supervision(
    split: SplitRows, row: dict[str, Any], row_id: str, seconds: float
) -> dict[str, Any]:
    speech = (row.get("provenance") or {}).get("speech") or {}
    texts = ("transcript", "spoken", split.text_column or "")
    text = next((name for name in texts if row.get(name)), None)
    used = {split.id_column, text, "words", "word_timestamps", "language"}
    made: dict[str, Any] = {
        "id": row_id,
        "recording_id": row_id,
        "start": 0.0,
        "duration": seconds,
        "channel": 0,
        "text": row[text] if text else None,
        "language": row.get("language"),
        "speaker": speech.get("voice"),
        "custom": {
            name: row[name]
            for name in (*split.columns, *split.history)
            if name not in used and row[name] is not None
        },
    }
    words = row.get("words") or row.get("word_timestamps")
    if words:
        made["alignment"] = {
            "word": [
                [w["text"], w["start"], round(w["end"] - w["start"], 6), w.get("score")]
                for w in words
            ]
        }
    return {key: value for key, value in made.items() if value not in (None, {})}
