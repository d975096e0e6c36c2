"""Metrics by name."""

from __future__ import annotations

import importlib
from functools import cache

from builders.errors import unknown_name
from evaluation.contracts import Metric


@cache
def metric(name: str) -> Metric:
    """The metric registered under a name.

    Raises:
        VivavoceError: If no metric has that name; the message gives the closest ones.
    """
    from evaluation.metrics import METRICS

    if name not in METRICS:
        raise unknown_name("metric", name, METRICS)
    module, attribute = METRICS[name].split(":")
    found: Metric = getattr(importlib.import_module(module), attribute)
    return found
