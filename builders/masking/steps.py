"""Recipe steps that turn one aligned row into an EAR triplet (EAR, section 3.2)."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from builders.audio.level import SilentClipError
from builders.environment.mix import SilentNoiseError
from builders.errors import VivavoceError, unknown_name
from builders.item import Item
from builders.masking import MASKERS, masker
from builders.masking.choose import choose
from builders.masking.mask import FADE_MS, LEVEL_DB
from builders.masking.span import Severity
from builders.masking.triplet import make_triplet
from builders.masking.voices import assets
from builders.provenance import Variant
from builders.step import Context, Outcome, Rejected, one_of, step

EXTRA_MS = (0.0, 20.0, 40.0)
"""Widenings of the degraded mask that are tried in turn, in milliseconds beyond the words."""


NotNegative = Annotated[float, Field(ge=0.0)]


def _check(params: dict[str, Any]) -> None:
    """Refuse unknown mask types, severities out of range, and either of them twice."""
    one_of(mask_types=MASKERS)(params)
    levels = [severity_of(given) for given in params.get("severities") or [{}]]
    labels = [level.label for level in levels]
    for several in (labels, params.get("mask_types") or []):
        twice = {name for name in several if several.count(name) > 1}
        if twice:
            raise VivavoceError(f"'{min(twice)}' stands twice, and its rows would share their ids")


def severity_of(given: dict[str, float]) -> Severity:
    """A severity of a recipe, ``{factor: …, ms: …}``.

    Raises:
        VivavoceError: A name is unknown, or a value is out of range.
    """
    for name in given:
        if name not in ("factor", "ms"):
            raise unknown_name("severity", name, ["factor", "ms"])
    return Severity(**given)


@step("ear_spans", version=5, uses=("tagger_en",), check=_check)
def ear_spans(
    item: Item,
    ctx: Context,
    mask_types: list[str] | None = None,
    severities: list[dict[str, float]] | None = None,
    level_db: float = LEVEL_DB,
    fade_ms: NotNegative = FADE_MS,
    invariant_tries: Annotated[int, Field(ge=1)] = 3,
) -> Outcome:
    """Find the answer's words and draw the function words; the audio is not touched.

    The answer is the column ``answer``, else the row's reference. Function words are drawn
    without regard to mask type and severity, and the masking sound without regard to severity, so
    that triplets of one row differ in those alone wherever the drawn word allows it.

    Args:
        item: A row with audio, word times and an answer.
        ctx: Engine context.
        mask_types: Registered maskers; one triplet each. White noise alone by default.
        severities: ``{factor: …, ms: …}``; one triplet each. The minimal span by default.
        level_db: Level of the mask relative to the clip's speech-active level, in dB.
        fade_ms: Length of the fades outside the mask, in milliseconds.
        invariant_tries: Function words to keep, should the answer be misheard after the first.

    Returns:
        One row a mask type and severity, with the plan in ``provenance.variant``, or a rejection:
        ``answer not in the transcript``, ``answer only partly in the transcript``, ``no function
        word outside the answer``.

    Raises:
        VivavoceError: The row has no word times or no answer, or a parameter is wrong.
    """
    types = mask_types or ["white_noise"]
    levels = [severity_of(severity) for severity in severities or [{}]]
    for name in types:
        masker(name, "step 'ear_spans'")
    rows: list[Item | Rejected] = []
    for severity in levels:
        chosen = choose(item, ctx, severity, fade_ms / 1000, invariant_tries)
        if isinstance(chosen, Rejected):
            # The other severities may leave a function word free, but a set wants all or none.
            return chosen
        for name in types:
            several = len(types) * len(levels) > 1
            triplet_id = f"{item.id}-{name}-{severity.label}" if several else item.id
            params: dict[str, Any] = {
                "mask_type": name,
                "severity": {"factor": severity.factor, "ms": severity.ms},
                "level_db": level_db,
                "fade_ms": fade_ms,
                "row": item.id,
                **chosen,
            }
            variant = Variant(condition="ear", level=f"{name}_{severity.label}", params=params)
            rows.append(item.but(id=triplet_id, provenance=item.provenance.but(variant=variant)))
    return rows


@step("mask_triplet", version=5, uses=("asr",), costly=True)
def mask_triplet(
    item: Item,
    ctx: Context,
    extra_ms: Annotated[list[NotNegative], Field(min_length=1)] | None = None,
    folders: dict[str, str] | None = None,
    babble_voices: list[str] | None = None,
) -> Outcome:
    """Make the original, the invariant and the degraded row, and have a recogniser check them.

    The recogniser must hear the answer in the original and in the invariant clip, and must not
    hear it in the degraded one. What it heard is stored with every row.

    Args:
        item: A row that ``ear_spans`` made.
        ctx: Engine context.
        extra_ms: Milliseconds beyond the aligned words, on either side, that the degraded mask
            reaches at least, in turn while the answer is still heard; what was used is stored.
            0, 20 and 40 by default: vowels run over into the next word, and short answers are
            then heard in what is left. The severity comes on top.
        folders: Folder of each corpus of recordings: ``music_recordings``, ``babble`` (speech).
        babble_voices: The engine's names of the voices that babble is spoken by.

    Returns:
        Three rows, or one rejection for all of them: ``answer not heard in the original``,
        ``answer not heard in the invariant clip``, ``answer still heard``, ``no speech in the
        clip``, ``silent noise``.

    Raises:
        VivavoceError: The row has no plan.
    """
    variant = item.provenance.variant
    if variant is None or variant.condition != "ear":
        raise VivavoceError(f"row '{item.id}' has no masking plan; put the step 'ear_spans' before")
    material = assets(lambda: ctx.backend("tts"), item.language, folders, babble_voices, ctx.cached)
    try:
        return make_triplet(item, ctx, EXTRA_MS if extra_ms is None else extra_ms, material)
    except SilentClipError as error:
        return Rejected("no speech in the clip", str(error), item=item)
    except SilentNoiseError as error:
        return Rejected("silent noise", str(error), item=item)
