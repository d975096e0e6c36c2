from __future__ import annotations

import pytest
from typer.testing import CliRunner

from builders.cli.store import app
from builders.errors import VivavoceError
from builders.stage.store import ItemStore


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("VIVAVOCE_STORE", str(tmp_path / "store"))
    return ItemStore(tmp_path / "store")


def run(*arguments):
    result = CliRunner().invoke(app, list(arguments))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_an_empty_store_has_nothing(store):
    assert run("stats").exit_code == 0
    assert "0 records, 0 damaged" in run("verify").output
    assert "removed 0 records" in run("gc", "--older-than", "0").output


def test_verify_names_what_is_damaged(store):
    store.put("tts", 1, None, b"whole")
    store.put("tts", 2, None, b"damaged")
    store.path("tts", 2).write_bytes(b"junk")
    result = run("verify")
    assert result.exit_code == 1
    assert f"damaged: {store.path('tts', 2)}" in result.output
    assert "2 records, 1 damaged" in result.output


def test_a_folder_that_is_not_there_is_no_empty_store(store, tmp_path):
    (tmp_path / "store").write_text("a file")
    for command in (["verify"], ["stats", "--root", str(tmp_path / "typo")]):
        with pytest.raises(VivavoceError, match="is no folder"):
            run(*command)
