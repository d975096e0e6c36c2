"""Measuring models beside the judges: recogniser, opinion score, emotion, answer equivalence.

They listen to the spoken answers of a run. What they find is kept as judgements, so that it is
resumed, replaced and named in scores like any other.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from builders.backends.registry import load_backend
from builders.errors import BackendError, VivavoceError, unknown_name
from evaluation.contracts import Judgement, Row
from evaluation.judges.entry import Entry, Judge, answer_hash, key_of
from evaluation.metrics._rows import answer

# Task → kind of backend, and the backend that the project brings along.
BACKENDS = {"asr": ("asr", "whisper_base"), "mos": ("mos", "dnsmos"), "emotion": ("emotion", None)}
MEASURES = (*BACKENDS, "panda")


def load_measure(name: str, run: Path, options: dict[str, Any] | None = None) -> tuple[str, Judge]:
    """A measuring model.

    Args:
        name: ``asr``, ``mos``, ``emotion`` or ``panda``; a backend may follow, as in
            ``asr=faster_whisper``.
        run: Folder of the run, where the audio lies.
        options: Options of the backend.

    Returns:
        Its name as a judge, and the judge.

    Raises:
        VivavoceError: Unknown name, or a kind without a backend of the project's own.
    """
    task, _, backend = name.partition("=")
    if task == "panda":
        return "panda", Panda()
    if task not in BACKENDS:
        raise unknown_name("measure", task, MEASURES)
    kind, default = BACKENDS[task]
    if not (backend or default):
        raise VivavoceError(
            f"the project brings no {kind} model along: say which backend to use, "
            f"--measure {task}=NAME"
        )
    chosen = backend or str(default)
    return f"{task}-{chosen}", Measured(task, load_backend(kind, chosen, options), run)


class Measured:
    """A backend that listens to spoken answers.

    Args:
        task: ``asr``, ``mos`` or ``emotion``.
        backend: Backend of that kind.
        run: Folder of the run.
    """

    workers = 1

    def __init__(self, task: str, backend: Any, run: Path) -> None:
        self.task, self.backend, self.run = task, backend, run
        self.id = f"{backend.name}:{backend.revision}"

    def handles(self, row: Row, task: str) -> bool:
        """A spoken answer that is there, and not recognised yet."""
        response = row.response
        if task != self.task or response is None or response.error is not None:
            return False
        return response.audio is not None and (task != "asr" or response.asr_text is None)

    def asked(self, row: Row, task: str) -> str:
        """The model's revision."""
        return self.id

    def judge(self, row: Row, task: str) -> Entry:
        """Measure one answer. A clip that cannot be read or measured is an error of its row."""
        from builders.audio import read_audio

        said: dict[str, Any] = {}
        transient = False
        try:
            assert row.response is not None and row.response.audio is not None
            samples, rate = read_audio(self.run / row.response.audio)
            said = self._measure(samples, rate, row.example.language)
        except BackendError as error:
            said, transient = {"error": str(error)}, error.transient
        except VivavoceError as error:
            said = {"error": str(error)}
        judgement = Judgement(id=row.example.id, task=task, judge=self.id, **said)
        details = {"model": self.id}
        return Entry(key_of(row), judgement, answer_hash(row), self.id, details, transient)

    def _measure(self, samples: Any, rate: int, language: str) -> dict[str, Any]:
        if self.task == "asr":
            return {"raw": self.backend.transcribe(samples, rate, language).text}
        if self.task == "mos":
            return {"score": float(self.backend.score(samples, rate))}
        table = self.backend.classify(samples, rate)
        best = max(table, key=lambda label: table[label])
        return {"category": best, "raw": json.dumps(table, ensure_ascii=False)}


class Panda:
    """Learned answer equivalence (PEDANTS) as a judge of SD-QA."""

    workers = 1
    id = "qa-metrics"

    def handles(self, row: Row, task: str) -> bool:
        """An answer with a reference."""
        return task == "panda" and answer(row) is not None and bool(row.example.reference)

    def asked(self, row: Row, task: str) -> str:
        """Version of the package.

        Raises:
            MissingExtraError: The package is not installed.
        """
        from evaluation.metrics.pedants import _matcher

        return str(_matcher()[1])

    def judge(self, row: Row, task: str) -> Entry:
        """Verdict on one row."""
        from evaluation.metrics.pedants import judge_panda

        said = judge_panda([row])[0]
        return Entry(key_of(row), said, answer_hash(row), said.judge, {"model": said.judge})


def with_transcript(row: Row) -> Row:
    """The row with what the recogniser heard, where the run itself did not say."""
    heard = row.judgements.get("asr")
    if heard is None or heard.error is not None or row.response is None:
        return row
    if row.response.asr_text is not None:
        return row
    return replace(row, response=replace(row.response, asr_text=heard.raw))
