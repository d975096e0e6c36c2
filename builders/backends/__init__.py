"""Backends by kind and name: speech, recognition, alignment, quality, emotion, language models."""

from builders.backends.registry import BACKENDS, load_backend

__all__ = ["BACKENDS", "load_backend"]
