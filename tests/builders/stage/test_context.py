from __future__ import annotations

from builders.stage.context import WorkerContext
from builders.stage.settings import Settings


def test_calls_and_the_characters_that_services_bill_are_counted(tmp_path):
    ctx = WorkerContext(Settings(1, tmp_path / "store", {}, tmp_path))
    for text in ("Good morning.", "你好。", "Good morning."):
        ctx.cached("tts", {"text": text}, lambda: ({}, b"audio"))
    ctx.cached("asr", {"audio": "0"}, lambda: "heard")
    assert ctx.made == {"tts": 2, "tts characters": 16, "asr": 1}
    assert ctx.found == {"tts": 1}
