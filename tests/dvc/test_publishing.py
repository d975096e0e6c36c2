"""The stage that publishes: never by itself, once when asked, with a receipt."""

from __future__ import annotations

import json
import sys

import pytest
import yaml
from hub_server import HubServer

pytestmark = pytest.mark.slow


@pytest.fixture
def hub():
    with HubServer() as server:
        yield server


@pytest.fixture
def pipeline(tracked, root, hub):
    """The project's own stage for one family, with a dataset that a stage copies."""
    repo = tracked
    (repo.folder / "datasets" / "toy").rename(repo.folder / "made")
    (repo.folder / "datasets" / "toy.dvc").unlink()
    copy = "import shutil; shutil.copytree('made', 'datasets/toy')"
    stage = {"cmd": f'"{sys.executable}" -c "{copy}"', "deps": ["made"], "outs": ["datasets/toy"]}
    (repo.folder / "dvc.yaml").write_text(yaml.safe_dump({"stages": {"package": stage}}))
    receipts = yaml.safe_load((root / "receipts" / "dvc.yaml").read_text())
    publish = receipts["stages"]["publish"]
    publish["matrix"]["family"] = ["toy"]
    command = f'PYTHONPATH="{root}" "{sys.executable}" -m evaluation.cli.main'
    assert publish["cmd"].startswith("vivavoce publish ")
    publish["cmd"] = publish["cmd"].replace("vivavoce", command, 1)
    (repo.folder / "receipts").mkdir()
    (repo.folder / "receipts" / "dvc.yaml").write_text(yaml.safe_dump(receipts))
    params = {"seed": 1, "backends": {}, "publish": {"toy": {"repo": None, "tag": None}}}
    (repo.folder / "params.yaml").write_text(yaml.safe_dump(params))
    repo.env.update(
        HF_ENDPOINT=hub.endpoint,
        HF_HUB_DISABLE_XET="1",
        HF_TOKEN="hf_for_the_test_server",
        HF_HOME=str(repo.folder.parent / "hf"),
    )
    return repo


def test_publishing_happens_on_request_and_once(pipeline, hub):
    target = "receipts/dvc.yaml:publish@toy"
    assert "publish" not in pipeline.dvc("repro")
    assert hub.repos == {}

    said = pipeline.dvc("repro", target, fails=True)
    assert "state 'publish.toy.repo' in params.yaml" in said
    assert hub.repos == {}

    stated = {"toy": {"repo": "tester/toy", "tag": "v1.0.0"}}
    params = {"seed": 1, "backends": {}, "publish": stated}
    (pipeline.folder / "params.yaml").write_text(yaml.safe_dump(params))
    pipeline.dvc("repro", target)
    receipt = json.loads((pipeline.folder / "receipts" / "toy.json").read_text())
    assert receipt["commit"] == hub.repos["tester/toy"].tags["v1.0.0"]
    assert "clean/test-00000-of-00001.parquet" in receipt["files"]

    asked = len(hub.requests)
    assert f"Stage '{target}' didn't change, skipping" in pipeline.dvc("repro", target)
    assert len(hub.requests) == asked
    assert "?? receipts/" in pipeline.ran("git", "status", "--porcelain")
