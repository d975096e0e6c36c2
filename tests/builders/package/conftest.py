from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hub_server import HubServer

from builders.item import Item
from builders.package import package_family
from builders.package.spec import About, ConfigSpec
from builders.provenance import Provenance, Quality, Speech, StepRecord
from builders.step import keyed_rng

ItemMaker = Callable[..., Item]
ABOUT = About(title="VoiceBench, rebuilt", summary="Spoken questions.")


def make_item(row_id: str, prompt: str = "", seconds: float = 0.25, **changes: Any) -> Item:
    """A row with a short burst of noise that depends on its id and ``take``."""
    take = changes.pop("take", 0)
    rng = keyed_rng(1, row_id, f"audio {take}")
    samples = rng.uniform(-0.3, 0.3, int(16_000 * seconds)).astype(np.float32)
    history = Provenance(
        steps=(StepRecord(step="normalise", version=1, params={"style": "words"}),),
        speech=Speech(engine="noise", revision="1", voice="v1", take=take),
        quality=Quality(error_rate=0.125, mos=3.5, asr_match=True, asr_model="none@1"),
    )
    given: dict[str, Any] = {
        "id": row_id,
        "prompt": prompt or f"Say {row_id}.",
        "language": "en",
        "source_id": row_id,
        "source_revision": "r1",
        "license": "MIT",
        "provenance": history,
        **changes,
    }
    return Item(**given).with_audio(samples)


@pytest.fixture
def item() -> ItemMaker:
    return make_item


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[HubServer]:
    """A Hub of this test alone; the client's waits between attempts are cut short."""
    import huggingface_hub.constants
    import huggingface_hub.utils._http as client

    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_XET", True)
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path / "hub-cache"))
    monkeypatch.setenv("HF_TOKEN", "hf_for_the_test_server")
    monkeypatch.setattr(client.time, "sleep", lambda seconds: None)
    with HubServer() as server:
        yield server


@pytest.fixture
def client(hub: HubServer, tmp_path: Path) -> Callable[[str], str]:
    """Run Python code in a process of its own whose Hub is the test server."""

    def run(code: str) -> str:
        environment = {
            **os.environ,
            "HF_ENDPOINT": hub.endpoint,
            "HF_HUB_DISABLE_XET": "1",
            "HF_HOME": str(tmp_path / "hf-home"),
            "HF_TOKEN": "hf_for_the_test_server",
            "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        }
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    return run


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut the waits between attempts at publishing short."""
    from builders.package import hub as hub_module

    monkeypatch.setattr(hub_module.time, "sleep", lambda seconds: None)


@pytest.fixture
def build(item: Any, tmp_path: Path) -> Callable[..., Path]:
    """Package a small family; ``changed`` rows get another text and another take."""

    def make(changed: Sequence[int] = (), about: About = ABOUT, **spec: Any) -> Path:
        def rows(prefix: str, accents: Sequence[str]) -> list[Any]:
            return [
                item(
                    f"{prefix}-{n}-{accent}",
                    prompt=f"Question {n}{', please' if n in changed else ''}?",
                    reference=f"Answer {n}",
                    take=int(n in changed),
                    fields={"accent": accent},
                    license=spec.get("license", "Apache-2.0"),
                )
                for n in range(5)
                for accent in accents
            ]

        configs = {
            "sd-qa": ConfigSpec(
                {"prompt": "prompt", "reference": "reference"},
                rows("sd", ["usa", "ind_n"]),
                "fields.accent",
            ),
            "commoneval": ConfigSpec({"prompt": "prompt"}, rows("ce", ["x"])),
        }
        package_family("voicebench", configs, tmp_path / "voicebench", about=about)
        return tmp_path / "voicebench"

    return make
