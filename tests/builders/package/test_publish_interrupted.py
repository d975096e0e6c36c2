"""Servers that fail, connections that break, and uploads that are killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from builders.errors import VivavoceError
from builders.package.publish import publish

pytestmark = pytest.mark.usefixtures("no_waiting")
REPO = "tester/voicebench"


def _parquets(hub: Any) -> list[str]:
    return [path for path in hub.files(REPO) if path.endswith(".parquet")]


def test_answers_that_pass(build: Any, hub: Any) -> None:
    hub.fail("POST", "/api/repos/create", 500, 2)
    hub.fail("PUT", "/large/", 429, 2)
    hub.fail("PUT", "/large/", 503, 1)
    hub.fail("POST", f"/api/datasets/{REPO}/commit/", 429, 1)
    hub.fail("POST", f"/api/datasets/{REPO}/commit/", 500, 1)
    hub.fail("POST", f"/api/datasets/{REPO}/tag/", 502, 1)
    hub.fail("GET", f"/api/datasets/{REPO}/tree/", 500, 1)
    made = publish(build(), REPO, "v1.0.0", endpoint=hub.endpoint)
    assert hub.repos[REPO].tags == {"v1.0.0": made.commit}
    assert len(hub.repos[REPO].titles) == 2
    assert sorted(set(hub.received)) == sorted(hub.received)


def test_a_commit_whose_answer_was_lost(build: Any, hub: Any) -> None:
    hub.fail("POST", f"/api/datasets/{REPO}/commit/", "lost", 1)
    made = publish(build(), REPO, "v1.0.0", endpoint=hub.endpoint)
    assert [title for _, title in hub.repos[REPO].titles] == [
        "initial commit",
        "voicebench v1.0.0",
    ]
    assert hub.repos[REPO].tags == {"v1.0.0": made.commit}


def test_a_connection_that_breaks_for_good_and_comes_back(build: Any, hub: Any) -> None:
    folder = build()
    usa = next(
        file["sha256"]
        for file in _manifest_files(folder)
        if file["path"] == "sd-qa/usa-00000-of-00001.parquet"
    )
    hub.fail("PUT", f"/large/{usa}", "cut", 10_000)
    with pytest.raises(VivavoceError, match=r"Run the command again"):
        publish(folder, REPO, "v1.0.0", endpoint=hub.endpoint, attempts=2)
    assert not hub.repos[REPO].tags
    assert not _parquets(hub), "a part of the dataset is visible"
    arrived = list(hub.received)
    assert arrived
    assert usa not in arrived
    hub.faults.clear()
    publish(folder, REPO, "v1.0.0", endpoint=hub.endpoint)
    assert hub.received.count(usa) == 1
    assert all(hub.received.count(oid) == 1 for oid in arrived), "an object was sent twice"
    assert len(_parquets(hub)) == 3


def _manifest_files(folder: Path) -> list[dict[str, Any]]:
    manifest = json.loads((folder / "vivavoce.json").read_text())
    return [
        file
        for config in manifest["configs"].values()
        for split in config["splits"].values()
        for file in split["files"]
    ]


@pytest.mark.slow
def test_a_killed_upload_goes_on(build: Any, hub: Any, tmp_path: Path) -> None:
    folder = build()
    usa = next(f["sha256"] for f in _manifest_files(folder) if "usa" in f["path"])
    hub.fail("PUT", f"/large/{usa}", "hang", 1)
    command = [sys.executable, "-m", "evaluation.cli.main", "publish", str(folder)]
    command += ["--repo", REPO, "--tag", "v1.0.0", "--receipt", str(tmp_path / "r.json")]
    environment = {**os.environ, "HF_ENDPOINT": hub.endpoint, "HF_HUB_DISABLE_XET": "1"}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        assert hub.hanging.wait(60)
        deadline = 100
        while len(hub.received) < 5 and deadline:
            hub.closing.wait(0.1)
            deadline -= 1
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    arrived = list(hub.received)
    assert len(arrived) == 5  # two Parquet files and three figures
    assert not (tmp_path / "r.json").exists()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "voicebench v1.0.0 is commit" in done.stdout
    assert sorted(hub.received) == sorted({*arrived, usa})
    assert json.loads((tmp_path / "r.json").read_text())["tag"] == "v1.0.0"
