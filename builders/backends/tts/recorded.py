"""Speech that was made elsewhere, by text and voice: replays a paid or a studio's engine.

The index is JSON lines ``{"text": …, "voice": …, "seed": 0, "style": {}, "audio": "a.wav"}``;
paths of recordings start from the folder of the index.
"""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from pathlib import Path
from typing import Any

from builders.audio.io import read_audio
from builders.backends.protocols import Speech, Voice
from builders.errors import BackendError, VivavoceError


class RecordedSpeech:
    """Recordings found by what they say and who says it.

    Args:
        file: The index.
        engine: Engine that made them, as voices name it.
    """

    def __init__(self, file: str, engine: str = "recorded") -> None:
        self._file = Path(file)
        if not self._file.is_file():
            raise VivavoceError(f"recorded speech: there is no index {file}")
        self.name = engine
        self.revision = f"recorded-{hashlib.sha256(self._file.read_bytes()).hexdigest()[:12]}"

    def synthesise(
        self, text: str, voice: Voice, *, seed: int = 0, style: dict[str, Any] | None = None
    ) -> Speech:
        """The recording of a text by a voice.

        Raises:
            BackendError: There is none of that text, voice, take and style.
            AudioFileError: It cannot be used as audio.
        """
        path = self._index.get(_key(text, voice.id, seed, style))
        if path is None:
            raise BackendError(
                f"{self._file} has no take {seed} of {text!r} by '{voice.id}'", transient=True
            )
        return Speech(*read_audio(path))

    @cached_property
    def _index(self) -> dict[str, Path]:
        found: dict[str, Path] = {}
        for number, line in enumerate(self._file.read_text("utf-8").split("\n"), start=1):
            if not line.strip():
                continue
            try:
                entry = json.loads(line)
                key = _key(entry["text"], entry["voice"], entry.get("seed", 0), entry.get("style"))
                found[key] = self._file.parent / entry["audio"]
            except (ValueError, KeyError, TypeError) as error:
                raise VivavoceError(
                    f"{self._file}, line {number}: not {{text, voice, audio}}: {error!r}"
                ) from error
        return found


def _key(text: str, voice: str, seed: int, style: dict[str, Any] | None) -> str:
    return json.dumps([text, voice, seed, style or {}], sort_keys=True, ensure_ascii=False)
