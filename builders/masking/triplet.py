"""One aligned row becomes an original, an invariant and a degraded row, checked by ear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from builders.audio import Clip
from builders.environment.assets import Assets
from builders.item import Item
from builders.masking.answer import contains
from builders.masking.choose import answer_of
from builders.masking.mask import apply, plan
from builders.masking.span import Severity, Span, widen
from builders.provenance import Variant
from builders.speech.utterance import hear
from builders.step import Context, Rejected


@dataclass(frozen=True)
class Heard:
    """What a recogniser made of a clip.

    Attributes:
        text: Its transcript.
        answer: Whether the whole answer is in it.
    """

    text: str
    answer: bool


def says(text: str, answer: str, language: str) -> bool:
    """Whether a recogniser's text holds the whole answer, however it is spelt.

    Args:
        text: What was heard.
        answer: The answer.
        language: ``en`` or ``zh``.
    """
    from builders.text.compare import normalise
    from builders.text.spoken import spoken_form

    if contains(text, answer) or contains(spoken_form(text, language), answer):
        return True
    heard, wanted = normalise(text, language), normalise(answer, language)
    if language == "zh":
        return len(wanted) > 1 and wanted in heard
    return bool(wanted) and f" {wanted} " in f" {heard} "


def make_triplet(
    item: Item, ctx: Context, extra_ms: Sequence[float], assets: Assets
) -> list[Item | Rejected] | Rejected:
    """Mask and check; see :func:`builders.masking.steps.mask_triplet`."""
    wanted = item.provenance.variant
    assert wanted is not None
    asr = ctx.backend("asr")
    answer = answer_of(item)
    clip = item.clip

    def check(heard_clip: Clip) -> Heard:
        text = hear(ctx, heard_clip, item.language).text
        return Heard(text, says(text, answer, item.language))

    original = check(clip)
    if not original.answer:
        return _rejected(item, "answer not heard in the original", answer, original)
    maker = _Maker(item, ctx, wanted.params, assets)

    for number, word in enumerate(wanted.params["function_words"]):
        masked = maker.make("invariant", [_span(word)], Severity())
        invariant = check(Clip.from_samples(masked[0], clip.sampling_rate))
        if invariant.answer:
            invariant_params = {**masked[1], "upos": word["upos"], "tries": number + 1}
            invariant_samples = masked[0]
            break
    else:
        return _rejected(item, "answer not heard in the invariant clip", answer, invariant)

    severity = Severity(**wanted.params["severity"])
    for extra in extra_ms:
        spans = _reaching(wanted.params, extra, clip.seconds)
        degraded_samples, degraded_params = maker.make("degraded", spans, severity)
        degraded_params["extra_ms"] = extra
        degraded = check(Clip.from_samples(degraded_samples, clip.sampling_rate))
        if not degraded.answer:
            break
    else:
        return _rejected(item, "answer still heard", answer, degraded)

    asr_model = f"{asr.name}@{asr.revision}"
    return [
        _row(item, "original", None, {"spans": []}, original, asr_model),
        _row(item, "invariant", invariant_samples, invariant_params, invariant, asr_model),
        _row(item, "degraded", degraded_samples, degraded_params, degraded, asr_model),
    ]


@dataclass(frozen=True)
class _Maker:
    item: Item
    ctx: Context
    params: dict[str, Any]
    assets: Assets

    def make(
        self, condition: str, spans: Sequence[Span], severity: Severity
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Samples with the spans masked, and the plan that says so."""
        clip = self.item.clip
        kind = self.params["mask_type"]
        planned = plan(
            # By the row before it was masked: two severities then differ in their length alone.
            self.ctx.rng(self.item.but(id=self.params["row"]), f"ear:{condition}:{kind}"),
            spans,
            clip.seconds,
            kind,
            severity,
            self.params["level_db"],
            self.params["fade_ms"],
            self.assets.folders,
        )
        return apply(clip.samples, clip.sampling_rate, planned, self.assets), planned


def _reaching(params: dict[str, Any], extra_ms: float, seconds: float) -> list[Span]:
    """The audible spans, or the aligned ones widened by ``extra_ms`` where that is farther."""
    spans = []
    for heard, word in zip(params["answer_spans"], params["answer_words"], strict=True):
        wide = widen(_span(word), Severity(ms=extra_ms), seconds)
        spans.append(
            Span(min(heard["start"], wide.start), max(heard["end"], wide.end), heard["text"])
        )
    return spans


def _span(span: dict[str, Any]) -> Span:
    return Span(span["start"], span["end"], span["text"])


def _rejected(item: Item, reason: str, answer: str, heard: Heard) -> Rejected:
    return Rejected(reason, f"answer '{answer}', heard: {heard.text!r}", review=True, item=item)


def _row(
    item: Item,
    condition: str,
    samples: np.ndarray | None,
    params: dict[str, Any],
    heard: Heard,
    asr_model: str,
) -> Item:
    """A published row; ``samples`` is ``None`` for the clip as it is."""
    wanted = item.provenance.variant
    assert wanted is not None and item.words is not None
    answerable = condition != "degraded"
    check = {"asr_text": heard.text, "answer_heard": heard.answer, "passed": True}
    variant = Variant(
        condition=f"ear_{condition}",
        level=wanted.level if condition != "original" else "none",
        params={"mask_type": wanted.params["mask_type"], **params, "check": check},
    )
    provenance = item.provenance.but(variant=variant)
    row = item if samples is None else item.with_audio(samples, item.clip.sampling_rate)
    if samples is not None:
        provenance = provenance.measured(asr_text=heard.text, asr_model=asr_model)
    return row.but(id=f"{item.id}-{condition}", provenance=provenance).with_fields(
        triplet_id=item.id,
        condition=condition,
        answerable=answerable,
        question=item.fields.get("question"),
        answer=answer_of(item),
        mask_spans=params["spans"],
        mask_type=wanted.params["mask_type"],
        severity=wanted.level.removeprefix(f"{wanted.params['mask_type']}_"),
        transcript=item.transcript,
        word_timestamps=[{"start": w.start, "end": w.end, "text": w.text} for w in item.words],
    )
