"""The resources that maskers draw on: folders of recordings, and voices for babble."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from builders.environment.assets import Assets, make_anew


def assets(
    tts: Callable[[], Any],
    language: str,
    folders: Mapping[str, str] | None = None,
    voices: Sequence[str] | None = None,
    cached: Callable[[str, dict[str, Any], Callable[[], Any]], Any] = make_anew,
) -> Assets:
    """Bring the resources of a run together.

    Args:
        tts: Gives the speech engine; called only where babble has to be spoken.
        language: Language of the babble.
        folders: Folder of each corpus of recordings.
        voices: The engine's names of the voices that babble is spoken by.
        cached: As :meth:`builders.step.Context.cached`.
    """

    def speak(sampling_rate: int) -> Any:
        from builders.environment.material.speakers import embedded_speakers

        return embedded_speakers(tts(), cached, language, voices)(sampling_rate)

    return Assets(
        folders=folders or {},
        cached=cached,
        speakers=speak,
        speakers_id=f"{language} {' '.join(voices or [])}",
    )
