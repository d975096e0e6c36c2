"""Run a model over a dataset: plan, ask, log, resume, merge."""

from evaluation.run.folder import Key, RunFolder
from evaluation.run.rows import load_rows

__all__ = ["Key", "RunFolder", "load_rows"]
