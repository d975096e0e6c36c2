"""Voice sets (``recipes/voices/*.yaml``) and the seeded, balanced choice of a voice for a row."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import yaml

from builders.backends.protocols import Voice
from builders.errors import VivavoceError, unknown_name
from builders.step import keyed_rng
from builders.weights.resolve import sha256

_KEYS = frozenset(Voice.__dataclass_fields__)


def voices_root() -> Path:
    """Folder of the voice sets: ``recipes/voices`` here, else that of the project."""
    here = Path("recipes") / "voices"
    return here if here.is_dir() else Path(__file__).resolve().parents[2] / here


@cache
def voice_set(name: str, root: Path | None = None) -> tuple[Voice, ...]:
    """All voices of a set.

    Args:
        name: File name without ending.
        root: Folder of the sets.

    Raises:
        VivavoceError: There is no such set, or an entry is not a voice.
    """
    folder = root or voices_root()
    path = folder / f"{name}.yaml"
    if not path.is_file():
        unknown = unknown_name(
            "voice set", name, [p.stem for p in folder.glob("*.yaml")], str(folder)
        )
        raise VivavoceError(
            f"{unknown}; 'vivavoce voices build' makes the sets of the papers from their sources"
        )
    raw = yaml.safe_load(path.read_text("utf-8"))
    shared: dict[str, Any] = raw.get("defaults") or {}
    voices = []
    for number, entry in enumerate(raw.get("voices") or [], start=1):
        merged = {**shared, **entry}
        for key in merged:
            if key not in _KEYS:
                raise unknown_name("key", key, _KEYS, f"{path}, voice {number}")
        try:
            voices.append(Voice(**merged))
        except TypeError as error:
            raise VivavoceError(f"{path}, voice {number}: {error}") from error
    if len({v.id for v in voices}) != len(voices) or not voices:
        raise VivavoceError(f"{path}: a voice set needs voices with different ids")
    return tuple(voices)


def all_voices(root: Path | None = None) -> list[Voice]:
    """Every voice of every set."""
    folder = root or voices_root()
    return [v for path in sorted(folder.glob("*.yaml")) for v in voice_set(path.stem, root)]


@cache
def find_voice(id_or_name: str, root: Path | None = None) -> Voice:
    """One voice by its id, in any set.

    Raises:
        VivavoceError: There is none; the closest ids are named.
    """
    known = {voice.id: voice for voice in all_voices(root)}
    if id_or_name not in known:
        raise unknown_name("voice", id_or_name, known, str(root or voices_root()))
    return known[id_or_name]


def choose_voice(
    voices: tuple[Voice, ...],
    seed: int,
    row_id: str,
    *,
    language: str | None,
    gender: str | None = None,
) -> Voice:
    """Choose the voice of a row.

    Every voice draws a number from seed, row id and its own id, and the highest wins: rows do not
    depend on each other, a voice added or removed moves only the rows it gains or loses, and over
    many rows all voices are used equally often.

    Args:
        voices: A voice set.
        seed: Global seed.
        row_id: Id of the row.
        language: Voices of other languages are left out; ``None`` leaves out none.
        gender: ``female`` or ``male``, where the row asks for one.

    Raises:
        VivavoceError: No voice fits.
    """
    fitting = [
        v
        for v in voices
        if language in (None, v.language) and (gender is None or v.gender == gender)
    ]
    if not fitting:
        spoken = ", ".join(sorted({v.language for v in voices}))
        raise VivavoceError(
            f"row '{row_id}': the voice set has no voice for language '{language}'"
            + (f" and gender '{gender}'" if gender else "")
            + f" (it speaks: {spoken}); choose another set of recipes/voices"
        )
    return max(fitting, key=lambda v: keyed_rng(seed, row_id, f"voice {v.id}").random())


def voice_set_content(params: dict[str, Any]) -> list[dict[str, Any]]:
    """All voices of the set that the parameter ``voices`` names, for the key of a result.

    A speech prompt counts by its content: another recording under the same name speaks otherwise.
    """
    return [asdict(voice) | prompt_content(voice) for voice in voice_set(params["voices"])]


def prompt_content(voice: Voice) -> dict[str, str]:
    """``{"prompt": hash}`` of the recording that a voice is cloned from; empty where none is."""
    prompt = Path(voice.prompt_audio) if voice.prompt_audio else None
    if prompt is None or not prompt.is_file():
        return {}
    found = prompt.stat()
    return {"prompt": _content(prompt, found.st_mtime_ns, found.st_size)}


@lru_cache(maxsize=10_000)
def _content(prompt: Path, changed: int, size: int) -> str:
    return sha256(prompt)
