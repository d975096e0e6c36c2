from __future__ import annotations

import pytest

from builders.errors import VivavoceError
from builders.folders import check_writable


def test_a_folder_that_can_be_written_is_made_and_left_empty(tmp_path):
    check_writable("the cache", tmp_path / "a" / "b", "VIVAVOCE_CACHE")
    assert not list((tmp_path / "a" / "b").iterdir())


def test_one_that_cannot_is_named_with_its_variable(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(VivavoceError, match=r"the cache .*/file/b cannot be used.*VIVAVOCE_CACHE"):
        check_writable("the cache", tmp_path / "file" / "b", "VIVAVOCE_CACHE")


def test_weights_name_the_cache(tmp_path, monkeypatch):
    from builders.weights import weights_path

    (tmp_path / "file").write_text("")
    monkeypatch.setenv("VIVAVOCE_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.delenv("VIVAVOCE_WEIGHTS", raising=False)
    with pytest.raises(VivavoceError, match=r"file/cache cannot be used.*VIVAVOCE_CACHE"):
        weights_path("kokoro-voices")
