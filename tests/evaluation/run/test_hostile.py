"""A thousand rows against a hostile endpoint, with and without kills."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import audio_chat_server
import pytest

from evaluation.run import Key, RunFolder, load_rows

ROWS = 1000
KILLS = 10
SECRET = "sk-very-secret-0123456789abcdef"
TIMES = ("seconds", "first_token", "first_audio")


def command(data: Path, out: Path, url: str, *more: str) -> list[str]:
    options = {
        "model": "m", "base_url": url, "concurrency": 16, "timeout": 2, "attempts": 8,
        "first_wait": 0.02, "longest_wait": 1, "speech": True, "stream": True,
    }  # fmt: skip
    pairs = [x for k, v in options.items() for x in ("--model-option", f"{k}={v}")]
    start = [sys.executable, "-m", "evaluation.cli.main", "run", "--suite", "voicebench"]
    return [
        *start,
        "--data",
        str(data),
        "--out",
        str(out),
        "--model",
        "openai_audio",
        *pairs,
        *more,
    ]


def environment() -> dict[str, str]:
    return {**os.environ, "OPENAI_API_KEY": SECRET}


def comparable(folder: Path) -> list[dict]:
    """Lines of the final file without what differs between any two runs: times and troubles."""
    lines = [json.loads(line) for line in (folder / "responses.jsonl").open(encoding="utf-8")]
    for line in lines:
        for name in TIMES:
            line.pop(name, None)
        line.get("usage", {}).pop("failed_attempts", None)
        if "error" in line:
            assert line["error"].startswith("request refused: HTTP 400")
    return lines


@pytest.mark.slow
def test_a_thousand_rows_survive_a_hostile_server_and_ten_kills(tmp_path, make_dataset, root):
    data = make_dataset(tmp_path / "data", {"alpacaeval": ROWS // 2, "commoneval": ROWS // 2})
    plan = audio_chat_server.hostile
    undisturbed, killed = tmp_path / "undisturbed", tmp_path / "killed"

    with audio_chat_server.AudioChatServer(plan=plan, hang=30.0) as server:
        done = subprocess.run(
            command(data, undisturbed, server.url), cwd=root, env=environment(),
            capture_output=True, text=True, timeout=500,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    first = RunFolder(undisturbed).responses()
    assert len(first) == ROWS
    answered = [key for key, said in first.items() if said.error is None]
    refused = [key for key, said in first.items() if said.error is not None]
    assert 0 < len(refused) < 0.1 * ROWS
    assert all("/".join(key) in done.stdout for key in sorted(refused)[:5])
    assert all((undisturbed / (first[key].audio or "")).is_file() for key in answered)
    assert {v for said in first.values() for v in (said.first_audio,) if v} != set()

    draw = random.Random(7)
    logged_at_start: list[set[str]] = []
    with audio_chat_server.AudioChatServer(plan=plan, hang=30.0, latency=0.05) as server:
        for kill in range(KILLS + 1):
            known = RunFolder(killed).responses() if killed.exists() else {}
            logged_at_start.append({said.text for said in known.values() if said.text})
            server.epoch = kill
            process = subprocess.Popen(
                command(data, killed, server.url), cwd=root, env=environment(),
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )  # fmt: skip
            if kill < KILLS:
                grown = _wait_for_growth(killed, len(known), 1 + draw.randrange(80), process)
                process.send_signal(signal.SIGKILL)
                process.wait()
                assert grown, f"the run ended before kill {kill + 1}"
            else:
                _, errors = process.communicate(timeout=500)
                assert process.returncode == 0, errors
        assert len(logged_at_start[KILLS]) > KILLS
        for epoch, question, _ in server.log:
            assert f"answer to {question}" not in logged_at_start[epoch], (
                "asked after it was logged"
            )
    assert comparable(killed) == comparable(undisturbed)
    for key in answered:
        audio = first[key].audio or ""
        assert (killed / audio).read_bytes() == (undisturbed / audio).read_bytes()

    secret = SECRET.encode()
    shown = (done.stdout + done.stderr + errors).encode()
    files = [p for folder in (undisturbed, killed) for p in folder.rglob("*") if p.is_file()]
    texts = [p.read_bytes() for p in files if p.suffix in (".json", ".jsonl")]
    assert len(texts) == 6
    for text in (shown, *texts):
        assert secret not in text
        assert b"UklGR" not in text, "base64 of a WAV header"
    rows = load_rows(killed)
    assert len(rows) == ROWS and rows[0].example.id == "alpacaeval-0000"
    assert (
        rows[0].response
        == RunFolder(killed).responses()[Key("alpacaeval", "test", "alpacaeval-0000")]
    )


def _wait_for_growth(folder: Path, known: int, by: int, process: subprocess.Popen) -> bool:
    """Wait until the log has ``by`` more lines; False where the process ended before."""
    path, end = folder / "responses.jsonl", time.monotonic() + 300
    while time.monotonic() < end:
        if path.exists() and path.read_bytes().count(b"\n") >= known + by:
            return process.poll() is None
        if process.poll() is not None:
            return False
        time.sleep(0.01)
    return False
