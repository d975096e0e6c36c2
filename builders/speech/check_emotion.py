"""Step ``check_emotion``: a clip must sound as its row says (VocalBench-zh, section on empathy)."""

from __future__ import annotations

from builders.audio import Clip
from builders.errors import unknown_name
from builders.item import Item
from builders.step import Context, Outcome, Rejected, step

ALIASES = {
    "anger": "angry",
    "ang": "angry",
    "happiness": "happy",
    "joy": "happy",
    "hap": "happy",
    "sadness": "sad",
    "neu": "neutral",
    "calm": "neutral",
    "surprise": "surprised",
    "sur": "surprised",
    "fear": "fearful",
    "disgust": "disgusted",
}
"""Other names of an emotion, as data sets and classifiers write them."""


def emotion_name(label: str) -> str:
    """One spelling for an emotion: ``Surprise`` and ``surprised`` are the same."""
    plain = label.strip().lower()
    return ALIASES.get(plain, plain)


@step("check_emotion", version=1, uses=("emotion",), costly=True)
def check_emotion(
    item: Item, ctx: Context, field: str = "emotion", min_probability: float = 0.8
) -> Outcome:
    """Refuse a clip whose emotion is another one, or too weak.

    Args:
        item: Row with audio and the wanted emotion.
        ctx: Engine context.
        field: Column that holds the emotion.
        min_probability: Lowest probability of it: 0.9 for speech prompts, 0.8 for queries.

    Returns:
        The row with the probability of every emotion, or a rejection for review.

    Raises:
        VivavoceError: The classifier does not know the emotion.
    """
    wanted = str(item.fields.get(field) or "")
    if not wanted:
        return Rejected("no emotion given", f"the field '{field}' is empty")
    found = emotions(ctx, item.clip)
    model = ctx.backend("emotion")
    kept = item.but(
        provenance=item.provenance.measured(
            emotion=found, emotion_model=f"{model.name}@{model.revision}"
        )
    )
    probability = probability_of(found, wanted, f"row '{item.id}'")
    top = max(found, key=lambda label: found[label])
    if emotion_name(top) != emotion_name(wanted):
        detail = f"'{wanted}' has {probability:.3f}; it sounds '{top}' ({found[top]:.3f})"
        return Rejected("wrong emotion", detail, review=True, item=kept)
    if probability < min_probability:
        detail = f"'{wanted}' has {probability:.3f} < {min_probability}"
        return Rejected("emotion too weak", detail, review=True, item=kept)
    return kept


def emotions(ctx: Context, clip: Clip) -> dict[str, float]:
    """Probability of each emotion of a clip, or the stored one."""
    model = ctx.backend("emotion")
    key = {"emotion": model.name, "revision": model.revision, "audio": clip.sha256}

    def make() -> dict[str, float]:
        found = model.classify(clip.samples, clip.sampling_rate)
        return {label: round(float(p), 5) for label, p in found.items()}

    return dict(ctx.cached("emotion", key, make))


def probability_of(found: dict[str, float], wanted: str, where: str) -> float:
    """Probability of an emotion, whatever its spelling.

    Raises:
        VivavoceError: The classifier has no such label.
    """
    named = {emotion_name(label): p for label, p in found.items()}
    if emotion_name(wanted) not in named:
        raise unknown_name("emotion", wanted, found, where)
    return named[emotion_name(wanted)]
