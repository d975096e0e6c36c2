from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from builders.cli.publish import publish as command
from builders.errors import VivavoceError
from builders.package import package_family
from builders.package.spec import ConfigSpec


@pytest.fixture
def run(item: Any, hub: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    import huggingface_hub.constants

    # The client reads the address once, when it is imported, and makes others from it.
    template = huggingface_hub.constants.HUGGINGFACE_CO_URL_TEMPLATE
    template = template.replace(huggingface_hub.constants.ENDPOINT, hub.endpoint)
    monkeypatch.setattr(huggingface_hub.constants, "HUGGINGFACE_CO_URL_TEMPLATE", template)
    monkeypatch.setattr(huggingface_hub.constants, "ENDPOINT", hub.endpoint)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    configs = {
        "sd-qa": ConfigSpec({"prompt": "prompt"}, [item("a"), item("b")]),
        "esd": ConfigSpec({"prompt": "prompt"}, [item("c", license="research only")]),
    }
    package_family("voicebench", configs, tmp_path / "datasets" / "voicebench")
    app = typer.Typer()
    app.command()(command)

    def call(*arguments: str) -> Any:
        base = ["voicebench", "--repo", "tester/vb", "--tag", "v1.0.0"]
        # The last of an option that is given twice counts.
        return CliRunner().invoke(app, [*base, *arguments])

    return call


def test_the_dry_run_shows_and_does_nothing(run: Any, hub: Any) -> None:
    result = run("--dry-run")
    assert result.exit_code == 0, result.output
    rows = [[c.strip() for c in line.split("│")[1:-1]] for line in result.output.splitlines()]
    assert ["esd", "research only", "refused", "for research only: it may not be handed on"] in rows
    assert ["sd-qa", "MIT", "free", "keep the notice"] in rows
    files = {row[0]: row[2] for row in rows if len(row) == 3}
    assert files["sd-qa/test-00000-of-00001.parquet"] == "new"
    assert "To send: 8 files" in result.output
    assert "Refused without --i-have-the-rights: esd" in result.output
    assert hub.repos == {}


def test_publishing_leaves_a_receipt(run: Any, hub: Any, tmp_path: Path) -> None:
    result = run()
    assert isinstance(result.exception, VivavoceError)
    assert "esd: 'research only'" in str(result.exception)
    result = run("--i-have-the-rights")
    assert result.exit_code == 0, result.exception
    receipt = json.loads((tmp_path / "receipts" / "voicebench.json").read_text())
    assert receipt["commit"] == hub.repos["tester/vb"].tags["v1.0.0"]
    assert receipt["rights_stated"] is True
    assert receipt["licences"] == {"sd-qa": ["MIT"], "esd": ["research only"]}
    assert receipt["rows"] == 3
    before = (tmp_path / "receipts" / "voicebench.json").read_bytes()
    run("--i-have-the-rights")
    assert (tmp_path / "receipts" / "voicebench.json").read_bytes() == before
    result = run("--dry-run")
    assert result.exit_code == 0, repr(result.exception)
    shown = result.output
    assert "To send: 0 files, 0 bytes." in shown
    assert f"v1.0.0 is published already with this content: commit {receipt['commit']}" in shown
    shown = run("--dry-run", "--tag", "v1.0.1").output
    assert "Refused: nothing has changed since v1.0.0: there is no new version" in shown


def test_the_dry_run_says_what_publishing_would_refuse(
    run: Any, hub: Any, item: Any, tmp_path: Path
) -> None:
    run("--i-have-the-rights")
    configs = {"sd-qa": ConfigSpec({"prompt": "prompt"}, [item("a")])}
    package_family("voicebench", configs, tmp_path / "datasets" / "voicebench")
    low = run("--dry-run", "--tag", "v1.1.0").output
    assert "Rows since v1.0.0: 0 added, 2 removed, 0 changed." in low
    assert "Least next version: v2.0.0" in low
    assert "Refused: v1.1.0 is too low: what changed since v1.0.0 is major" in low
    assert "Refused: tester/vb has a version v1.0.0 with other content" in run("--dry-run").output
    assert "Refused" not in run("--dry-run", "--tag", "v2.0.0").output


def test_the_dry_run_says_why_the_hub_was_not_asked(run: Any, hub: Any) -> None:
    hub.fail("GET", "/api/datasets/tester/vb", 401, 99)
    shown = run("--dry-run").output
    assert "The Hub was not asked, and every file is shown as new: listing tester/vb" in shown
    assert "Log in with 'hf auth login', or set HF_TOKEN" in shown
