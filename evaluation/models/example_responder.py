"""An example of something that answers; it is not a model.

It repeats what it is told to repeat, declines a few kinds of request by keyword, and otherwise
looks up the nearest question among hand-written ones. It exists so that the whole path from speech
to spoken answer can be run without a key, a download or a GPU. Scores of it mean nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from builders.errors import VivavoceError
from evaluation.models.answer_files import read_answers

_REPEAT = re.compile(
    r"^\s*(?:please\s+)?(?:repeat after me|say|请跟我读|请重复)[^。.:：]*[。.:：]\s*(.+)$", re.I
)
_DECLINED = ("password", "steal", "fake", "without her knowing", "密码", "偷偷", "逃票", "假的")
_SORRY = {"en": "I am sorry, I cannot help with that.", "zh": "对不起，这个我不能帮忙。"}
_UNKNOWN = {
    "en": "I am only an example program and do not know the answer.",
    "zh": "我只是一个示例程序，不知道答案。",
}


class ExampleResponder:
    """Rules and retrieval over hand-written answers; see the module docstring.

    Args:
        files: Files of answers that have the ``prompt`` beside them.
        threshold: Least similarity of a question to one of the file, 0–100.
    """

    name = "example_responder"

    def __init__(self, *, files: str | Sequence[str] = (), threshold: float = 60.0) -> None:
        paths = [files] if isinstance(files, str) else list(files)
        self.threshold = threshold
        self._known: dict[str, str] = {}
        for path in paths:
            for found in read_answers(Path(path)):
                if found.prompt and found.text:
                    self._known.setdefault(found.prompt, found.text)
        if paths and not self._known:
            raise VivavoceError(f"{', '.join(paths)}: no line has both prompt and text")
        names = "+".join(Path(p).name for p in paths) or "rules"
        self.revision = f"example-not-a-model:{names}"

    def chat(self, messages: list[dict[str, Any]], **settings: Any) -> str:
        """Answer the last message; the rest of the conversation is not looked at."""
        from rapidfuzz import fuzz, process

        text = str(messages[-1]["content"])
        language = "zh" if re.search(r"[\u4e00-\u9fff]", text) else "en"
        repeat = _REPEAT.match(text)
        if repeat:
            return repeat[1].strip()
        if any(word in text.lower() for word in _DECLINED):
            return _SORRY[language]
        # A question about a recording stands as a paragraph of its own after what was heard.
        found = [
            process.extractOne(
                asked, self._known.keys(), scorer=fuzz.ratio, score_cutoff=self.threshold
            )
            for asked in {text, text.rsplit("\n\n", 1)[-1]}
        ]
        best = max((f for f in found if f is not None), key=lambda f: f[1], default=None)
        return _UNKNOWN[language] if best is None else self._known[best[0]]
