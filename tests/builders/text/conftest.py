from __future__ import annotations

import sys
from pathlib import Path

import pytest

# Helpers are plain modules: the tests are imported by path and form no package.
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "helpers"))


@pytest.fixture
def ask(tmp_path):
    """``ask(step, item, answer, **params)`` runs a step; the answers come from a local server."""
    from llm_context import llm_context

    def run(step, row, answer, kinds=("llm",), **params):
        with llm_context(tmp_path / "store", answer, kinds) as (ctx, server):
            outcome = step.function(row, ctx, **params)
            run.server, run.ctx = server, ctx
        return outcome

    return run
