"""Step ``align``: word times of the spoken text."""

from __future__ import annotations

from builders.errors import BackendError
from builders.item import Item, Word
from builders.step import Context, Rejected, step


@step("align", version=1, uses=("aligner",), costly=True)
def align(
    item: Item, ctx: Context, min_score: float = 0.0, keep_engine_times: bool = True
) -> Item | Rejected:
    """Find every word of the transcript in the audio.

    Args:
        item: A row with audio.
        ctx: Gives the aligner.
        min_score: Rows whose mean word score is lower are rejected for review; scores depend on
            the aligner, 0 keeps all.
        keep_engine_times: Keep the words of a row whose speech engine already gave them: exact
            durations are better than any aligner. False aligns every row.

    Returns:
        The row with ``words`` and ``provenance.aligner``, or the reason why there are none.
    """
    known = item.words if keep_engine_times else None
    if known:
        name, words = _engine(item), known
        problem = _problem(known, item.clip.seconds)
        if problem:
            return Rejected("engine word times unusable", problem)
    else:
        aligner = ctx.backend("aligner")
        name = f"{aligner.name} {aligner.revision}"
        clip = item.clip
        try:
            words = tuple(
                aligner.align(clip.samples, clip.sampling_rate, item.transcript, item.language)
            )
        except BackendError as error:
            if error.transient:
                raise
            return Rejected("alignment failed", str(error), review=True)
        scores = [w.score for w in words if w.score is not None]
        mean = sum(scores) / len(scores) if scores else None
        if mean is not None and mean < min_score:
            return Rejected(
                "alignment doubtful", f"mean score {mean:.3f} is below {min_score}", review=True
            )
    return item.but(words=words, provenance=item.provenance.but(aligner=name))


def _engine(item: Item) -> str:
    speech = item.provenance.speech
    return f"durations {speech.engine} {speech.revision}" if speech else "durations of the source"


def _problem(words: tuple[Word, ...], seconds: float) -> str:
    """What is wrong with given times, or nothing."""
    before = 0.0
    for word in words:
        if not before - 1e-6 <= word.start < word.end <= seconds + 0.05:
            return (
                f"'{word.text}' at {word.start:.3f}–{word.end:.3f} s does not follow "
                f"{before:.3f} s within {seconds:.3f} s of audio"
            )
        before = word.start
    return ""
