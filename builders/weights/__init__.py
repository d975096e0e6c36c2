"""Model weights: one manifest, one resolver."""

from builders.weights.resolve import weights_path

__all__ = ["weights_path"]
