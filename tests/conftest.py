from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """Public material beside the repository; tests that need it skip where it is absent."""
    folder = ROOT.parent / "shared"
    if not (folder / "sources").is_dir():
        pytest.skip(f"public sources are not at {folder}")
    return folder
