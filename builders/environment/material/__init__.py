"""Noise and music to mix with speech: generated here, made from voices, or read from folders.

A corpus is a name. ``ambience``, ``music`` and ``coloured`` are generated and need nothing;
``babble`` is mixed from speech; any other name is a folder given under that name. ``draw`` chooses
a track and a place in it and returns JSON; ``render`` makes exactly those samples.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from builders.environment.assets import Assets
from builders.environment.material import babble
from builders.environment.material import folders as folders_module
from builders.environment.material.loop import LENGTH, looped
from builders.errors import unknown_name
from builders.step import keyed_rng

GENERATED = {
    "ambience": "builders.environment.material.ambience",
    "coloured": "builders.environment.material.coloured",
    "music": "builders.environment.material.music",
}
LICENSE = "Apache-2.0"
"""Licence of what is generated here: that of the project."""

_VERSION = 1


def draw(
    rng: np.random.Generator,
    corpus: str = "ambience",
    *,
    kind: str = "noise",
    folders: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Choose a track and a place in it.

    Args:
        rng: Keyed to the row.
        corpus: ``ambience``, ``music``, ``coloured``, ``babble`` or a name in ``folders``.
        kind: ``noise``, ``music`` or ``speech``, for folders that hold several kinds.
        folders: Folder of each corpus of recordings. A folder named ``babble`` holds the speech
            that babble is mixed from, in place of the embedded voices.

    Returns:
        ``corpus``, ``track``, ``start`` in seconds, ``license`` and what fixes the content:
        ``version`` of the generator or ``sha256`` of the file.

    Raises:
        VivavoceError: No such corpus, or its folder holds no audio.
    """
    place = float(rng.random())
    if corpus == "babble":
        speech = folders.get("babble") if folders else None
        track = babble.TRACKS[int(rng.integers(len(babble.TRACKS)))]
        return {
            "corpus": corpus,
            "track": track,
            "start": round(place * LENGTH, 3),
            **babble.source(speech),
        }
    if corpus in GENERATED:
        module = importlib.import_module(GENERATED[corpus])
        names = list(module.TRACKS)
        return {
            "corpus": corpus,
            "track": names[int(rng.integers(len(names)))],
            "start": round(place * LENGTH, 3),
            "license": LICENSE,
            "version": _VERSION,
        }
    if folders is None or corpus not in folders:
        raise unknown_name(
            "noise corpus", corpus, [*GENERATED, "babble", *(folders or {})], "setting 'corpus'"
        )
    tracks = folders_module.tracks(folders[corpus], kind)
    chosen = tracks[int(rng.integers(len(tracks)))]
    return {
        "corpus": corpus,
        "track": chosen.id,
        "start": round(place * chosen.seconds, 3),
        "license": chosen.license,
        "sha256": chosen.sha256,
    }


def render(
    drawn: dict[str, Any], frames: int, sampling_rate: int, assets: Assets | None = None
) -> np.ndarray:
    """Samples of what was drawn, looped with a cross-fade where the track is shorter.

    Args:
        drawn: What :func:`draw` returned.
        frames: Number of samples.
        sampling_rate: In Hz.
        assets: Folders, voices and store.

    Returns:
        Shape ``(frames,)``, float32, at the track's own level.

    Raises:
        VivavoceError: The folder is not given, the file is gone or has changed, or no voice is at
            hand for babble.
    """
    assets = assets or Assets()
    corpus, track, start = drawn["corpus"], drawn["track"], drawn["start"]
    if corpus == "babble":
        whole = babble.track(track, sampling_rate, assets)
        return looped(whole, round(start * sampling_rate), frames, sampling_rate)
    if corpus in GENERATED:
        whole = _generated(corpus, track, sampling_rate)
        return looped(whole, round(start * sampling_rate), frames, sampling_rate)
    if corpus not in assets.folders:
        raise unknown_name(
            "noise corpus", corpus, [*GENERATED, "babble", *assets.folders], "setting 'folders'"
        )
    return folders_module.read(
        assets.folders[corpus], track, start, frames, sampling_rate, drawn.get("sha256")
    )


@lru_cache(maxsize=24)
def _generated(corpus: str, track: str, sampling_rate: int) -> np.ndarray:
    module = importlib.import_module(GENERATED[corpus])
    rng = keyed_rng(0, f"{corpus}/{track}", "material")
    samples = module.TRACKS[track](rng, round(LENGTH * sampling_rate), sampling_rate)
    samples = (samples * (0.1 / np.sqrt(np.mean(np.square(samples))))).astype(np.float32)
    samples.flags.writeable = False
    return samples


__all__ = ["GENERATED", "LICENSE", "draw", "render"]
