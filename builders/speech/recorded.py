"""Take speech that the source gives, and check that it says the text."""

from __future__ import annotations

from builders.item import Item
from builders.provenance import Speech
from builders.speech.takes import check_numbers, listen, measured
from builders.speech.utterance import Utterance
from builders.step import Context, Outcome, Rejected, step


@step("recorded", version=2, uses=("asr", "mos"), costly=True, check=check_numbers)
def recorded(
    item: Item,
    ctx: Context,
    homophones: bool = False,
    max_error_rate: float = 0.0,
    reject: bool = True,
) -> Outcome:
    """Check a recording against its text.

    Args:
        item: Row with audio.
        ctx: Engine context.
        homophones: Whether Mandarin texts that sound the same count as equal.
        max_error_rate: Error rate up to which a recording passes, 0–1.
        reject: False to keep every recording and only store the error rate, as for accents that
            the recogniser knows badly.
    """
    if item.audio is None:
        return Rejected("no recording", "the source gave no audio for this row")
    speaker = str(item.fields.get("speaker") or item.fields.get("voice") or "unknown")
    made = item.provenance.speech or Speech(
        engine="recorded", revision=item.source_revision, voice=speaker
    )
    take = listen(item, ctx, Utterance(item.audio, item.words), homophones=homophones)
    kept = measured(item, ctx, take, made)
    if reject and not take.says(max_error_rate):
        detail = f"error rate {take.rate.rate:.3f}; heard: {take.heard.text}"
        return Rejected("asr mismatch", detail, review=True, item=kept)
    return kept
