"""Prompt settings: what is written to a model beside the row itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from evaluation.models.contract import Answer


@dataclass(frozen=True)
class Prompting:
    """A prompt setting.

    Attributes:
        version: Raised whenever the words change.
        instructions: Language → text before the question; ``{what}`` is the word for it.
        marks: What the answer proper follows in the reply; empty where all of it is the answer.
    """

    version: int
    instructions: Mapping[str, str] = field(default_factory=dict)
    marks: tuple[str, ...] = ()

    def wrap(self, text: str | None, language: str, mode: str) -> str | None:
        """Text to write to the model, after the audio if there is any."""
        if not self.instructions or mode == "text":
            return text
        instruction = self.instructions.get(language, self.instructions["en"])
        return f"{instruction}\n\n{text}" if text else instruction

    def read(self, answer: Answer) -> Answer:
        """The answer proper; the whole reply is kept in ``usage`` under ``reply``."""
        if not self.marks or not answer.text:
            return answer
        marks = "|".join(re.escape(mark) for mark in self.marks)
        pieces = re.split(rf"(?im)^[\s*#]*(?:{marks})[\s*]*[:：][\s*]*", answer.text, maxsplit=1)
        if len(pieces) < 2 or not pieces[1].strip():
            return answer
        usage = {**answer.usage, "reply": answer.text}
        return replace(answer, text=pieces[1].strip(), usage=usage)


PROMPTS: dict[str, Prompting] = {
    "base": Prompting(version=1),
    # The "prompt enhancement" of EAR, figure 4; its wording is not printed, this one is ours.
    "transcribe_then_answer": Prompting(
        version=1,
        instructions={
            "en": (
                "First write down exactly what is said in the audio, on one line that begins with "
                "'Transcript:'. Then answer on the basis of that transcript, beginning with "
                "'Answer:'."
            ),
            "zh": (
                "请先逐字写出音频里说的话，以“听写：”开头单独成行；"
                "然后根据听写的内容回答，以“回答：”开头。"
            ),
        },
        marks=("answer", "回答", "答案"),
    ),
}
