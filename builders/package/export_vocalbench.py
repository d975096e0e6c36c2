"""The layout of the released VocalBench data: one JSON list a config, WAV files in folders.

The names are those of the released files: ``Set``, ``Qid``, ``Audio`` (path of the WAV), then the
fields of the subset, ``Question_prmopt`` as it is spelt there. Fields without a value are null, as
there; ``robust_clean`` names the clips of ``single_round`` that it shares.
"""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from builders.errors import VivavoceError
from builders.package.export import SplitRows
from builders.package.layout import safe_name

_FOLDERS = {
    "chinese_knowledge": "knowledge/chinese",
    "foreign_knowledge": "knowledge/foreign",
    "general_knowledge": "knowledge/general",
    "cs_knowledge": "code_switching/knowledge",
    "cs_knowledge_en": "code_switching/knowledge_en",
    "cs_open_ended": "code_switching/open_ended",
    "instruction_following": "instruction",
}
_SETS = {
    "chinese_knowledge": "Chinese Knowledge",
    "foreign_knowledge": "Foreign Knowledge",
    "general_knowledge": "General Knowledge",
    "cs_knowledge": "Code-Switching Knowledge",
    "cs_knowledge_en": "Code-Switching Knowledge (en)",
    "cs_open_ended": "Code-Switching Open-ended",
    "creativity": "Creativity",
    "emotion": "Emotional Empathy",
    "instruction_following": "Instruction Following",
    "multi_round": "Multi-Round",
    "reasoning": "Reasoning",
    "robust": "Robust",
    "robust_clean": "Robust-clean",
    "safety": "Safety Alignment",
    "single_round": "Single-Round",
}
_SHARES = {"robust_clean": "single_round"}
"""Config → config whose clips it names where they are the same."""

_NAMES = {"Question_prompt": "Question_prmopt", "reference": "Answer"}


def write_split(split: SplitRows, out: Path) -> int:
    """Write one split; the splits of a config go into the same JSON file.

    Raises:
        VivavoceError: Two rows would have the same file.
    """
    listing = out / "json" / f"{split.config}.json"
    rows: list[dict[str, Any]] = []
    if listing.is_file():
        rows = json.loads(listing.read_text(encoding="utf-8"))
    written = 0
    shared = _clips(out / "audio", _SHARES.get(split.config))
    for row in split:
        samples, rate = _decoded(row[split.audio_column]["bytes"])
        path = shared.get(_digest(samples))
        if path is None:
            path = _audio_path(split, row)
            _write_wav(samples, rate, out / "audio" / path)
        rows.append(_fields(split, row, path))
        written += 1
    listing.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(rows, ensure_ascii=False, indent=2) + "\n"
    listing.write_text(text, encoding="utf-8")
    return written


def _audio_path(split: SplitRows, row: dict[str, Any]) -> str:
    """Path as released: folder of the subset, for ``robust`` also of condition and level."""
    parts = [_FOLDERS.get(split.config, split.config)]
    if row.get("Category") and row.get("Level"):
        parts += [_folder(row["Category"]), _folder(row["Level"])]
    elif not split.only:
        parts.append(split.split)
    qid = str(row.get("Qid", row[split.id_column]))
    head, _, number = qid.rpartition("-")
    # A running number stands for the id where the folder says the rest, as in the released configs.
    short = split.config in _SETS and head and number.isdigit()
    parts.append(f"{number if short else safe_name(qid)}.wav")
    return "/".join(parts)


def _folder(value: object) -> str:
    """Released levels hold dots (``dropping_0.70``), which are harmless inside a name."""
    return safe_name(str(value)).replace("%2E", ".").lstrip(".") or "_"


def _fields(split: SplitRows, row: dict[str, Any], path: str) -> dict[str, Any]:
    made: dict[str, Any] = {
        "Set": row.get("Set", _SETS.get(split.config, split.config)),
        "Qid": str(row.get("Qid", row[split.id_column])),
        "Audio": path,
    }
    for name in split.columns:
        if name not in made and name != split.id_column:
            made[_released(name, split)] = row[name]
    return made


def _released(name: str, split: SplitRows) -> str:
    """Name of a column in the released files."""
    if name == split.text_column:
        return "Question"
    other = _NAMES.get(name, name)
    return name if other in split.columns else other


def _clips(audio: Path, config: str | None) -> dict[str, str]:
    """Clips that a config has been given, by what is heard in them."""
    if config is None:
        return {}
    import soundfile as sf

    folder = audio / _FOLDERS.get(config, config)
    paths = sorted(folder.glob("*.wav"))
    return {
        _digest(sf.read(path, dtype="int16")[0]): path.relative_to(audio).as_posix()
        for path in paths
    }


def _decoded(data: bytes) -> tuple[np.ndarray, int]:
    import soundfile as sf

    samples, rate = sf.read(io.BytesIO(data), dtype="int16")
    return samples, int(rate)


def _digest(samples: np.ndarray) -> str:
    return hashlib.sha256(samples.tobytes()).hexdigest()


def _write_wav(samples: np.ndarray, rate: int, path: Path) -> None:
    import soundfile as sf

    if path.exists():
        raise VivavoceError(f"two rows would have the same file {path.name} in {path.parent.name}")
    path.parent.mkdir(parents=True, exist_ok=True)
    sf.write(path, samples, rate, format="WAV", subtype="PCM_16")
