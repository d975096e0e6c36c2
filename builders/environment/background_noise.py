"""Background noise at a signal-to-noise ratio (VocalBench-zh ``background_noise``).

The noise is a piece of a track of one corpus, chosen by seed: generated ambience by default,
babble, or recordings in a folder. See :mod:`builders.environment.material`.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from builders.audio.level import CEILING
from builders.environment import material
from builders.environment.assets import Assets
from builders.environment.contract import Ceiling, Changed, Params
from builders.environment.mix import SilentNoiseError, mix_at_snr
from builders.environment.white_noise import HEADLINE, LEVELS, label


def plan(
    rng: np.random.Generator,
    level: float,
    *,
    corpus: str = "ambience",
    kind: str = "noise",
    folders: Mapping[str, str] | None = None,
    ceiling: Ceiling = CEILING,
) -> Params:
    """Draw the noise.

    Args:
        rng: Keyed to the row and the condition, not to the level, so that the levels of one row
            share their noise and differ in its strength alone.
        level: Signal-to-noise ratio in dB over the speech-active part.
        corpus: ``ambience``, ``music``, ``coloured``, ``babble`` or a name in ``folders``.
        kind: ``noise``, ``music`` or ``speech``, for folders that hold several kinds.
        folders: Folder of each corpus of recordings.
        ceiling: Largest peak of the result.

    Raises:
        VivavoceError: The corpus does not exist or holds nothing.
    """
    noise = material.draw(rng, corpus, kind=kind, folders=folders)
    return {"snr_db": float(level), "noise": noise, "ceiling": ceiling}


def apply(
    samples: np.ndarray, sampling_rate: int, params: Params, assets: Assets | None = None
) -> Changed:
    """Add the noise.

    Returns:
        Float32 samples of the same shape, and what :func:`mix_at_snr` measured.

    Raises:
        SilentClipError: The clip has no speech.
        VivavoceError: The noise cannot be had, or is silent where the clip speaks.
    """
    noise = material.render(params["noise"], samples.size, sampling_rate, assets)
    try:
        return mix_at_snr(samples, noise, sampling_rate, params["snr_db"], params["ceiling"])
    except SilentNoiseError as error:
        track = f"{params['noise']['corpus']}/{params['noise']['track']}"
        raise SilentNoiseError(f"noise {track}: {error}") from error


__all__ = ["HEADLINE", "LEVELS", "apply", "label", "plan"]
