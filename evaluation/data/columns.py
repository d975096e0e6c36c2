"""From the columns of a published row to an example, whoever published it.

Released data name things in several ways; every way that occurs is listed here once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from builders.errors import VivavoceError
from evaluation.contracts import Example

# First of these columns that a row has. ``row_id`` is our own column where the family already
# has a column ``id`` of another meaning.
_IDS = ("row_id", "Qid", "qid", "id", "key", "question_id")
_PROMPTS = ("prompt", "Question", "question")
_REFERENCES = ("reference", "Answer", "answer", "Answer_zh")
_AUDIO = ("audio", "Audio")
# As spelt in the release → as it is meant; the misspelt name stays beside it.
_MISSPELT = {"Question_prmopt": "Question_prompt"}
_NOT_FIELDS = frozenset({"provenance", "source_revision", "license"})
_LANGUAGES = {"voicebench": "en", "ear": "en"}


def first(row: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    """Value of the first named column that is there and not null."""
    return next((row[name] for name in names if row.get(name) is not None), None)


def language_of(family: str, text: str) -> str:
    """Language of a row: that of its family, else that of its script.

    VocalBench-zh has English rows too, and the English VocalBench is read by the same suite.
    """
    if family in _LANGUAGES:
        return _LANGUAGES[family]
    return "zh" if any("\u4e00" <= c <= "\u9fff" for c in text) else "en"


def own_id(row: Mapping[str, Any], config: str, prompt: str) -> str:
    """Id of a row: its own, else one that follows from its text (VoiceBench has none)."""
    own = first(row, _IDS)
    if own is not None:
        return str(own)
    return f"{config}-{hashlib.sha256(prompt.encode()).hexdigest()[:12]}"


def to_example(
    row: Mapping[str, Any],
    *,
    family: str,
    config: str,
    split: str,
    audio: bytes | None,
    where: str,
    id_column: str | None = None,
    text_column: str | None = None,
) -> Example:
    """Make an example of a row.

    Args:
        row: Columns of the row, with or without audio.
        family: Family of the dataset.
        config: Its config.
        split: Its split.
        audio: Encoded audio.
        where: Place of the row, for messages.
        id_column: Column with the id, where the dataset states it.
        text_column: Column with the prompt, where the dataset states it.

    Raises:
        VivavoceError: The row has no text to ask.
    """
    prompt = row.get(text_column) if text_column else None
    prompt = first(row, _PROMPTS) if prompt is None else prompt
    if not isinstance(prompt, str) or not prompt.strip():
        raise VivavoceError(
            f"{where}: the row has no text; one of the columns {', '.join(_PROMPTS)} must hold it "
            f"(found: {', '.join(sorted(row))})"
        )
    prompt = prompt.strip()
    stated = row.get(id_column) if id_column else None
    identity = str(stated) if stated is not None else own_id(row, config, prompt)
    reference = first(row, _REFERENCES)
    fields = {k: v for k, v in row.items() if k not in _AUDIO and k not in _NOT_FIELDS}
    for wrong, right in _MISSPELT.items():
        if wrong in fields:
            fields.setdefault(right, fields[wrong])
    return Example(
        id=identity,
        family=family,
        config=config,
        split=split,
        prompt=prompt,
        language=language_of(family, prompt),
        reference=None if reference is None else str(reference),
        fields=fields,
        audio=audio,
        source_id=_source(row, identity),
    )


def _source(row: Mapping[str, Any], identity: str) -> str:
    """Source row: stated by our datasets; the members of a triplet belong together anyway."""
    found = first(row, ("triplet_id", "source_id"))
    return identity if found is None else str(found)
