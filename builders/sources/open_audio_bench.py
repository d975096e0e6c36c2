"""OpenAudioBench: five spoken sets, four of questions and one of instructions.

Licence: Apache-2.0 on the Hub. Citation: T. Li et al., Baichuan-Audio, 2025, arXiv:2502.17239,
https://huggingface.co/datasets/baichuan-inc/OpenAudioBench.
Format: ``eval_datas/<set>/<set>.csv`` with a column ``audio_filename`` for ``audios/<name>``;
question and answer are named differently in each set. ``reasoning_qa`` is in Chinese.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.errors import unknown_name
from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.source import Source
from builders.step import Rejected

COLUMNS = {
    "alpaca_eval": ("instruction", "output"),
    "llama_questions": ("Questions", "Answer"),
    "reasoning_qa": ("Prompt", "参考答案"),
    "trivia_qa": ("question", "answer_normalized_aliases"),
    "web_questions": ("question", "answers"),
}
"""Columns of question and answer in each set."""

SOURCE = Source(
    name="open_audio_bench",
    title="OpenAudioBench",
    language="en",
    license="Apache-2.0",
    homepage="https://huggingface.co/datasets/baichuan-inc/OpenAudioBench",
    home={"hub": "baichuan-inc/OpenAudioBench", "revision": "main", "file": "eval_datas/{set}/*"},
)


def read(
    where: Any = None, *, set: str = "reasoning_qa", audio: bool = True
) -> Iterator[Item | Rejected]:
    """Read one set; ids are the names of the recordings.

    Args:
        where: The folder ``eval_datas``, the one above it, or the one below.
        set: Name of the set.
        audio: Import the recordings.

    Raises:
        VivavoceError: No such set.
    """
    if set not in COLUMNS:
        raise unknown_name("set", set, COLUMNS, SOURCE.title)
    question, answer = COLUMNS[set]

    def make(row: dict[str, Any], path: Path) -> Draft:
        name = row["audio_filename"]
        return Draft(
            id=f"{set}-{Path(name).stem}",
            prompt=row[question],
            reference=row[answer] or None,
            fields={"set": set},
            language="zh" if set == "reasoning_qa" else "en",
            audio=path.parent / "audios" / name if audio else None,
        )

    files = (f"eval_datas/{set}/{set}.csv", f"{set}/{set}.csv", f"{set}.csv")
    return items(SOURCE, where, make, files=files)
