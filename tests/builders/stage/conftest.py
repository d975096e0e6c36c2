from __future__ import annotations

import sys
from pathlib import Path

import pytest

HELPERS = Path(__file__).resolve().parents[2] / "helpers"


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    """Let recipes name the toy steps as ``toy_steps:<name>``."""
    monkeypatch.syspath_prepend(str(HELPERS))
    yield
    sys.modules.pop("toy_steps", None)
