"""Model weights: one manifest, one resolver."""

from builders.weights.manifest import Weights, manifest
from builders.weights.resolve import WeightsError, weights_path, weights_revision

__all__ = ["Weights", "WeightsError", "manifest", "weights_path", "weights_revision"]
