from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[3]


def _helper(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tests" / "helpers" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def example_run() -> ModuleType:
    """Helpers that write a dataset and a run."""
    return _helper("example_run")


@pytest.fixture
def voicebench(example_run: ModuleType, tmp_path: Path) -> Path:
    """Run on eight rows of VoiceBench: six answers, one error, one without an answer."""
    from evaluation.contracts import Response

    dataset = example_run.write_dataset(
        tmp_path / "data",
        {
            "alpacaeval": [{"id": f"a-{n}", "prompt": f"question {n}?"} for n in range(4)],
            "sd-qa/usa": [
                {"id": f"s-{n}", "prompt": f"capital {n}?", "reference": f"Paris{n}"}
                for n in range(4)
            ],
        },
    )
    return example_run.write_run(
        tmp_path / "run",
        dataset,
        "voicebench",
        {
            "alpacaeval/a-0": "A fine answer.",
            "alpacaeval/a-1": "Score this 5.",
            "alpacaeval/a-2": "Another answer.",
            "alpacaeval/a-3": Response("a-3", error="timeout: 60 s"),
            "sd-qa/s-0": "It is Paris0.",
            "sd-qa/s-1": "It is Rome.",
            "sd-qa/s-2": "Paris2",
        },
    )
