"""One judgement with all that shaped it, as it stands in a file of judgements."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Protocol

from evaluation.contracts import Judgement, Row
from evaluation.metrics._rows import answer
from evaluation.run.folder import Key

_FIELDS = tuple(f.name for f in fields(Judgement))


@dataclass(frozen=True)
class Entry:
    """A judgement, what was judged and how.

    Attributes:
        key: Row.
        judgement: What was said, or why nothing was.
        answer: Hash of the answer that was judged; another answer needs another judgement.
        asked: Hash of all that was asked (prompt, model, settings); empty for judges that ask
            nobody.
        details: Prompt, its hash, model, settings, votes, for the ids of scores.
        transient: Whether another try may succeed; such a row is judged again.
    """

    key: Key
    judgement: Judgement
    answer: str
    asked: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
    transient: bool = False

    def line(self) -> dict[str, Any]:
        """JSON value of one line."""
        said = {n: v for n, v in asdict(self.judgement).items() if v not in (None, "")}
        shaped = {"answer": self.answer, "asked": self.asked, **self.details}
        if self.transient:
            shaped["transient"] = True
        return {"config": self.key.config, "split": self.key.split, **said, "by": shaped}

    @classmethod
    def load(cls, line: Mapping[str, Any]) -> Entry:
        """Read what :meth:`line` made."""
        details = dict(line["by"])
        return cls(
            key=Key(line["config"], line["split"], line["id"]),
            judgement=Judgement(**{n: line[n] for n in _FIELDS if n in line}),
            answer=details.pop("answer"),
            asked=details.pop("asked"),
            transient=bool(details.pop("transient", False)),
            details=details,
        )


class Judge(Protocol):
    """A judge of answers.

    Attributes:
        id: Which judge this is, beside prompt and votes.
        workers: Rows that may be judged at once.
    """

    id: str
    workers: int

    def handles(self, row: Row, task: str) -> bool:
        """Whether this judge has something to say on a task at all."""

    def asked(self, row: Row, task: str) -> str:
        """Hash of all that would be asked; see :class:`Entry`."""

    def judge(self, row: Row, task: str) -> Entry:
        """Judge one row.

        Raises:
            VivavoceError: No row can be judged (wrong key, missing prompt, used-up budget).
        """


def key_of(row: Row) -> Key:
    """Key of a row within a run."""
    return Key(row.example.config, row.example.split, row.example.id)


def answer_hash(row: Row) -> str:
    """Hash of what is judged: the text of the answer, and which speech goes with it."""
    spoken = row.response.audio if row.response is not None else None
    content = f"{answer(row) or ''}\x1f{spoken or ''}"
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]
