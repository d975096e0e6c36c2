from __future__ import annotations

import gzip
import io
import json
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile as sf
import typer
from typer.testing import CliRunner

import builders
from builders.errors import VivavoceError
from builders.item import Word
from builders.package import package_family
from builders.package.export import export
from builders.package.files import open_dataset
from builders.package.spec import ConfigSpec


def _ear(item: Any, folder: Path) -> Path:
    words = (Word(text="Say", start=0.0, end=0.1, score=0.5),)
    rows = [item(f"r/{n}", words=words, fields={"kind": "a"}) for n in range(3)]
    columns = {"prompt": "prompt", "words": "words", "kind": "fields.kind", "language": "language"}
    package_family("ear", {"wdyl": ConfigSpec(columns, rows)}, folder)
    return folder


def test_lhotse(item: Any, tmp_path: Path) -> None:
    folder = _ear(item, tmp_path / "d")
    for name in ("a", "b"):
        export(open_dataset(folder), "lhotse", tmp_path / name)
    first = tmp_path / "a" / "wdyl_supervisions_test.jsonl.gz"
    assert first.read_bytes() == (tmp_path / "b" / first.name).read_bytes()
    with gzip.open(tmp_path / "a" / "wdyl_recordings_test.jsonl.gz", "rt") as file:
        recordings = [json.loads(line) for line in file]
    assert recordings[1] == {
        "id": "wdyl/test/r/1",
        "sources": [{"type": "file", "channels": [0], "source": "audio/wdyl/test/r%2F1.flac"}],
        "sampling_rate": 16_000,
        "num_samples": 4_000,
        "duration": 0.25,
        "channel_ids": [0],
    }
    assert sf.info(tmp_path / "a" / recordings[1]["sources"][0]["source"]).frames == 4_000
    with gzip.open(first, "rt") as file:
        supervision = json.loads(file.readline())
    assert supervision == {
        "id": "wdyl/test/r/0",
        "recording_id": "wdyl/test/r/0",
        "start": 0.0,
        "duration": 0.25,
        "channel": 0,
        "text": "Say r/0.",
        "language": "en",
        "speaker": "v1",
        "custom": {
            "kind": "a",
            "source_id": "r/0",
            "source_revision": "r1",
            "license": "MIT",
            "provenance": next(builders.load(folder, "wdyl"))["provenance"],
        },
        "alignment": {"word": [["Say", 0.0, 0.1, 0.5]]},
    }


def test_lhotse_keeps_a_question_that_is_not_what_is_heard(item: Any, tmp_path: Path) -> None:
    row = item("r", fields={"question": "What is said?"})
    columns = {"question": "fields.question", "transcript": "transcript"}
    package_family("ear", {"wdyl": ConfigSpec(columns, [row])}, tmp_path / "d")
    export(open_dataset(tmp_path / "d"), "lhotse", tmp_path / "out")
    with gzip.open(tmp_path / "out" / "wdyl_supervisions_test.jsonl.gz", "rt") as file:
        supervision = json.loads(file.readline())
    assert supervision["text"] == "Say r."
    assert supervision["custom"]["question"] == "What is said?"


def test_webdataset(item: Any, tmp_path: Path) -> None:
    folder = _ear(item, tmp_path / "d")
    export(open_dataset(folder), "webdataset", tmp_path / "out")
    with tarfile.open(tmp_path / "out" / "wdyl" / "test-000000.tar") as tar:
        assert tar.getnames() == [f"r%2F{n}.{kind}" for n in range(3) for kind in ("flac", "json")]
        assert {member.mtime for member in tar.getmembers()} == {0}
        text = tar.extractfile("r%2F1.json")
        audio = tar.extractfile("r%2F1.flac")
        assert text is not None
        assert audio is not None
        row = json.load(text)
        assert (row["id"], row["prompt"], row["kind"]) == ("r/1", "Say r/1.", "a")
        assert row["provenance"]["speech"]["voice"] == "v1"
        samples, _ = sf.read(io.BytesIO(audio.read()))
        assert samples.shape == (4_000,)


def test_webdataset_shards(item: Any, tmp_path: Path) -> None:
    from builders.package.export import split_rows
    from builders.package.export_webdataset import write_split

    folder = _ear(item, tmp_path / "d")
    rows = split_rows(open_dataset(folder), "wdyl", "test")
    assert write_split(rows, tmp_path / "out", shard_bytes=1) == 3
    assert sorted(p.name for p in (tmp_path / "out" / "wdyl").iterdir()) == [
        f"test-{n:06d}.tar" for n in range(3)
    ]


def test_an_export_replaces_only_an_export(item: Any, tmp_path: Path) -> None:
    dataset = open_dataset(_ear(item, tmp_path / "d"))
    export(dataset, "lhotse", tmp_path / "out")
    export(dataset, "webdataset", tmp_path / "out")
    assert not list((tmp_path / "out").glob("*.jsonl.gz"))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "x").touch()
    with pytest.raises(VivavoceError, match="holds no export"):
        export(dataset, "lhotse", tmp_path / "mine")
    with pytest.raises(VivavoceError, match="unknown layout 'lhoste'; did you mean 'lhotse'"):
        export(dataset, "lhoste", tmp_path / "other")
    with pytest.raises(VivavoceError, match="unknown config 'x'"):
        export(dataset, "lhotse", tmp_path / "other", ["x"])
    assert not (tmp_path / "other").exists()


def test_the_command(item: Any, tmp_path: Path) -> None:
    from builders.cli.export import export as command

    app = typer.Typer()
    app.command()(command)
    folder = _ear(item, tmp_path / "d")
    out = tmp_path / "out"
    result = CliRunner().invoke(app, [str(folder), "--as", "webdataset", "--out", str(out)])
    assert (result.exit_code, result.output) == (0, "wdyl/test: 3 rows\n")


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A dataset of somebody else: WAV inside, two audio columns, no manifest."""
    import pyarrow as pa
    import pyarrow.parquet as pq
    from datasets import Audio, Features, Value

    def wav(seed: int) -> dict[str, Any]:
        buffer = io.BytesIO()
        noise = np.random.default_rng(seed).uniform(-0.1, 0.1, 4_000)
        sf.write(buffer, noise, 8_000, format="WAV")
        return {"bytes": buffer.getvalue(), "path": None}

    columns = {"id": Value("string"), "prompt": Value("string"), "a": Audio(), "b": Audio()}
    rows = [{"id": f"r{n}", "prompt": "Say.", "a": wav(n), "b": wav(n)} for n in range(2)]
    folder = tmp_path / "foreign" / "mtbench"
    folder.mkdir(parents=True)
    table = pa.Table.from_pylist(rows, schema=Features(columns).arrow_schema)
    pq.write_table(table, folder / "test-00000-of-00001.parquet")
    return folder.parent


@pytest.mark.parametrize("layout", ["vocalbench", "lhotse", "webdataset"])
def test_audio_of_others_is_exported_as_ours(foreign: Path, tmp_path: Path, layout: str) -> None:
    out = tmp_path / "out"
    assert export(open_dataset(foreign), layout, out) == {"mtbench/test": 2}
    if layout == "webdataset":
        with tarfile.open(out / "mtbench" / "test-000000.tar") as tar:
            names = tar.getnames()
            data = tar.extractfile("r0.flac").read()  # type: ignore[union-attr]
        assert names == ["r0.flac", "r0.json", "r1.flac", "r1.json"]
        found = sf.info(io.BytesIO(data))
    else:
        (path,) = out.rglob("r0.*")
        found = sf.info(path)
    assert (found.samplerate, found.frames) == (16_000, 8_000)
