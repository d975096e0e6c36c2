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


@pytest.fixture(scope="session")
def _embedded_weights() -> None:
    from builders.weights import WeightsError, manifest, weights_path

    for name in manifest():
        try:
            weights_path(name)
        except WeightsError as error:
            pytest.skip(f"weights are not here and cannot be fetched: {error}")


@pytest.fixture(autouse=True)
def _weights_where_marked(request: pytest.FixtureRequest) -> None:
    """Tests marked ``weights`` fetch the embedded weights first, or skip with the reason."""
    if request.node.get_closest_marker("weights"):
        request.getfixturevalue("_embedded_weights")
