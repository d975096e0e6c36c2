"""A handful of rows through the whole build, with the real engines."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
import soundfile as sf
import yaml

pytestmark = [pytest.mark.weights, pytest.mark.slow]

TEXTS = {
    "q-1": "It costs $5 to park here.",
    "q-2": "The train leaves at noon.",
    "q-3": "We had soup for lunch.",
    "q-4": "Close the door, please.",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory, root):
    """A recipe of four rows, clean and in noise, with the project's voices and parameters."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "recipes").mkdir()
    (folder / "recipes" / "voices").symlink_to(root / "recipes" / "voices")
    params = yaml.safe_load((root / "params.yaml").read_text())
    params["limit"] = None
    (folder / "params.yaml").write_text(yaml.safe_dump(params))
    columns = {"id": "id", "prompt": "prompt", "level": "fields.Level"}
    source = {"name": "jsonl", "at": {"path": "texts.jsonl"}, "license": "CC0-1.0", "revision": "1"}
    recipe = {
        "family": "toy",
        "language": "en",
        "subsets": {
            "clean": {
                "source": source,
                "text": ["normalise_spoken"],
                "speech": [{"speak": {"voices": "english_clean", "takes": 1}}],
                "publish": {"columns": {"id": "id", "prompt": "prompt"}},
            },
            "noisy": {
                "source": {"subset": "clean"},
                "variants": [
                    {"conditions": {"conditions": {"white_noise": [0], "farfield": [400]}}},
                    "apply_condition",
                ],
                "publish": {"columns": columns},
            },
        },
    }
    (folder / "recipes" / "toy.yaml").write_text(yaml.safe_dump(recipe))
    write_texts(folder, TEXTS)
    return folder


def write_texts(folder, texts):
    rows = [json.dumps({"id": i, "prompt": t}) + "\n" for i, t in texts.items()]
    (folder / "recipes" / "texts.jsonl").write_text("".join(rows))


def command(project, name, *options, workers=1):
    env = {**os.environ, "VIVAVOCE_STORE": str(project / f"store-{name}")}
    arguments = ["build", "recipes/toy.yaml", "--workers", str(workers)]
    folders = ["--work", f"work-{name}", "--out", f"data-{name}"]
    code = "from evaluation.cli.main import main; main()"
    line = [sys.executable, "-c", code, *arguments, *folders, *options]
    return line, {"cwd": project, "env": env}


def build(project, name, *options, workers=1):
    line, where = command(project, name, *options, workers=workers)
    done = subprocess.run(line, capture_output=True, text=True, check=False, **where)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads((project / f"work-{name}" / "toy" / "speech.run.json").read_text())["clean"]


def parquet(project, name):
    return {p.parent.name: p.read_bytes() for p in project.glob(f"data-{name}/toy/*/*.parquet")}


@pytest.fixture(scope="module")
def built(project):
    metrics = build(project, "one")
    assert metrics["made"]["tts"] == 4
    return parquet(project, "one")


def test_rows_are_audible_speech_at_16_khz(project, built, tmp_path):
    path = project / "data-one" / "toy" / "clean" / "test-00000-of-00001.parquet"
    rows = pq.read_table(path).to_pylist()
    assert [r["id"] for r in rows] == list(TEXTS)
    for row in rows:
        (tmp_path / "clip.flac").write_bytes(row["audio"]["bytes"])
        samples, rate = sf.read(tmp_path / "clip.flac")
        assert rate == 16_000
        assert samples.ndim == 1
        assert np.sqrt(np.mean(samples**2)) > 0.01
        assert np.abs(samples).max() < 0.999
        loud = np.flatnonzero(np.abs(samples) > 0.02)
        assert loud[0] < 0.5 * rate
        quality = row["provenance"]["quality"]
        assert quality["asr_match"] is True
        assert 1 < quality["mos"] < 5
    assert rows[0]["prompt"] == "It costs $5 to park here."
    noisy = pq.read_table(path.parents[1] / "noisy" / "test-00000-of-00001.parquet")
    assert noisy.num_rows == 8
    assert sorted(set(noisy["level"].to_pylist())) == ["filter_400hz", "snr_0"]


def test_two_workers_and_a_fresh_store_give_the_same_bytes(project, built):
    build(project, "two", workers=2)
    assert parquet(project, "two") == built


def test_a_changed_text_speaks_one_clip(project, built):
    write_texts(project, {**TEXTS, "q-2": "The train leaves at two."})
    try:
        assert build(project, "one")["made"]["tts"] == 1
    finally:
        write_texts(project, TEXTS)
    assert build(project, "one")["made"].get("tts", 0) == 0
    assert parquet(project, "one") == built


def test_a_killed_build_goes_on_where_it_stopped(project, built):
    line, where = command(project, "killed")
    store = project / "store-killed" / "tts"
    process = subprocess.Popen(
        line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, **where
    )
    deadline = time.monotonic() + 240
    while len(_records(store)) < 2 and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kept = {p: p.stat().st_ino for p in _records(store)}
    assert 2 <= len(kept) < 4
    assert build(project, "killed")["made"]["tts"] == 4 - len(kept)
    assert {p: p.stat().st_ino for p in kept} == kept
    assert parquet(project, "killed") == built


def _records(store: Path) -> list[Path]:
    return [p for p in store.glob("??/*") if not p.name.startswith(".")]
