from __future__ import annotations

import pytest
from llm_context import llm_context


@pytest.fixture
def ask(tmp_path):
    """``ask(step, item, answer, **params)`` runs a step; the answers come from a local server."""

    def run(step, row, answer, kinds=("llm",), **params):
        with llm_context(tmp_path / "store", answer, kinds) as (ctx, server):
            outcome = step.function(row, ctx, **params)
            run.server, run.ctx = server, ctx
        return outcome

    return run
