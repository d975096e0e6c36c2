from __future__ import annotations

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from builders.errors import VivavoceError
from evaluation.data import open_examples
from evaluation.data.listing import ListedExamples
from evaluation.data.parquet import ParquetExamples


def parquet(folder):
    (folder / "c").mkdir(parents=True)
    pq.write_table(pa.table({"prompt": ["?"]}), folder / "c" / "test-00000-of-00001.parquet")


def test_the_layout_decides_how_a_folder_is_read(tmp_path):
    parquet(tmp_path / "packed")
    (tmp_path / "listed").mkdir()
    (tmp_path / "listed" / "c.jsonl").write_text('{"prompt": "?"}\n')
    packed, listed = (open_examples(tmp_path / n, family="ear") for n in ("packed", "listed"))
    assert isinstance(packed, ParquetExamples) and isinstance(listed, ListedExamples)
    assert (packed.family, listed.family) == ("ear", "ear")


def test_parquet_comes_before_listings(tmp_path):
    parquet(tmp_path)
    (tmp_path / "c.jsonl").write_text('{"prompt": "?"}\n')
    assert isinstance(open_examples(str(tmp_path)), ParquetExamples)


def test_a_folder_of_something_else_says_what_is_read(tmp_path):
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(VivavoceError) as caught:
        open_examples(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path} holds neither Parquet shards (<config>/<split>-*.parquet) nor listings "
        "(json/<config>.json, <config>.jsonl, <config>/metadata.jsonl)"
    )


@pytest.mark.parametrize("where", ["/no/where", "./nowhere", "name", "a/b/c"])
def test_what_is_neither_folder_nor_repository(where):
    with pytest.raises(VivavoceError) as caught:
        open_examples(where)
    assert str(caught.value) == f"{where}: no such folder, and no repository name (org/name)"


def test_a_folder_has_no_revision(tmp_path):
    parquet(tmp_path)
    with pytest.raises(VivavoceError, match="is a folder, which has no revision 'v1'"):
        open_examples(tmp_path, revision="v1")


@pytest.fixture
def hub(monkeypatch, tmp_path):
    import huggingface_hub.constants
    from hub_server import HubServer

    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path / "cache"))
    with HubServer() as server:
        for name in ("ENDPOINT", "HF_ENDPOINT"):
            monkeypatch.setattr(huggingface_hub.constants, name, server.endpoint, raising=False)
        address = server.endpoint + "/{repo_id}/resolve/{revision}/{filename}"
        monkeypatch.setattr(huggingface_hub.constants, "HUGGINGFACE_CO_URL_TEMPLATE", address)
        yield server


def test_a_repository_without_shards_says_how_to_download_it(hub, monkeypatch):
    from hub_state import Entry, Repo

    monkeypatch.setattr("huggingface_hub.hf_api.constants.ENDPOINT", hub.endpoint)
    repo = hub.repos["org/set"] = Repo()
    commit = repo.commit("main", {"json/x.json": Entry(b"[]", False)}, "first")
    with pytest.raises(VivavoceError) as caught:
        open_examples("org/set")
    assert str(caught.value) == (
        f"org/set@{commit[:7]} holds no Parquet shards: download it with "
        "'hf download org/set --repo-type dataset --local-dir DIR' and give the folder"
    )
