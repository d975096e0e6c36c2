"""Recorded noise, music and speech in folders of known layouts.

=========  ==============================================  =====================================
layout     recognised by                                   licence
=========  ==============================================  =====================================
MUSAN      ``noise/``, ``music/`` and ``speech/``          CC BY 4.0 where a LICENSE lies beside
                                                           the recording, as in MUSAN
DEMAND     its places, such as ``DKITCHEN/ch01.wav``       CC BY-SA 3.0
FSD50K     a ``*_clips_info_FSD50K.json``                  that of each clip, from the JSON
any other  –                                               first line of LICENSE, or unknown
=========  ==============================================  =====================================

Nothing but names is read when a folder is listed; headers and samples are read where they are
needed. Hidden files are left out.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
import soundfile as sf

from builders.audio.io import to_rate
from builders.environment.material.loop import FADE, join
from builders.errors import VivavoceError

UNKNOWN = "unknown"
ENDINGS = {".wav", ".flac", ".ogg", ".mp3", ".aiff", ".aif", ".opus"}
_KINDS = ("noise", "music", "speech")
_DEMAND = re.compile(
    r"DKITCHEN|DLIVING|DWASHING|NFIELD|NPARK|NRIVER|OHALLWAY|OMEETING|OOFFICE|PCAFETER|PRESTO"
    r"|PSTATION|SCAFE|SPSQUARE|STRAFFIC|TBUS|TCAR|TMETRO"
)


@dataclass(frozen=True)
class Track:
    """One recording.

    Attributes:
        id: Path below the folder, with forward slashes.
        path: The file.
        license: SPDX name or short text; ``unknown`` where the folder does not say.
    """

    id: str
    path: Path
    license: str

    @cached_property
    def seconds(self) -> float:
        """Duration in seconds."""
        return float(_info(self.path).duration)

    @cached_property
    def sha256(self) -> str:
        """Hash of the file, in hexadecimal."""
        hashed = hashlib.sha256()
        with self.path.open("rb") as file:
            while block := file.read(1 << 20):
                hashed.update(block)
        return hashed.hexdigest()


def _info(path: Path) -> sf._SoundFileInfo:
    try:
        return sf.info(path)
    except sf.LibsndfileError as error:
        raise VivavoceError(
            f"{path}: not readable as audio ({error.error_string}); remove it from the folder"
        ) from error


@lru_cache(maxsize=32)
def tracks(folder: str, kind: str = "noise") -> tuple[Track, ...]:
    """Recordings of one kind in a folder, in the order of their ids.

    Args:
        folder: The folder.
        kind: ``noise``, ``music`` or ``speech``; matters for MUSAN alone.

    Raises:
        VivavoceError: The folder is absent or holds no audio of that kind.
    """
    root = Path(folder)
    if not root.is_dir():
        raise VivavoceError(f"{folder}: no such folder of {kind}")
    if kind not in _KINDS:
        raise VivavoceError(f"kind must be one of {', '.join(_KINDS)}, not '{kind}'")
    found = _read_layout(root, kind)
    if not found:
        raise VivavoceError(f"{folder}: no {kind} here ({', '.join(sorted(ENDINGS))} are read)")
    return tuple(sorted(found, key=lambda track: track.id))


def _read_layout(root: Path, kind: str) -> list[Track]:
    if all((root / name).is_dir() for name in _KINDS):
        return [Track(_id(root, p), p, _musan_license(root, p.parent)) for p in _audio(root / kind)]
    places = [p for p in _audio(root) if p.name == "ch01.wav" and _DEMAND.match(p.parent.name)]
    if places:
        # The channels of one place were recorded at once: the first stands for all.
        return [Track(_id(root, p), p, "CC-BY-SA-3.0") for p in places]
    listed = sorted(root.rglob("*_clips_info_FSD50K.json"))
    if listed:
        licenses = {
            name: clip.get("license", UNKNOWN)
            for file in listed
            for name, clip in json.loads(file.read_text(encoding="utf-8")).items()
        }
        return [Track(_id(root, p), p, licenses.get(p.stem, UNKNOWN)) for p in _audio(root)]
    return [Track(_id(root, p), p, _stated_license(root, p.parent)) for p in _audio(root)]


def _audio(root: Path) -> list[Path]:
    return [
        p
        for p in root.rglob("*")
        if p.suffix.lower() in ENDINGS and not p.name.startswith(".") and p.is_file()
    ]


def _id(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()


def _musan_license(root: Path, folder: Path) -> str:
    if (folder / "LICENSE").is_file():
        return f"CC-BY-4.0 (see {_id(root, folder)}/LICENSE)"
    return _stated_license(root, folder)


def _stated_license(root: Path, folder: Path) -> str:
    """First line of the LICENSE file nearest to the recording."""
    while True:
        for name in ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "LICENCE.txt"):
            if (folder / name).is_file():
                lines = (folder / name).read_text(encoding="utf-8", errors="replace").split("\n")
                return next((x.strip(" #") for x in lines if x.strip(" #")), UNKNOWN)[:80]
        if folder == root:
            return UNKNOWN
        folder = folder.parent


def digest(found: Sequence[Track]) -> str:
    """Hash over the ids and contents of recordings, in hexadecimal."""
    text = "\n".join(f"{track.id} {track.sha256}" for track in found)
    return hashlib.sha256(text.encode()).hexdigest()


def read(
    folder: str,
    track_id: str,
    start: float,
    frames: int,
    sampling_rate: int,
    sha256: str | None = None,
) -> np.ndarray:
    """Part of a recording, begun again with a cross-fade where it ends.

    Args:
        folder: The folder.
        track_id: Path of the file below it.
        start: Where to begin, in seconds.
        frames: Number of samples wanted.
        sampling_rate: Wanted rate in Hz.
        sha256: Hash that the file must have, if given.

    Returns:
        Shape ``(frames,)``, float32, mono.

    Raises:
        VivavoceError: The file is gone, damaged, empty, or not the one that was drawn.
    """
    path = Path(folder) / track_id
    if not path.is_file():
        raise VivavoceError(f"{path}: the recording that was drawn is not in the folder any more")
    if sha256 is not None and _hash(path, path.stat().st_mtime_ns) != sha256:
        raise VivavoceError(f"{path}: the recording has changed since it was drawn; draw again")
    return _segment(path, path.stat().st_mtime_ns, start, frames, sampling_rate)


@lru_cache(maxsize=4096)
def _hash(path: Path, modified: int) -> str:
    return Track("", path, "").sha256


# Levels of one row use the same segment one after the other.
@lru_cache(maxsize=2)
def _segment(
    path: Path, modified: int, start: float, frames: int, sampling_rate: int
) -> np.ndarray:
    total, rate = _info(path).frames, _info(path).samplerate
    if total == 0:
        raise VivavoceError(f"{path}: the recording has no samples")
    needed = -(-frames * rate // sampling_rate) + 1
    fade = min(round(FADE * rate), total // 2)
    begin = int(start * rate) % total
    if total - begin < fade:
        begin = 0
    with sf.SoundFile(path) as file:
        piece = _mono(file, begin, needed)
        while piece.size < needed:
            piece = join(piece, _mono(file, 0, needed - piece.size + fade), fade)
    samples = to_rate(piece[:needed], rate, sampling_rate)[:frames]
    samples.flags.writeable = False
    return samples


def _mono(file: sf.SoundFile, begin: int, count: int) -> np.ndarray:
    file.seek(begin)
    return file.read(count, dtype="float32", always_2d=True).mean(axis=1)
