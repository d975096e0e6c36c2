from __future__ import annotations

import importlib.metadata
import sys
import types

import pytest

from builders.errors import BackendError, MissingExtraError
from evaluation.metrics import pedants


@pytest.fixture(autouse=True)
def _fresh():
    pedants._matcher.cache_clear()
    yield
    pedants._matcher.cache_clear()


@pytest.fixture
def package(monkeypatch):
    """A package of that name; the real classifier has to be fetched from GitHub."""

    def install(matcher) -> None:
        module = types.ModuleType("qa_metrics.pedant")
        module.PEDANT = matcher
        monkeypatch.setitem(sys.modules, "qa_metrics", types.ModuleType("qa_metrics"))
        monkeypatch.setitem(sys.modules, "qa_metrics.pedant", module)
        monkeypatch.setattr(importlib.metadata, "version", lambda name: "0.2.30")

    return install


def test_not_installed(monkeypatch, make_row) -> None:
    monkeypatch.setitem(sys.modules, "qa_metrics", None)
    with pytest.raises(MissingExtraError, match=r"vivavoce\[pedants\]"):
        pedants.judge_panda([make_row(reference="x")])


def test_no_classifier(package, make_row) -> None:
    def absent():
        raise FileNotFoundError("lr_classifier.pkl")

    package(absent)
    with pytest.raises(BackendError, match=r"lr_classifier.pkl.*copy the package's folder"):
        pedants.judge_panda([make_row(reference="x")])


def test_verdicts(package, make_row) -> None:
    class Contains:
        def evaluate(self, reference, candidate, question):
            assert question == "which city?"
            return reference in candidate

    package(Contains)
    rows = [
        make_row("a", prompt="Which city?", text="It is PARIS.", reference="Paris"),
        make_row("b", prompt="Which city?", text="Rome", reference="Paris"),
        make_row("c", prompt="Which city?", text="Rome", reference=None),
        make_row("d", prompt="Which city?", text="", reference="Paris"),
    ]
    got = pedants.judge_panda(rows)
    assert [(j.id, j.task, j.judge, j.category) for j in got] == [
        ("a", "panda", "qa-metrics-0.2.30", "yes"),
        ("b", "panda", "qa-metrics-0.2.30", "no"),
    ]
