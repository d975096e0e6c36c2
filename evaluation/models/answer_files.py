"""Files of recorded answers, in every form that occurs.

Ours
    JSON lines with ``id`` and ``text``, and what a response has beside them (``config``,
    ``split``, ``audio``, ``asr_text``, ``seconds``, ``first_token``, ``first_audio``,
    ``duration``, ``usage``, ``error``). The ``responses.jsonl`` of a run is such a file.
VoiceBench
    ``<model>-<config>-<split>-<modality>.jsonl``: the row without its audio, and ``response``.
VocalBench
    ``<model>/json/<config>.json`` (list or JSON lines) with ``Qid`` and ``Response``; the
    transcripts of the spoken answers in ``json_asr/`` as ``Response_hyp``; the spoken answers in
    ``wav/<Qid>.wav`` or ``wav/<config>/<Qid>.wav``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builders.errors import VivavoceError
from evaluation.data.columns import first
from evaluation.data.listing import read_listing

_IDS = ("id", "Qid", "qid", "key", "question_id")
_TEXTS = ("text", "response", "Response")
_HEARD = ("asr_text", "Response_hyp")
_PROMPTS = ("prompt", "Question", "question")
_TIMES = ("seconds", "first_token", "first_audio", "duration")
_ENDINGS = (".json", ".jsonl")
_VOICEBENCH = (
    *("alpacaeval_full", "alpacaeval_speaker", "alpacaeval", "commoneval", "wildvoice"),
    *("openbookqa", "mmsu", "sd-qa", "mtbench", "ifeval", "bbh", "advbench"),
)
_VOICEBENCH_NAME = re.compile(
    rf"(?:.*-)?(?P<config>{'|'.join(_VOICEBENCH)})-(?P<split>\w+)-(?:audio|text|ttft)"
)


@dataclass(frozen=True)
class Found:
    """A recorded answer; attributes as in :class:`evaluation.contracts.Response`."""

    text: str | None
    id: str | None = None
    prompt: str | None = None
    config: str | None = None
    split: str | None = None
    audio: Path | None = None
    asr_text: str | None = None
    seconds: float | None = None
    first_token: float | None = None
    first_audio: float | None = None
    duration: float | None = None
    usage: Mapping[str, Any] = field(default_factory=dict)
    error: str | None = None


def read_answers(path: Path) -> list[Found]:
    """Read a file, or every file of a folder.

    Raises:
        VivavoceError: There is no such file, or a row of it is no answer.
    """
    if path.is_dir():
        return list(_folder(path))
    if not path.is_file():
        raise VivavoceError(f"{path}: no such file of recorded answers")
    named = _VOICEBENCH_NAME.fullmatch(path.stem)
    config = named["config"] if named else None
    split = named["split"] if named else None
    return list(_rows(path, config, split, {}, path.parent))


def _folder(path: Path) -> Iterator[Found]:
    if (path / "json").is_dir():
        for file in _files(path / "json"):
            heard = {}
            for other in _files(path / "json_asr"):
                if other.stem == file.stem:
                    heard = {str(first(r, _IDS)): first(r, _HEARD) for r in read_listing(other)}
            yield from _rows(file, file.stem, None, heard, path / "wav")
        return
    for file in _files(path):
        found = read_answers(file)
        stem = None if _VOICEBENCH_NAME.fullmatch(file.stem) else file.stem
        for answer in found:
            # A file named after a config speaks for that config alone.
            config = answer.config or (stem if stem and _vocalbench(answer) else None)
            yield Found(**{**answer.__dict__, "config": config})


def _vocalbench(answer: Found) -> bool:
    return answer.id is not None and answer.prompt is None


def _files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.glob("*") if p.suffix in _ENDINGS)


def _rows(
    path: Path,
    config: str | None,
    split: str | None,
    heard: Mapping[str, str | None],
    audio_folder: Path,
) -> Iterator[Found]:
    for number, row in enumerate(read_listing(path), start=1):
        where = f"{path}, row {number}"
        text, error = _string(row, _TEXTS, where), row.get("error")
        identity, prompt = first(row, _IDS), first(row, _PROMPTS)
        if identity is None and prompt is None:
            raise VivavoceError(
                f"{where}: no recorded answer: it has neither id nor prompt "
                f"(found: {', '.join(map(str, row))})"
            )
        if text is None and error is None and row.get("audio") is None:
            error = f"the recorded row has no answer ({', '.join(_TEXTS)})"
        id = None if identity is None else str(identity)
        own = row.get("config") or config
        yield Found(
            text=text,
            id=id,
            prompt=prompt,
            config=own,
            split=row.get("split") or split,
            audio=_audio(row, id, own, audio_folder),
            asr_text=_string(row, _HEARD, where) or heard.get(id or ""),
            **{name: _number(row, name, where) for name in _TIMES},
            usage=_mapping(row, "usage", where),
            error=None if error is None else str(error),
        )


def _string(row: Mapping[str, Any], names: tuple[str, ...], where: str) -> str | None:
    value = first(row, names)
    if not isinstance(value, str | None):
        raise VivavoceError(f"{where}: {' or '.join(names)} is no text: {value!r}")
    return value


def _number(row: Mapping[str, Any], name: str, where: str) -> float | None:
    value = row.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise VivavoceError(f"{where}: {name} is no time in seconds: {value!r}")
    return value


def _mapping(row: Mapping[str, Any], name: str, where: str) -> Mapping[str, Any]:
    value = row.get(name) or {}
    if not isinstance(value, dict):
        raise VivavoceError(f"{where}: {name} is no object: {value!r}")
    return value


def _audio(row: Mapping[str, Any], id: str | None, config: str | None, folder: Path) -> Path | None:
    """The spoken answer: as named, else the file of exactly this id."""
    named = row.get("audio")
    if isinstance(named, str):
        return folder / named
    if id is None or "/" in id:
        return None
    for name in (f"{id}.wav", f"{config}/{id}.wav", f"{id}.flac", f"{config}/{id}.flac"):
        if (folder / name).is_file():
            return folder / name
    return None
