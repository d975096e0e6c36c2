"""From an answer to the line that is logged."""

from __future__ import annotations

import math

from builders.redact import redact
from evaluation.contracts import Response
from evaluation.models.contract import Answer, Question
from evaluation.run.folder import RunFolder, to_line
from evaluation.run.jsonl import dump

_TIMES = ("seconds", "first_token", "first_audio", "duration")


def record(folder: RunFolder, question: Question, answer: Answer) -> bool:
    """Log what came of a question; its speech is written first.

    An answer that cannot be written as JSON, or with a time that is none, is an error of its row.

    Args:
        folder: The run.
        question: What was asked.
        answer: What came.

    Returns:
        Whether there is an answer.
    """
    example = question.example
    try:
        response = _response(folder, question, answer)
        dump(to_line(example.config, example.split, response))
    except (TypeError, ValueError) as error:
        response = Response(question.id, error=f"unusable answer: {error}")
    folder.append(example.config, example.split, response)
    return response.error is None


def _response(folder: RunFolder, question: Question, answer: Answer) -> Response:
    example = question.example
    times = {name: _time(name, getattr(answer, name)) for name in _TIMES}
    audio: str | None = None
    error = answer.error if answer.error is None else redact(answer.error)
    if answer.speech is not None and error is None:
        audio = folder.save_speech(example.config, example.split, question.id, answer.speech)
        times["duration"] = round(answer.speech.seconds, 4)
    if error is None and audio is None and not (answer.text or "").strip():
        error = "empty answer: neither text nor speech"
    return Response(
        id=question.id,
        text=answer.text if error is None else None,
        audio=audio,
        asr_text=answer.asr_text,
        usage=answer.usage,
        error=error,
        **times,
    )


def _time(name: str, value: float | None) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not math.isfinite(value) or value < 0:
        raise ValueError(f"{name} is {value}")
    return round(value, 4)
