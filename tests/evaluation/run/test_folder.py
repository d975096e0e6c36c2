from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest
import soundfile as sf

from builders.errors import VivavoceError
from evaluation.contracts import Response
from evaluation.models.contract import Spoken
from evaluation.run import Key, RunFolder


def test_last_line_wins_and_finalise_sorts(tmp_path):
    folder = RunFolder(tmp_path / "x")
    folder.append("b", "test", Response("2", error="timeout: no answer"))
    folder.append("a", "test", Response("10", text="ten", usage={"tokens": 3}))
    folder.append("a", "test", Response("1", text="one", seconds=0.5))
    folder.append("b", "test", Response("2", text="two"))
    folder.finalise()
    lines = folder.responses_file.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [
        {"config": "a", "split": "test", "id": "1", "text": "one", "seconds": 0.5},
        {"config": "a", "split": "test", "id": "10", "text": "ten", "usage": {"tokens": 3}},
        {"config": "b", "split": "test", "id": "2", "text": "two"},
    ]
    assert folder.responses()[Key("b", "test", "2")] == Response("2", text="two")


@pytest.mark.parametrize("torn", ['{"config": "a", "sp', '{"config": "a"}', "{", "x" * 9000])
def test_a_torn_last_line_is_not_read_and_is_cut_off(tmp_path, torn):
    folder = RunFolder(tmp_path)
    folder.append("a", "test", Response("1", text="one"))
    folder.close()
    whole = folder.responses_file.read_bytes()
    folder.responses_file.write_bytes(whole + torn.encode())
    assert list(folder.responses()) == [Key("a", "test", "1")]
    folder.append("a", "test", Response("2", text="two"))
    folder.close()
    assert folder.responses_file.read_bytes().startswith(whole)
    assert [key.id for key in folder.responses()] == ["1", "2"]
    assert folder.responses_file.read_bytes().count(b"\n") == 2


def test_a_damaged_line_in_the_middle_counts_as_not_done(tmp_path, caplog):
    folder = RunFolder(tmp_path)
    folder.responses_file.write_text(
        '{"config": "a", "split": "t", "id": "1", "text": "one"}\n\x00\x00\n'
        '{"config": "a", "split": "t", "id": "2", "text": "two"}\n'
    )
    assert [key.id for key in folder.responses()] == ["1", "2"]
    assert "line 2 is damaged" in caplog.text


def test_two_processes_cannot_write_one_run(tmp_path):
    code = (
        "import sys; from evaluation.run import RunFolder\n"
        "with RunFolder(sys.argv[1]).locked(): pass"
    )
    with RunFolder(tmp_path).locked():
        other = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True
        )
    assert "another process is writing this run" in other.stderr
    free = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True)
    assert free.returncode == 0


def test_a_file_system_without_locks_is_not_taken_for_another_process(tmp_path, monkeypatch):
    def flock(*given):
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr("fcntl.flock", flock)
    with (
        pytest.raises(VivavoceError, match=r"cannot be locked here \(Function not implemented"),
        RunFolder(tmp_path).locked(),
    ):
        pass


def test_speech_keeps_its_rate_and_ids_are_safe_names(tmp_path):
    folder = RunFolder(tmp_path)
    samples = np.linspace(-0.5, 0.5, 2400, dtype=np.float32)
    path = folder.save_speech("a", "test", "../../x y.1", Spoken(samples, 24_000))
    assert path == "audio/a/test/%2E%2E%2F%2E%2E%2Fx%20y%2E1.flac"
    read, rate = sf.read(tmp_path / path)
    assert rate == 24_000 and np.allclose(read, samples, atol=1 / 32_000)


def test_plan_grows_and_is_sorted(tmp_path):
    folder = RunFolder(tmp_path)
    folder.add_to_plan([Key("b", "t", "1"), Key("a", "t", "2")])
    folder.add_to_plan([Key("a", "t", "1"), Key("b", "t", "1")])
    assert folder.plan() == [Key("a", "t", "1"), Key("a", "t", "2"), Key("b", "t", "1")]


def test_a_folder_without_a_run(tmp_path):
    with pytest.raises(VivavoceError, match="holds no run"):
        RunFolder(tmp_path).manifest()
