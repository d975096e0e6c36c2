"""Recipe steps that make variants of a spoken row under environment conditions."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from builders.audio.level import SilentClipError
from builders.environment import Assets, Condition, check_settings, condition
from builders.environment.mix import SilentNoiseError
from builders.errors import VivavoceError
from builders.item import Item
from builders.provenance import Variant
from builders.step import Context, Outcome, Rejected, step
from builders.text.derive import row_number

ID_FORMAT = "{id}-{condition}-{label}"


def _check(params: dict[str, Any]) -> None:
    """Refuse conditions, settings and levels that do not exist or are out of range."""
    for name in params.get("settings") or {}:
        condition(name, "settings")
    for name, wanted in params["conditions"].items():
        module = condition(name)
        chosen = dict((params.get("settings") or {}).get(name) or {})
        check_settings(name, module, chosen)
        chosen = _with_folders(module, chosen, params.get("folders"))
        for level in levels_of(name, wanted):
            module.label(level)
            # A plan costs nothing, and says what is out of range before anything is spoken.
            module.plan(np.random.default_rng(0), level, **chosen)


@step("conditions", version=2, check=_check)
def conditions(
    item: Item,
    ctx: Context,
    conditions: dict[str, Any],
    settings: dict[str, dict[str, Any]] | None = None,
    folders: dict[str, str] | None = None,
    id_format: str = ID_FORMAT,
) -> Outcome:
    """Make one row for each condition and level; the audio stays clean until ``apply_condition``.

    Args:
        item: Any row.
        ctx: Engine context.
        conditions: Levels by condition: a list, ``all`` (every published level) or ``headline``.
        settings: Settings of each condition's ``plan``, by condition.
        folders: Folder of each corpus of recordings, by the name that ``corpus`` settings use.
        id_format: Id of a variant; may use ``id``, ``source_id``, ``condition``, ``label`` and
            ``number``, the number at the end of the row's id.

    Returns:
        One row a variant, with the columns ``Category`` and ``Level`` and the plan in
        ``provenance.variant``.

    Raises:
        VivavoceError: A condition, level or setting does not exist.
    """
    for name in settings or {}:
        condition(name, "step 'conditions', settings")
    rows = []
    for name, wanted in conditions.items():
        module = condition(name, "step 'conditions'")
        chosen = dict((settings or {}).get(name, {}))
        check_settings(name, module, chosen)
        chosen = _with_folders(module, chosen, folders)
        for level in levels_of(name, wanted):
            # Keyed by condition and not by level: levels of a row differ in strength alone.
            params = module.plan(ctx.rng(item, f"condition:{name}"), level, **chosen)
            text = module.label(level)
            row_id = _variant_id(id_format, item, name, text)
            variant = Variant(condition=name, level=text, params=params)
            rows.append(
                item.but(id=row_id, provenance=item.provenance.but(variant=variant)).with_fields(
                    Category=name, Level=text
                )
            )
    return rows


@step("apply_condition", version=1, costly=True)
def apply_condition(
    item: Item,
    ctx: Context,
    folders: dict[str, str] | None = None,
    babble_voices: list[str] | None = None,
) -> Outcome:
    """Do to the audio what the row's plan says, and store what was measured.

    Args:
        item: A row that ``conditions`` made, with clean audio.
        ctx: Engine context.
        folders: Folder of each corpus of recordings that the plans name; one named ``babble``
            holds speech for babble, which the speech engine speaks otherwise.
        babble_voices: The engine's names of the voices that babble is spoken by.

    Returns:
        The row with changed audio and ``provenance.variant.params.measured``, or a rejection where
        the clip has no speech, or the noise that was drawn is silent behind it.

    Raises:
        VivavoceError: The row has no plan.
    """
    variant = item.provenance.variant
    if variant is None:
        raise VivavoceError(f"row '{item.id}' has no condition; put the step 'conditions' before")
    module = condition(variant.condition, f"row '{item.id}'")
    clip = item.clip
    try:
        samples, measured = module.apply(
            clip.samples,
            clip.sampling_rate,
            variant.params,
            _assets(item, ctx, folders or {}, babble_voices),
        )
    except SilentClipError as error:
        return Rejected("no speech in the clip", str(error), item=item)
    except SilentNoiseError as error:
        return Rejected("silent noise", str(error), item=item)
    done = variant.model_copy(update={"params": {**variant.params, "measured": measured}})
    return item.with_audio(samples, clip.sampling_rate).but(
        provenance=item.provenance.but(variant=done)
    )


def _with_folders(module: Condition, chosen: dict[str, Any], folders: Any) -> dict[str, Any]:
    if folders and "folders" in inspect.signature(module.plan).parameters:
        return {**chosen, "folders": folders}
    return chosen


def _variant_id(id_format: str, item: Item, name: str, label: str) -> str:
    known = {
        "id": item.id,
        "number": row_number(item.id),
        "source_id": item.source_id,
        "condition": name,
        "label": label,
    }
    try:
        return id_format.format(**known)
    except (KeyError, IndexError, ValueError) as error:
        names = ", ".join(f"{{{key}}}" for key in known)
        raise VivavoceError(
            f"step 'conditions': id_format '{id_format}' may hold {names} only"
        ) from error


def _assets(item: Item, ctx: Context, folders: dict[str, str], voices: list[str] | None) -> Assets:
    def speak(sampling_rate: int) -> dict[str, list[np.ndarray]]:
        # The engine is asked for only where babble has to be spoken.
        from builders.environment.material.speakers import embedded_speakers

        tts = ctx.backend("tts")
        return embedded_speakers(tts, ctx.cached, item.language, voices)(sampling_rate)

    return Assets(
        folders=folders,
        cached=ctx.cached,
        speakers=speak,
        speakers_id=f"{item.language} {' '.join(voices or [])}",
    )


def levels_of(name: str, wanted: Any) -> list[Any]:
    """Levels that a recipe asks of a condition.

    Args:
        name: Registered condition.
        wanted: A list of levels, one level, ``all`` or ``headline``.

    Raises:
        VivavoceError: Neither of these.
    """
    module = condition(name)
    if wanted == "all":
        return list(module.LEVELS)
    if wanted == "headline":
        return [module.HEADLINE]
    listed = wanted if isinstance(wanted, (list, tuple)) else [wanted]
    if not listed or any(isinstance(x, str) for x in listed):
        raise VivavoceError(
            f"condition '{name}': levels must be numbers, 'all' or 'headline', not {wanted!r}"
        )
    return list(listed)
