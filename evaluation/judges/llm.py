"""A language model as judge: asked in votes, read strictly, given one chance to restate."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from builders.backends.llm.failures import TRANSIENT, LLMError
from builders.backends.llm.messages import Request
from builders.backends.llm.template import Prompt, load_prompt
from builders.stage.store import digest
from evaluation.contracts import Judgement, Row
from evaluation.judges.entry import Entry, answer_hash, key_of
from evaluation.judges.parse import Kind, Unparsed, Verdict, parse
from evaluation.judges.prompts import CHOICES, request_for
from evaluation.judges.tasks import KINDS
from evaluation.judges.votes import settle

FORMS = {
    "score": "one whole number from 1 to 5",
    "yes_no": "the single word yes or no",
    "label": "one of the words explicit_repair, generic_refusal, other",
}
REPAIR_PROMPT = "judge_reply_format"


class LLMJudge:
    """Judges by any language-model backend, live or recorded.

    Args:
        backend: Backend of kind ``llm``.
        settings: Settings that win over those of the prompts, such as ``temperature`` or ``n``.
    """

    def __init__(self, backend: Any, settings: Mapping[str, Any] | None = None) -> None:
        self.backend, self.settings = backend, dict(settings or {})
        self.replays = bool(getattr(backend, "replays", False))
        self.id = f"recorded:{backend.model}" if self.replays else str(backend.revision)
        self.workers = 1 if self.replays else int(backend.concurrency)

    def handles(self, row: Row, task: str) -> bool:
        """Whether there is a prompt for the task."""
        return (row.example.config, task) in CHOICES

    def asked(self, row: Row, task: str) -> str:
        """Hash of prompt, model and settings."""
        request, _ = self._request(row, task)
        return digest(self.backend.key(request))[:16]

    def judge(self, row: Row, task: str) -> Entry:
        """Ask, read, settle. Raises as :class:`Judge` says."""
        kind = KINDS[task]
        request, prompt = self._request(row, task)
        wanted = int(request.settings.get("n", 1))
        texts: list[str] = []
        repaired: list[str | None] = []
        transient, value, reason, error = False, None, None, None
        try:
            texts = self._texts(request, wanted)
            votes = [self._read(request, text, kind, repaired) for text in texts]
            value = settle(votes, kind)
            reason = next((v.reason for v in votes if v is not None and v.reason), None)
        except LLMError as failure:
            error, transient = f"{failure.kind}: {failure.detail}", failure.kind in TRANSIENT
        except Unparsed as failure:
            refused = any(_refuses(text) for text in texts)
            error = f"{'the judge refused' if refused else 'unparsed'}: {failure}"
        return Entry(
            key=key_of(row),
            judgement=Judgement(
                id=row.example.id,
                task=task,
                judge=self._name(prompt, kind, len(texts) or wanted),
                score=value if isinstance(value, float) else None,
                category=value if isinstance(value, str) else None,
                raw=_raw(texts, repaired),
                reason=reason,
                error=None if error is None else " ".join(error.split())[:500],
            ),
            answer=answer_hash(row),
            asked=digest(self.backend.key(request))[:16],
            details={
                "prompt": prompt.id,
                "prompt_hash": prompt.content_hash,
                "model": self.id,
                "settings": {**request.settings},
            },
            transient=transient,
        )

    def _request(self, row: Row, task: str) -> tuple[Request, Prompt]:
        request, prompt = request_for(row, task, self.settings)
        if request.settings.get("n") == 1:  # some endpoints know no n
            rest = {k: v for k, v in request.settings.items() if k != "n"}
            request = replace(request, settings=rest)
        return request, prompt

    def _name(self, prompt: Prompt, kind: Kind, votes: int) -> str:
        how = "mean" if kind.name == "score" else "majority"
        return f"{self.id}/{prompt.id}" + (f"/{how}-of-{votes}" if votes > 1 else "")

    def _texts(self, request: Request, wanted: int) -> list[str]:
        """As many replies as there are votes, also where the endpoint gives one at a time."""
        texts: list[str] = []
        for take in range(wanted):
            left = wanted - len(texts)
            settings = {**request.settings, "n": left} if left > 1 else _without_n(request.settings)
            asked = request if not take else replace(request, settings=settings, take=take)
            reply = self.backend.ask(asked)
            texts += (reply.texts or (reply.text,))[:left]
            if len(texts) == wanted or self.replays:
                break
        return texts

    def _read(
        self, request: Request, text: str, kind: Kind, repaired: list[str | None]
    ) -> Verdict | None:
        """The verdict of one reply, after one repair attempt at most."""
        try:
            verdict = parse(text, kind)
        except Unparsed:
            again = self.backend.ask(_repair(request, text, kind)).text
            repaired.append(again)
            try:
                return parse(again, kind)
            except Unparsed:
                return None
        repaired.append(None)
        return verdict


def _repair(request: Request, text: str, kind: Kind) -> Request:
    prompt = load_prompt(REPAIR_PROMPT)
    said = {"role": "assistant", "content": text.strip() or "(empty)"}
    reminder = prompt.render(form=FORMS[kind.name])
    settings = {**_without_n(request.settings), **prompt.settings}
    return Request(
        request.id,
        [*request.messages, said, *reminder],
        settings,
        f"{request.template}+{prompt.id}",
    )


def _without_n(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in settings.items() if key != "n"}


def _raw(texts: list[str], repaired: list[str | None]) -> str:
    if len(texts) == 1 and not any(repaired):
        return texts[0]
    if not texts:
        return ""
    return json.dumps({"replies": texts, "restated": repaired}, ensure_ascii=False)


def _refuses(text: str) -> bool:
    from evaluation.metrics.refusal import refuses

    return refuses(text)
