"""Write a voice set: prompts as audio files, voices as YAML."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from builders.errors import VivavoceError
from builders.voices.build import BuiltSet


def write_voice_set(
    built: BuiltSet, path: Path, audio: Path, *, engine: str, about: str
) -> list[dict[str, Any]]:
    """Write ``path`` and the prompts it names.

    ``prompts.tsv`` beside the prompts lists all that were looked at, with what was measured and why
    some were left out, for those who decide (``--decisions``).

    Licences of most prompt corpora forbid passing the recordings on: keep ``audio`` out of version
    control. The set names them, their words and their licence.

    Args:
        built: The chosen prompts.
        path: Voice set to write, ``recipes/voices/<name>.yaml``.
        audio: Folder for the prompts.
        engine: Engine that is to clone them.
        about: First line of the file: what the set is and where it is from.

    Returns:
        The voices as written.

    Raises:
        VivavoceError: No prompt is left, or one has no words and so cannot be cloned.
    """
    if not built.kept:
        reasons = "; ".join(f"{reason}: {n}" for reason, n in built.reasons().items())
        raise VivavoceError(f"no speech prompt is left for {path} ({reasons or 'no rows'})")
    audio.mkdir(parents=True, exist_ok=True)
    voices = []
    for item, known in built.kept:
        if not item.prompt.strip():
            raise VivavoceError(
                f"speech prompt '{item.id}' has no words: recognise them first (--recognise)"
            )
        file = audio / f"{item.id}.flac"
        file.write_bytes(item.clip.data)
        speaker = item.provenance.speech.voice if item.provenance.speech else item.id
        voices.append(
            {
                "id": item.id,
                "name": speaker,
                "language": item.language,
                **known,
                "prompt_audio": file.as_posix(),
                "prompt_text": item.prompt.strip(),
                "license": item.license,
            }
        )
    _list(built, audio / "prompts.tsv")
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"# {about}", f"# {len(voices)} speech prompts; {len(built.left_out)} left out."]
    lines += [f"#   {reason}: {n}" for reason, n in built.reasons().items()]
    body = yaml.safe_dump(
        {"defaults": {"engine": engine}, "voices": voices},
        allow_unicode=True,
        sort_keys=False,
        width=200,
    )
    part = path.with_name(f".{path.name}.part")
    part.write_text("\n".join(lines) + "\n" + body, "utf-8")
    part.replace(path)
    return voices


def _list(built: BuiltSet, path: Path) -> None:
    verdicts = [(item.id, "kept") for item, _ in built.kept] + built.left_out
    lines = ["id\tmeasured\tverdict"]
    for name, verdict in verdicts:
        value = built.values.get(name)
        shown = "" if value is None else f"{value:.4f}"
        lines.append("\t".join([name, shown, " ".join(verdict.split())]))
    path.write_text("\n".join(lines) + "\n", "utf-8")
