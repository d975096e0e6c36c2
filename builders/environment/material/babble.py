"""Babble: several voices that talk at once (VoiceBench's background noise).

The voices come from a folder of speech, one speaker a sub-folder or a file, or from the project's
own speech engine, which then speaks the sentences of ``speakers.py`` once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from builders.audio.io import read_audio
from builders.audio.level import speech_level
from builders.environment.assets import Assets
from builders.environment.material import folders
from builders.environment.material.loop import FADE, LENGTH, join
from builders.errors import VivavoceError
from builders.step import keyed_rng

TRACKS = ("babble_0", "babble_1", "babble_2", "babble_3")
VOICES = 8
"""Most voices that talk at once."""

VERSION = 1
_KEPT: dict[tuple[str, int, str], np.ndarray] = {}


def source(speech: str | None) -> dict[str, Any]:
    """What fixes the content of babble: licence, and the hash of the speech in a folder."""
    if speech is None:
        return {"license": "Apache-2.0", "version": VERSION}
    found = folders.tracks(speech, "speech")
    licenses = sorted({track.license for track in found})
    return {"license": "; ".join(licenses), "version": VERSION, "sha256": folders.digest(found)}


def mix(
    speakers: Mapping[str, Sequence[np.ndarray]],
    rng: np.random.Generator,
    frames: int,
    sampling_rate: int,
    voices: int = VOICES,
) -> np.ndarray:
    """Mix speakers at equal speech level.

    Args:
        speakers: Clips of each speaker, each of shape ``(n,)``.
        rng: Draws the speakers, the order of their clips and where each begins.
        frames: Number of samples.
        sampling_rate: In Hz.
        voices: Most speakers that talk at once.

    Returns:
        Shape ``(frames,)``, float32, root mean square 0.1.

    Raises:
        VivavoceError: There are fewer than two speakers: one voice is no babble.
    """
    names = sorted(speakers)
    if len(names) < 2:
        raise VivavoceError(f"babble needs the speech of two speakers or more, not {len(names)}")
    fade = round(FADE * sampling_rate)
    total = np.zeros(frames, dtype=np.float64)
    for name in rng.permutation(names)[:voices]:
        clips = [_levelled(clip, sampling_rate) for clip in speakers[str(name)]]
        talk = np.zeros(0, dtype=np.float32)
        while talk.size < frames + clips[0].size:
            for index in rng.permutation(len(clips)):
                # A clip shorter than the fade would be swallowed whole, and the talk never grow.
                short = clips[index].size <= fade
                talk = join(talk, clips[index], clips[index].size // 2 if short else fade)
        begin = int(rng.integers(talk.size - frames + 1))
        total += talk[begin : begin + frames]
    return (total * (0.1 / np.sqrt(np.mean(total**2)))).astype(np.float32)


def _levelled(clip: np.ndarray, sampling_rate: int) -> np.ndarray:
    return (clip * (0.1 / speech_level(clip, sampling_rate).rms)).astype(np.float32)


def track(name: str, sampling_rate: int, assets: Assets) -> np.ndarray:
    """One track of :data:`TRACKS`, mixed once and kept.

    Raises:
        VivavoceError: Neither a folder of speech nor a speech engine is at hand.
    """
    speech = assets.folders.get("babble")
    kept = (name, sampling_rate, speech or f":{assets.speakers_id}")
    if kept not in _KEPT:
        speakers: Mapping[str, Sequence[np.ndarray]]
        if speech is not None:
            speakers = from_folder(speech, sampling_rate)
        elif assets.speakers is not None:
            speakers = assets.speakers(sampling_rate)
        else:
            raise VivavoceError(
                "babble needs speech: choose a speech engine, or give a folder of speech under "
                "folders: {babble: FOLDER}"
            )
        rng = keyed_rng(0, f"babble/{name}", "material")
        _KEPT[kept] = mix(speakers, rng, round(LENGTH * sampling_rate), sampling_rate)
    return _KEPT[kept]


def from_folder(folder: str, sampling_rate: int) -> dict[str, list[np.ndarray]]:
    """Clips by speaker: files of one sub-folder are one speaker, a file at the top is one too.

    Raises:
        VivavoceError: The folder holds no readable speech.
    """
    speakers: dict[str, list[np.ndarray]] = {}
    for found in folders.tracks(folder, "speech"):
        parts = Path(found.id).parts
        speaker = parts[0] if len(parts) > 1 else Path(found.id).stem
        samples, _ = read_audio(found.path, sampling_rate)
        speakers.setdefault(speaker, []).append(samples)
    return speakers
