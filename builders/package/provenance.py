"""The provenance columns: last in every row, the same in every dataset."""

from __future__ import annotations

import json
from typing import Any

from builders.item import Item
from builders.package.types import Type

PROVENANCE: dict[str, Type] = {
    "source_id": "string",
    "source_revision": "string",
    "license": "string",
    "provenance": {
        "row_id": "string",
        "audio_md5": "string",
        "seconds": "float64",
        "steps": [
            {
                "step": "string",
                "version": "int64",
                "params": "string",
                "model": "string",
                "prompt_hash": "string",
                "note": "string",
            }
        ],
        "speech": {
            "engine": "string",
            "revision": "string",
            "voice": "string",
            "seed": "int64",
            "take": "int64",
            "style": "string",
        },
        "aligner": "string",
        "variant": {"condition": "string", "level": "string", "params": "string"},
        "quality": {
            "asr_text": "string",
            "asr_model": "string",
            "normaliser": "string",
            "error_rate": "float64",
            "asr_match": "bool",
            "mos": "float64",
            "mos_model": "string",
            "emotion": "string",
            "emotion_model": "string",
            "signal": "string",
        },
    },
}
"""Column types. What is free in form (parameters, styles, probabilities) is JSON text."""


# An encoder made once: json.dumps makes one for each of the many values of a row.
_ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=False)


def _text(value: dict[str, Any] | None) -> str | None:
    if value is None:
        return None
    if not value:
        return "{}"
    return _ENCODER.encode(value)


def provenance_values(item: Item, audio_md5: str | None, seconds: float | None) -> dict[str, Any]:
    """Values of the provenance columns of one row.

    Args:
        item: The row.
        audio_md5: MD5 of the decoded 16-bit samples, as FLAC itself states it.
        seconds: Duration of the published audio.
    """
    history = item.provenance
    speech, variant, quality = history.speech, history.variant, history.quality
    return {
        "source_id": item.source_id,
        "source_revision": item.source_revision,
        "license": item.license,
        "provenance": {
            "row_id": item.id,
            "audio_md5": audio_md5,
            "seconds": seconds,
            "steps": [
                {
                    "step": record.step,
                    "version": record.version,
                    "params": _text(record.params),
                    "model": record.model,
                    "prompt_hash": record.prompt_hash,
                    "note": record.note,
                }
                for record in history.steps
            ],
            "speech": None
            if speech is None
            else {
                "engine": speech.engine,
                "revision": speech.revision,
                "voice": speech.voice,
                "seed": speech.seed,
                "take": speech.take,
                "style": _text(speech.style),
            },
            "aligner": history.aligner,
            "variant": None
            if variant is None
            else {
                "condition": variant.condition,
                "level": variant.level,
                "params": _text(variant.params),
            },
            "quality": {
                "asr_text": quality.asr_text,
                "asr_model": quality.asr_model,
                "normaliser": quality.normaliser,
                "error_rate": quality.error_rate,
                "asr_match": quality.asr_match,
                "mos": quality.mos,
                "mos_model": quality.mos_model,
                "emotion": _text(quality.emotion),
                "emotion_model": quality.emotion_model,
                "signal": _text(quality.signal),
            },
        },
    }
