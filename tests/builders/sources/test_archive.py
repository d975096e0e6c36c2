from __future__ import annotations

import io
import tarfile
import zipfile

import pytest

from builders.sources import SourceError, read, resolve

CSV = ",Question,A,B,C,D,Answer\n0,问题？,甲,乙,丙,丁,B\n"


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("VIVAVOCE_CACHE", str(tmp_path / "cache"))


def zipped(path, members):
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return path


def test_a_source_is_read_out_of_an_archive(tmp_path):
    path = zipped(tmp_path / "a.zip", {"test/art.csv": CSV, "dev/art.csv": "no"})
    rows = list(read("cmmlu", {"path": path, "inside": "test/*.csv"}))
    assert [row.id for row in rows] == ["cmmlu-art-0"] and rows[0].reference == "乙"


def test_tar_gz(tmp_path):
    path = tmp_path / "a.tar.gz"
    with tarfile.open(path, "w:gz") as tar:
        info = tarfile.TarInfo("x/a.txt")
        info.size = 2
        tar.addfile(info, io.BytesIO(b"hi"))
    place = resolve({"path": path, "inside": "x/*"})
    assert place.files("x/*.txt")[0].read_text() == "hi"


@pytest.mark.parametrize(
    ("members", "inside", "message"),
    [
        ({"a.txt": "x"}, "*.csv", "no member matches"),
        ({"../evil.csv": "x"}, "*.csv", "leads out of the archive"),
    ],
)
def test_bad_archives(tmp_path, members, inside, message):
    path = zipped(tmp_path / "a.zip", members)
    with pytest.raises(SourceError, match=message):
        resolve({"path": path, "inside": inside})


def test_not_an_archive(tmp_path):
    (tmp_path / "a.zip").write_text("text")
    with pytest.raises(SourceError, match="neither a zip nor a tar"):
        resolve({"path": tmp_path / "a.zip", "inside": "*"})
