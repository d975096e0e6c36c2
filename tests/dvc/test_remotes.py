"""What was built goes to a remote and comes back: a folder, and S3 over its real protocol."""

from __future__ import annotations

import hashlib
import re
import shutil

import pytest

from builders.package.reader import load

pytestmark = pytest.mark.slow

KEYS = {"AWS_ACCESS_KEY_ID": "tester", "AWS_SECRET_ACCESS_KEY": "secret"}


@pytest.fixture
def s3(monkeypatch):
    """A server of the S3 protocol on this machine, with a bucket."""
    server_module = pytest.importorskip("moto.server", reason="needs the extra 'test'")
    import boto3

    for name, value in {**KEYS, "AWS_DEFAULT_REGION": "us-east-1"}.items():
        monkeypatch.setenv(name, value)
    server = server_module.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    client = boto3.client("s3", endpoint_url=f"http://{host}:{port}")
    client.create_bucket(Bucket="benchmarks")
    yield client
    server.stop()


def forget(repo):
    """Lose the dataset and everything DVC kept of it."""
    shutil.rmtree(repo.folder / "datasets" / "toy")
    shutil.rmtree(repo.folder / ".dvc" / "cache")


def there_and_back(repo, contents):
    before = contents(repo.folder / "datasets" / "toy")
    assert len(before) == 5
    assert re.search(r"6 files? pushed", repo.dvc("push"))  # five files and their list
    assert "Everything is up to date" in repo.dvc("push")
    forget(repo)
    repo.dvc("pull")
    assert contents(repo.folder / "datasets" / "toy") == before
    rows = list(load(repo.folder / "datasets" / "toy", "clean"))
    assert [r["prompt"] for r in rows] == ["One.", "Two."]
    assert rows[0]["audio"]["array"].shape == (4_000,)


def test_a_folder(tracked, contents, tmp_path):
    tracked.remote(url=str(tmp_path / "shelf"))
    there_and_back(tracked, contents)


def test_s3(tracked, contents, s3):
    use_s3(tracked, s3)
    there_and_back(tracked, contents)


def test_s3_gets_what_changed_and_a_lost_object_is_named(tracked, packaged, s3):
    use_s3(tracked, s3)
    tracked.dvc("push")
    first = keys(s3)
    assert len(first) == 6
    packaged(tracked.folder / "datasets" / "toy", {"a": "One.", "b": "Three."})
    tracked.dvc("commit", "--quiet", "--force")
    tracked.dvc("push")
    # The text stands in the shard; its sums in the manifest, the card and the Croissant file. The
    # figure is the same.
    assert first < keys(s3)
    assert len(keys(s3) - first) <= 5

    shard = next((tracked.folder / "datasets" / "toy" / "clean").iterdir())
    md5 = hashlib.md5(shard.read_bytes(), usedforsecurity=False).hexdigest()
    s3.delete_object(Bucket="benchmarks", Key=f"vivavoce/files/md5/{md5[:2]}/{md5[2:]}")
    forget(tracked)
    assert md5 in tracked.dvc("pull", fails=True)


def use_s3(repo, client):
    repo.env.update(KEYS, AWS_DEFAULT_REGION="us-east-1")
    repo.remote(url="s3://benchmarks/vivavoce", endpointurl=client.meta.endpoint_url)


def keys(client):
    listed = client.list_objects_v2(Bucket="benchmarks", Prefix="vivavoce/").get("Contents", [])
    return {entry["Key"] for entry in listed}


def test_another_repository_gets_and_imports(tracked, contents, empty, tmp_path):
    tracked.remote(url=str(tmp_path / "shelf"))
    tracked.dvc("push")
    before = contents(tracked.folder / "datasets" / "toy")
    forget(tracked)

    empty.dvc("get", str(tracked.folder), "datasets/toy", "--out", "got")
    assert contents(empty.folder / "got") == before
    empty.dvc("import", str(tracked.folder), "datasets/toy", "--out", "mine")
    assert contents(empty.folder / "mine") == before
    commit = tracked.ran("git", "rev-parse", "HEAD").strip()
    assert commit in (empty.folder / "mine.dvc").read_text("utf-8")
