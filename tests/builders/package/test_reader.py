from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import builders
from builders.errors import VivavoceError
from builders.package import package_family
from builders.package.publish import publish
from builders.package.spec import ConfigSpec


@pytest.fixture
def folder(item: Any, tmp_path: Path) -> Path:
    rows = [item(f"r{n}") for n in range(45)]
    package_family("ear", {"wdyl": ConfigSpec({"prompt": "prompt"}, rows)}, tmp_path / "ear")
    return tmp_path / "ear"


def test_rows_come_back_with_samples(folder: Path, item: Any) -> None:
    rows = list(builders.load(folder, "wdyl"))
    assert [row["id"] for row in rows] == [f"r{n}" for n in range(45)]
    audio = rows[7]["audio"]
    assert (audio["sampling_rate"], audio["array"].dtype, audio["path"]) == (
        16_000,
        np.float32,
        "r7.flac",
    )
    np.testing.assert_array_equal(audio["array"], item("r7").clip.samples)


def test_columns_and_encoded_audio(folder: Path, item: Any) -> None:
    assert next(builders.load(folder, "wdyl", columns=["prompt"])) == {"prompt": "Say r0."}
    row = next(builders.load(folder, "wdyl", decode=False))
    assert row["audio"]["bytes"] == item("r0").clip.data


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("wdly",), "unknown config 'wdly'; did you mean 'wdyl'"),
        (("wdyl", "tset"), "unknown split 'tset'; did you mean 'test'"),
    ],
)
def test_mistakes_show_at_the_call(folder: Path, arguments: Any, message: str) -> None:
    with pytest.raises(VivavoceError, match=message):
        builders.load(folder, *arguments)


def test_an_unknown_column(folder: Path) -> None:
    with pytest.raises(VivavoceError, match="unknown column 'promt'"):
        builders.load(folder, "wdyl", columns=["promt"])


def test_no_such_dataset(hub: Any, tmp_path: Path) -> None:
    with pytest.raises(VivavoceError, match="the Hub does not show it"):
        builders.load("nobody/nothing", "x", endpoint=hub.endpoint)
    with pytest.raises(VivavoceError, match="neither a folder nor a repository"):
        builders.load(tmp_path / "absent", "x")
    with pytest.raises(VivavoceError, match="does not show it: Repo id must use alphanumeric"):
        builders.load("no name/nothing", "x", endpoint=hub.endpoint)
    with pytest.raises(VivavoceError, match=r"the Hub does not show it: .*refused"):
        builders.load("nobody/nothing", "x", endpoint="http://127.0.0.1:1")


def test_a_hub_that_fails_while_rows_are_read(folder: Path, hub: Any) -> None:
    publish(folder, "me/ear", "v1.0.0", i_have_the_rights=True, endpoint=hub.endpoint)
    hub.fail("GET", r"resolve/.*\.parquet", 500, times=99)
    with pytest.raises(VivavoceError, match=r"00001\.parquet cannot be read: .*500"):
        next(builders.load("me/ear", "wdyl", endpoint=hub.endpoint))


def test_a_torn_file_is_not_read_as_good(folder: Path) -> None:
    path = folder / "wdyl" / "test-00000-of-00001.parquet"
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(VivavoceError, match="cannot be read"):
        builders.load(folder, "wdyl")


def test_streaming_from_the_hub_reads_what_it_needs(folder: Path, hub: Any) -> None:
    publish(folder, "me/ear", "v1.0.0", i_have_the_rights=True, endpoint=hub.endpoint)
    before = len(hub.requests)
    rows = list(
        builders.load("me/ear", "wdyl", columns=["id"], revision="v1.0.0", endpoint=hub.endpoint)
    )
    assert len(rows) == 45
    assert all(method != "PUT" for method, _ in hub.requests[before:])
    row = next(builders.load("me/ear@v1.0.0", "wdyl", endpoint=hub.endpoint))
    assert row["audio"]["array"].shape == (4_000,)


def test_reading_needs_neither_torch_nor_datasets(folder: Path) -> None:
    code = (
        "import sys, builders\n"
        f"row = next(builders.load({str(folder)!r}, 'wdyl'))\n"
        "assert len(row['audio']['array']) == 4000\n"
        "print(sorted({'torch', 'torchcodec', 'datasets', 'librosa'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_dataset_that_others_made(item: Any, tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    (tmp_path / "cfg").mkdir()
    for n in range(2):
        audio = [{"bytes": item(f"x{n}").clip.data, "path": "x.wav"}]
        table = pa.table({"audio": audio, "prompt": [f"p{n}"]})
        pq.write_table(table, tmp_path / "cfg" / f"test-{n:05d}-of-00002.parquet")
    rows = list(builders.load(tmp_path, "cfg"))
    assert [row["prompt"] for row in rows] == ["p0", "p1"]
    assert rows[0]["audio"]["array"].shape == (4_000,)
    (tmp_path / "cfg" / "test-00001-of-00002.parquet").unlink()
    with pytest.raises(VivavoceError, match="1 of 2 shards"):
        builders.load(tmp_path, "cfg")
