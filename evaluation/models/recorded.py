"""Answers that were given before: our JSON lines, VoiceBench's, VocalBench's output folders.

A row's answer is looked for by config and id, then by id alone, then by the text of the prompt
(VoiceBench's files have no ids), then by the id of the source row, so that every noisy version of
a row has the answer of the clean one. An id or a text that stands for two different rows of
different configs is never guessed at.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from builders.errors import VivavoceError
from evaluation.contracts import Example
from evaluation.models.answer_files import Found, read_answers
from evaluation.models.contract import Answer, Question, Spoken, failed


class Recorded:
    """Replays recorded answers.

    Args:
        file: JSON lines of answers, or a folder of such files; also the output of the public
            VoiceBench and VocalBench scripts. See :mod:`evaluation.models.answer_files`.
        revision: Name of the model that answered; else that of the file with its hash.
    """

    name = "recorded"
    hears = False

    def __init__(self, *, file: str | Path, revision: str | None = None) -> None:
        self.file = Path(file)
        self._answers = read_answers(self.file)
        if not self._answers:
            raise VivavoceError(f"{self.file} holds no recorded answer")
        self.revision = revision or f"{self.file.name}+{_hash(self._answers)}"
        self._index = _Index(self._answers)

    def settings(self) -> dict[str, Any]:
        """Where the answers come from."""
        return {"file": str(self.file)}

    def answers(self, questions: Iterable[Question]) -> Iterator[tuple[Question, Answer]]:
        """Look every question up."""
        for question in questions:
            found = self._index.find(question.example, question.sample)
            if found is None:
                yield question, failed(f"not recorded: {self.file.name} has no answer for this row")
            else:
                yield question, self._answer(found)

    def close(self) -> None:
        """Nothing is held."""

    def _answer(self, found: Found) -> Answer:
        if found.error is not None:
            return failed(found.error)
        try:
            speech = None if found.audio is None else _speech(found.audio)
        except VivavoceError as error:
            return failed(str(error))
        return Answer(
            text=found.text,
            speech=speech,
            asr_text=found.asr_text,
            seconds=found.seconds,
            first_token=found.first_token,
            first_audio=found.first_audio,
            duration=found.duration,
            usage=found.usage,
        )


class _Index:
    """Answers by the ways a row can be known."""

    def __init__(self, answers: list[Found]) -> None:
        self._exact: dict[tuple[str | None, str, str], Found] = {}
        self._by_id: dict[str, list[Found]] = {}
        self._by_prompt: dict[str, list[Found]] = {}
        for found in answers:
            if found.id is not None:
                self._exact[found.config, found.split or "", found.id] = found
                self._by_id.setdefault(found.id, []).append(found)
            elif found.prompt:
                self._by_prompt.setdefault(found.prompt.strip(), []).append(found)

    def find(self, example: Example, sample: int) -> Found | None:
        """The answer for a row, ``None`` where there is none."""
        mark = f"#{sample}" if sample else ""
        own = self._exactly(example, example.id + mark)
        if own is not None:
            return own
        # An id repeats between configs, so an answer of another config is not this row's.
        candidates = [
            c
            for c in (
                *self._by_id.get(example.id + mark, ()),
                *(() if sample else self._by_prompt.get(example.prompt, ())),
            )
            if c.config in (None, example.config) and c.split in (None, "", example.split)
        ]
        alone = _single(candidates)
        if alone is not None or example.source_id in ("", example.id):
            return alone
        source = example.source_id + mark
        return self._exactly(example, source) or _single(self._by_id.get(source, ()))

    def _exactly(self, example: Example, id: str) -> Found | None:
        for split in (example.split, ""):
            found = self._exact.get((example.config, split, id))
            if found is not None:
                return found
        return None


def _single(candidates: Iterable[Found]) -> Found | None:
    """The only answer among the candidates."""
    found = list(candidates)
    if len({c.text for c in found}) > 1:
        return Found(None, error=f"ambiguous: {len(found)} recorded answers may be meant")
    return found[0] if found else None


def _speech(path: Path) -> Spoken:
    import soundfile as sf

    try:
        samples, rate = sf.read(path, dtype="float32", always_2d=True)
    except (OSError, sf.LibsndfileError) as error:
        raise VivavoceError(f"the recorded audio {path.name} cannot be read: {error}") from error
    if not samples.shape[0]:
        raise VivavoceError(f"the recorded audio {path.name} holds no samples")
    return Spoken(samples.mean(axis=1), rate)


def _hash(answers: list[Found]) -> str:
    text = "\n".join(f"{a.config}\x1f{a.id}\x1f{a.prompt}\x1f{a.text}" for a in answers)
    return hashlib.sha256(text.encode()).hexdigest()[:12]
