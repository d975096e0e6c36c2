from __future__ import annotations

import logging

import pytest
from typer.testing import CliRunner

from builders.cli.weights import app
from builders.weights import WeightsError, resolve


@pytest.fixture
def one_bad(monkeypatch, tmp_path):
    """Weights of which one set does not pass."""

    def check(name, folder, thorough=False):
        if name == "kokoro":
            raise WeightsError("weights 'kokoro': SHA-256 of a is 1, expected 2")

    monkeypatch.setattr("builders.weights.weights_path", lambda name, fetch=True: tmp_path)
    monkeypatch.setattr(resolve, "check", check)


def test_verify_looks_at_all_and_fails_if_any_is_wrong(one_bad):
    result = CliRunner().invoke(app, ["verify", "kokoro", "dnsmos"])
    assert result.exit_code == 1
    assert "expected 2" in result.output
    assert "dnsmos: right" in result.output
    assert CliRunner().invoke(app, ["verify", "dnsmos"]).exit_code == 0


def test_fetch_tells_of_origins_and_not_of_every_request(monkeypatch, tmp_path):
    def fetch(name):
        logging.getLogger("builders.weights.resolve").info("fetching from the Hub")
        logging.getLogger("httpx").info("HTTP Request: HEAD http://hub/model.bin")
        return tmp_path

    monkeypatch.setattr("builders.weights.weights_path", fetch)
    logged = []
    monkeypatch.setattr(logging.Logger, "handle", lambda self, record: logged.append(record.msg))
    assert CliRunner().invoke(app, ["fetch", "dnsmos"]).exit_code == 0
    assert logged == ["fetching from the Hub"]
