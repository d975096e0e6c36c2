"""Models under examination, one adapter a file."""

from evaluation.models.registry import MODELS, load_model

__all__ = ["MODELS", "load_model"]
