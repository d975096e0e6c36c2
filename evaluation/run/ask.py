"""From an example to a question: speech or text, earlier turns, prompt setting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from builders.errors import VivavoceError, unknown_name
from builders.step import keyed_rng
from evaluation.contracts import Example
from evaluation.models.contract import Answer, Question, Turn
from evaluation.run.prompts import PROMPTS, Prompting

MODES = ("speech", "text")
MASKED = "…"
"""What stands for a masked word in the text twin of an EAR passage."""


@dataclass(frozen=True)
class Asking:
    """How rows are asked.

    Attributes:
        mode: ``speech``, or ``text`` for the text twin.
        prompt: Name of the prompt setting; see :mod:`evaluation.run.prompts`.
        system: System prompt.
        samples: Answers asked for each row.
        seed: Seed of the run; each call has one of its own that follows from it and the row.
    """

    mode: str = "speech"
    prompt: str = "base"
    system: str | None = None
    samples: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise unknown_name("mode", self.mode, MODES)
        if self.prompt not in PROMPTS:
            raise unknown_name("prompt setting", self.prompt, PROMPTS)
        if self.samples < 1:
            raise VivavoceError(f"--samples {self.samples}: at least one answer must be asked for")

    @property
    def prompting(self) -> Prompting:
        """The prompt setting."""
        return PROMPTS[self.prompt]

    def settings(self) -> dict[str, Any]:
        """All of it, as JSON values for the manifest."""
        return {
            "mode": self.mode,
            "prompt": f"{self.prompt}@{self.prompting.version}",
            "system": self.system,
            "samples": self.samples,
            "seed": self.seed,
        }

    def question(self, example: Example, sample: int = 0, *, heard: bool = True) -> Question:
        """The call for one row.

        Args:
            example: The row.
            sample: Number of the sample, from 0.
            heard: Whether the model is given audio; recorded answers need none.

        Raises:
            VivavoceError: The row has no audio, or a history that is none.
        """
        parts = []
        written = _written(example)
        if self.mode == "text" and written:
            parts.append(_passage(example.fields))
        elif self.mode == "speech" and heard and example.audio is None:
            raise VivavoceError("the row has no audio; ask it with --mode text")
        if self.mode == "text" or written:
            parts.append(example.prompt)
        text = "\n\n".join(part for part in parts if part) or None
        return Question(
            example=example,
            audio=example.audio if self.mode == "speech" else None,
            text=self.prompting.wrap(text, example.language, self.mode),
            history=_history(example.fields),
            system=self.system,
            sample=sample,
            seed=_seed(self.seed, example, sample),
        )

    def read_answer(self, answer: Answer) -> Answer:
        """Take apart what a prompt setting made the model say."""
        return self.prompting.read(answer)


def _written(example: Example) -> bool:
    """Whether the prompt is text beside the audio, as the question about an EAR passage is."""
    return example.family == "ear" or "triplet_id" in example.fields


def _passage(fields: Mapping[str, Any]) -> str | None:
    """What is said in an EAR passage, with ``…`` for the words under a mask."""
    transcript, words = fields.get("transcript"), fields.get("word_timestamps") or ()
    masks = fields.get("mask_spans") or ()
    if not transcript or not masks or not words:
        return transcript
    pieces, position = [], 0
    for word in words:
        span = word.get("span")
        if not span or not any(_covers(mask, word) for mask in masks):
            continue
        pieces += [transcript[position : span[0]], MASKED]
        position = span[1]
    return "".join([*pieces, transcript[position:]])


def _covers(mask: Mapping[str, Any], word: Mapping[str, Any]) -> bool:
    """Whether a mask hides at least half of a word."""
    common = min(mask["end"], word["end"]) - max(mask["start"], word["start"])
    return bool(common > 0 and common >= 0.5 * (word["end"] - word["start"]))


def _history(fields: Mapping[str, Any]) -> tuple[Turn, ...]:
    """Earlier turns: ``Context`` of VocalBench, a list of ``{from, value}``."""
    context = fields.get("Context") or ()
    turns = []
    for turn in context:
        role = {"user": "user", "human": "user", "assistant": "assistant", "gpt": "assistant"}.get(
            str(turn.get("from")).lower()
        )
        if role is None or not turn.get("value"):
            raise VivavoceError(
                f"Context holds a turn that is neither user's nor assistant's: {turn}"
            )
        turns.append(Turn(role, str(turn["value"])))
    return tuple(turns)


def _seed(seed: int, example: Example, sample: int) -> int:
    key = f"{example.config}/{example.split}/{example.id}"
    return int(keyed_rng(seed, key, f"sample {sample}").integers(2**31))
