"""Say a row as a speaker variant: the engine does what it can, signal processing the rest."""

from __future__ import annotations

import numpy as np

from builders.audio import SAMPLING_RATE, Clip
from builders.audio.level import from_db, speech_level
from builders.backends.protocols import Voice
from builders.item import Item
from builders.provenance import Speech, Variant
from builders.speech.takes import listen, measured
from builders.speech.utterance import Utterance, engine_for, padded, synthesise
from builders.speech.variants.pitch import change_pitch
from builders.speech.variants.speed import change_speed, words_at_speed
from builders.speech.variants.volume import change_volume
from builders.step import Context

PLAIN = {"rate": 1.0, "pitch": 0.0, "volume": 0.0}
"""The style that changes nothing."""

NEAR = 0.002
"""Relative difference from the wanted duration that is not worth a stretch."""


def say_variant(
    item: Item,
    ctx: Context,
    variant: Variant,
    *,
    by_engine: bool,
    edges: tuple[float, float],
    level: float | None,
) -> Item:
    """Say a row as a variant has it.

    Args:
        item: A spoken row.
        ctx: Engine context.
        variant: The plan: ``voice``, ``rate``, ``pitch`` and ``volume``.
        by_engine: Let the engine do what it states to do exactly.
        edges: Silence before and after speech that is made anew, in seconds.
        level: Active speech level to start from, dB relative to full scale.

    Returns:
        The row with audio, word times, quality and the measured plan.

    Raises:
        HeadroomError: The volume would clip.
        BackendError: The engine failed.
    """
    plan = variant.params
    voice = Voice(**plan["voice"])
    base, made = _base(item, ctx, voice, edges)
    style = {k: plan[k] for k in PLAIN if plan[k] != PLAIN[k]}
    own = _engine_style(ctx, voice, style) if by_engine else {}
    said = base
    if own:
        spoken = synthesise(ctx, item.transcript, voice, 0, own)
        rate = own.get("rate", 1.0)
        said = padded([spoken], edges[0] / rate, 0.0, edges[1] / rate)
    by = dict.fromkeys(own, "engine")
    if "rate" in style:
        said, stretched = _to_duration(said, base.clip.frames / style["rate"])
        if stretched:
            by["rate"] = "engine and stretch" if "rate" in own else "stretch"
    samples = np.asarray(said.clip.samples)
    if "pitch" in style and "pitch" not in own:
        samples, by["pitch"] = change_pitch(samples, SAMPLING_RATE, style["pitch"]), "shift"
    if level is not None:
        samples = _at_level(samples, level)
    if "volume" in style and "volume" not in own:
        samples, by["volume"] = change_volume(samples, style["volume"]), "gain"
    clip = Clip.from_samples(samples)
    take = listen(item, ctx, Utterance(clip, said.words), number=made.take)
    row = measured(item, ctx, take, made.model_copy(update={"style": style}))
    found = {
        "made_by": by,
        "duration_ratio": round(clip.frames / base.clip.frames, 4),
        "speech_level": round(speech_level(clip.samples, SAMPLING_RATE).db, 2),
    }
    done = variant.model_copy(update={"params": {**plan, "measured": found}})
    return row.but(provenance=row.provenance.but(variant=done))


def _base(
    item: Item, ctx: Context, voice: Voice, edges: tuple[float, float]
) -> tuple[Utterance, Speech]:
    """The row in the wanted voice at the plain rate: as it is, or spoken anew."""
    speech = item.provenance.speech
    own = speech is not None and speech.voice == voice.id and not speech.style
    if item.audio is not None and speech is not None and own:
        return Utterance(item.audio, item.words), speech
    engine = engine_for(ctx, voice)
    made = Speech(engine=engine.name, revision=engine.revision, voice=voice.id, seed=ctx.seed)
    spoken = synthesise(ctx, item.transcript, voice, 0)
    return padded([spoken], edges[0], 0.0, edges[1]), made


def _engine_style(ctx: Context, voice: Voice, style: dict[str, float]) -> dict[str, float]:
    """The part of a style that the engine states to do exactly."""
    engine = engine_for(ctx, voice)
    exact: dict[str, tuple[float, float]] = getattr(engine, "exact_styles", {})
    return {k: v for k, v in style.items() if k in exact and exact[k][0] <= v <= exact[k][1]}


def _to_duration(said: Utterance, frames: float) -> tuple[Utterance, bool]:
    """Stretch to a number of frames; says whether anything was left to do."""
    left = said.clip.frames / frames
    if abs(left - 1.0) <= NEAR:
        return said, False
    samples = change_speed(np.asarray(said.clip.samples), SAMPLING_RATE, left)
    return Utterance(Clip.from_samples(samples), words_at_speed(said.words, left)), True


def _at_level(samples: np.ndarray, level: float) -> np.ndarray:
    gain = from_db(level - speech_level(samples, SAMPLING_RATE).db)
    peak = float(np.abs(samples).max())
    return np.asarray(samples * np.float32(min(gain, 1.0 / peak)), dtype=np.float32)
