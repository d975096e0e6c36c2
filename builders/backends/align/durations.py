"""The aligner of builds whose speech engine reports durations: no alignment at all."""

from __future__ import annotations

from typing import NoReturn

import numpy as np

from builders.errors import BackendError


class Durations:
    """Accepts the word times of the speech engine, and refuses every other row.

    The step ``align`` keeps the words that the engine gave; only a row without any comes here.
    """

    name = "durations"
    revision = "1"

    def align(self, samples: np.ndarray, sampling_rate: int, text: str, language: str) -> NoReturn:
        """Refuse.

        Raises:
            BackendError: Always: nothing but the engine knows these times.
        """
        raise BackendError(
            "the speech engine gave no word times; choose another aligner, such as 'ctc'"
        )
