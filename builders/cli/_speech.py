"""What commands on speech share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from builders.errors import VivavoceError, unknown_name

if TYPE_CHECKING:
    from builders.item import Word

DOUBTFUL = 0.2
"""Mean word score below which the text is probably not that of the recording."""


def known_language(language: str) -> str:
    """The language, if it is one that is spoken here.

    Raises:
        VivavoceError: It is neither ``en`` nor ``zh``.
    """
    if language not in {"en", "zh"}:
        raise unknown_name("language", language, ["en", "zh"], "--language")
    return language


def mean_score(words: Sequence[Word]) -> float | None:
    """Mean of the word scores of an aligner, 0–1; ``None`` where it gives none."""
    scores = [word.score for word in words if word.score is not None]
    return sum(scores) / len(scores) if scores else None


def check_target(target: Path, source: Path) -> None:
    """Refuse an output that would overwrite its input, or that cannot be written as audio.

    Raises:
        VivavoceError: The remedy is named.
    """
    from builders.audio.io import format_of

    if target.is_dir():
        raise VivavoceError(f"{target} is a folder: name a file in it, such as {target}/out.wav")
    if target.resolve() == source.resolve() or (target.exists() and target.samefile(source)):
        raise VivavoceError(
            f"{target} is the input, which would be lost: write to another file, such as "
            f"{source.with_name(source.stem + '-out' + (source.suffix or '.wav'))}"
        )
    format_of(target)
