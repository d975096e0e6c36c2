"""The contract of a condition: names of its levels, a plan that touches no audio, and the deed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Protocol, TypeAlias

import numpy as np
from pydantic import Field

from builders.environment.assets import Assets

Params: TypeAlias = dict[str, Any]
"""What a plan fixed or drew, as a JSON value: with the clip, all that determines the result."""

Ceiling: TypeAlias = Annotated[float, Field(gt=0.0, le=1.0)]
"""Largest peak that a result may have, full scale = 1."""

Changed: TypeAlias = tuple[np.ndarray, dict[str, Any]]
"""Float32 samples, shape ``(frames,)``, and what was measured on them, as a JSON value."""


class Condition(Protocol):
    """A module of this form.

    Attributes:
        LEVELS: Every published level.
        HEADLINE: The level that the papers' main table reports.
    """

    LEVELS: Sequence[Any]
    HEADLINE: Any

    def label(self, level: Any) -> str:
        """Published name of a level."""

    def plan(self, rng: np.random.Generator, level: Any, **settings: Any) -> Params:
        """Draw or fix all that :meth:`apply` needs; touches no audio.

        Args:
            rng: Keyed to the row and the condition, not to the level.
            level: One of :attr:`LEVELS`, or another of its kind.
            settings: What the papers leave open; keyword arguments of each condition.

        Raises:
            VivavoceError: The level or a setting is out of range.
        """

    def apply(
        self, samples: np.ndarray, sampling_rate: int, params: Params, assets: Assets | None = None
    ) -> Changed:
        """Do to a clip what the plan says; the same arguments give the same samples.

        Args:
            samples: Shape ``(frames,)``, float in [-1, 1].
            sampling_rate: In Hz.
            params: What :meth:`plan` returned.
            assets: Folders, voices and a store, for the conditions that use them.

        Returns:
            Float32 samples of the same shape, unless the condition says otherwise, and what was
            measured.

        Raises:
            SilentClipError: The clip has no speech that a level could be set against.
        """


def decimals(value: float, digits: int) -> str:
    """A level with so many decimals, or in full where those would give it another's name."""
    text = f"{value:.{digits}f}"
    return text if float(text) == value else f"{value:.12g}"
