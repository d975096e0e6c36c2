"""Recipe steps that say a row again in other voices, rates, pitches and volumes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from builders.backends.protocols import Voice
from builders.errors import VivavoceError, unknown_name
from builders.item import Item
from builders.provenance import Variant
from builders.recipe.voices import find_voice, prompt_content, voice_set
from builders.speech.variants.apply import say_variant
from builders.speech.variants.label import variant_label
from builders.speech.variants.pitch import check_semitones
from builders.speech.variants.speed import check_rate
from builders.speech.variants.volume import HeadroomError, check_gain
from builders.step import Context, Outcome, Rejected, step

CONDITION = "speaker"
_KEYS = ("voice", "voices", "rate", "pitch", "volume")


def _check(params: dict[str, Any]) -> None:
    """Refuse keys and voices that do not exist."""
    for number, entry in enumerate(params["variants"], start=1):
        where = f"variant {number}"
        for key in entry:
            if key not in _KEYS:
                raise unknown_name("key", key, _KEYS, where)
        if "voices" in entry:
            voice_set(str(entry["voices"]))
        if "voice" in entry:
            find_voice(str(entry["voice"]))


@step("speaker_variants", version=1, check=_check)
def speaker_variants(
    item: Item,
    ctx: Context,
    variants: Sequence[dict[str, Any]],
    field: str = "variant",
    id_format: str = "{id}-{label}",
    cross_lingual: bool = False,
) -> Outcome:
    """Make one row for each variant; the audio stays as it is until ``apply_speaker``.

    Args:
        item: A spoken row.
        ctx: Engine context.
        variants: What to make: ``voice`` (id of a voice; the row's own otherwise) or ``voices``
            (a voice set, each of whose voices becomes a variant), with ``rate`` (0.25–2.0),
            ``pitch`` (semitones) and ``volume`` (dB).
        field: Column that takes the published name, for the split.
        id_format: Id of a variant; ``{id}`` and ``{label}`` are filled in.
        cross_lingual: Let a named voice speak a row of another language.

    Returns:
        One row a variant, with the plan in ``provenance.variant``.

    Raises:
        VivavoceError: A key or voice does not exist, a voice has another language, a number is
            out of range, or two variants have the same name.
    """
    _check({"variants": variants})
    rows: dict[str, Item] = {}
    for number, entry in enumerate(variants, start=1):
        where = f"step 'speaker_variants', variant {number}"
        for voice in _voices(item, entry, where):
            named = "voice" in entry
            if named and voice.language != item.language and not cross_lingual:
                raise VivavoceError(
                    f"{where}: the voice '{voice.id}' speaks '{voice.language}' and row "
                    f"'{item.id}' is '{item.language}': choose another voice, or let the step "
                    "have 'cross_lingual: true'"
                )
            plan = {
                k: float(entry.get(k, d)) for k, d in (("rate", 1), ("pitch", 0), ("volume", 0))
            }
            check_rate(plan["rate"])
            check_semitones(plan["pitch"])
            check_gain(plan["volume"])
            label = variant_label(voice.name, **plan)
            if label in rows:
                raise VivavoceError(f"{where}: '{label}' is there twice")
            described = {k: v for k, v in asdict(voice).items() if v not in (None, "")}
            made_of = {**plan, "voice": described, **prompt_content(voice)}
            variant = Variant(condition=CONDITION, level=label, params=made_of)
            rows[label] = item.but(
                id=id_format.format(id=item.id, label=label),
                provenance=item.provenance.but(variant=variant),
            ).with_fields(**{field: label})
    return list(rows.values())


@step("apply_speaker", version=2, uses=("tts", "asr", "mos"), costly=True)
def apply_speaker(
    item: Item,
    ctx: Context,
    by_engine: bool = True,
    head: float = 0.1,
    tail: float = 0.2,
    speech_level: float | None = None,
    max_error_rate: float | None = None,
) -> Outcome:
    """Say the row as its plan has it.

    Args:
        item: A row that ``speaker_variants`` made.
        ctx: Engine context.
        by_engine: Let the engine do what it states to do exactly (``exact_styles``); what it
            misses of a rate is stretched. The embedded engine states nothing: at another rate it
            gives another reading, up to 15 % off in duration and 125 cents in pitch.
        head: Silence before the speech of another voice, in seconds.
        tail: Silence after it.
        speech_level: Active level (dB relative to full scale) that the clip is brought to before
            the volume is changed, to leave headroom.
        max_error_rate: Error rate up to which a variant passes. By default all pass and the rate
            is stored: a variant that a recogniser fails on is what the subset is for.

    Returns:
        The row with the new audio, its word times and what was measured, or a rejection where the
        volume leaves no headroom or the recogniser hears other words.

    Raises:
        VivavoceError: The row has no plan.
    """
    variant = item.provenance.variant
    if variant is None or variant.condition != CONDITION:
        raise VivavoceError(
            f"row '{item.id}' has no speaker variant; put the step 'speaker_variants' before"
        )
    try:
        said = say_variant(
            item, ctx, variant, by_engine=by_engine, edges=(head, tail), level=speech_level
        )
    except HeadroomError as error:
        return Rejected("no headroom for the volume", str(error), review=False)
    rate = said.provenance.quality.error_rate
    if max_error_rate is not None and rate is not None and rate > max_error_rate:
        detail = f"error rate {rate:.3f}; heard: {said.provenance.quality.asr_text}"
        return Rejected("asr mismatch", detail, review=True, item=said)
    return said


def _voices(item: Item, entry: dict[str, Any], where: str) -> list[Voice]:
    if "voice" in entry and "voices" in entry:
        raise VivavoceError(f"{where}: has 'voice' or 'voices', not both")
    if "voices" in entry:
        return [v for v in voice_set(str(entry["voices"])) if v.language == item.language]
    if "voice" in entry:
        return [find_voice(str(entry["voice"]))]
    speech = item.provenance.speech
    if speech is None:
        raise VivavoceError(f"{where}: row '{item.id}' was not spoken yet; name a 'voice'")
    return [find_voice(speech.voice)]
