"""The same words by another speaker, or by the same one faster, higher or louder (VoiceBench)."""

from builders.speech.variants.label import variant_label
from builders.speech.variants.pitch import change_pitch
from builders.speech.variants.speed import change_speed
from builders.speech.variants.volume import HeadroomError, change_volume

__all__ = ["HeadroomError", "change_pitch", "change_speed", "change_volume", "variant_label"]
