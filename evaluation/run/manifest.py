"""The manifest of a run: all that is needed to say what its answers are answers to."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from builders.errors import VivavoceError
from builders.redact import LEFT_OUT, redact_arguments, redact_setting

FORMAT = 1
_SECRET = re.compile(r"(?i)(key|token|secret|passw|authori[sz]ation|credential)")
_LIBRARIES = (
    "vivavoce", "numpy", "soundfile", "soxr", "pyarrow", "datasets", "huggingface_hub", "openai",
    "torch", "torchaudio", "transformers", "accelerate", "peft", "mistral-common", "google-genai",
    "faster-whisper", "ctranslate2", "onnxruntime", "kokoro-onnx",
)  # fmt: skip


def machine() -> dict[str, Any]:
    """Hardware and system, without anything that names the machine or its user."""
    found: dict[str, Any] = {
        "system": f"{platform.system()} {platform.release()}",
        "architecture": platform.machine(),
        "python": platform.python_version(),
        "cpus": os.cpu_count(),
        "cpu": _processor(),
    }
    torch = sys.modules.get("torch")
    if torch is not None:
        found["threads"] = torch.get_num_threads()
        if torch.cuda.is_available():
            found["gpus"] = [
                torch.cuda.get_device_name(n) for n in range(torch.cuda.device_count())
            ]
    return found


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor()
    match = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return match[1] if match else platform.processor()


def versions() -> dict[str, str]:
    """Versions of the libraries that shape answers, where they are installed."""
    found = {}
    for name in _LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def without_secrets(value: Any) -> Any:
    """A copy in which nothing that is called a key or token has a value, or looks like one.

    Names of environment variables (``api_key_env``) stay.
    """
    if isinstance(value, str):
        return redact_setting(value)
    if isinstance(value, dict):
        return {
            k: LEFT_OUT
            if _SECRET.search(str(k)) and not str(k).endswith("_env") and isinstance(v, str)
            else without_secrets(v)
            for k, v in value.items()
        }
    if isinstance(value, list | tuple):
        if all(isinstance(v, str) for v in value):
            value = redact_arguments(list(value))
        return [without_secrets(v) for v in value]
    return value


def check_same(old: dict[str, Any], new: dict[str, Any], where: Path) -> None:
    """Refuse to go on with a run under other conditions.

    Raises:
        VivavoceError: Model, settings or rows differ from what the folder was begun with.
    """
    if old.get("format") != FORMAT:
        raise VivavoceError(f"{where} was written by another version of vivavoce")
    differing = []
    for part in ("model", "settings"):
        before, now = old[part], new[part]
        differing += [
            f"{part} {name}: {before.get(name)!r} before, {now.get(name)!r} now"
            for name in sorted({*before, *now})
            if before.get(name) != now.get(name)
        ]
    before, now = old["dataset"], new["dataset"]
    if before["family"] != now["family"]:
        differing.append(f"family {before['family']} before, {now['family']} now")
    differing += [
        f"rows of {place} have changed"
        for place, revision in now["revisions"].items()
        if before["revisions"].get(place, revision) != revision
    ]
    if differing:
        raise VivavoceError(
            f"{where} holds a run under other conditions ({'; '.join(differing[:3])}); give "
            "another folder, or repeat the command as it was"
        )


def check_shard(old: dict[str, Any], new: dict[str, Any], where: Path) -> None:
    """Refuse to put another part of a dataset into the folder of one.

    Raises:
        VivavoceError: The folder was begun with another shard.
    """
    if old["shard"] != new["shard"]:
        raise VivavoceError(
            f"{where} holds shard {_shard(old)}, asked for is {_shard(new)}: give each shard a "
            "folder of its own and put them together with 'vivavoce merge'"
        )


def missing_shards(parts: Sequence[dict[str, Any]]) -> list[str]:
    """Shards that lack of a division that some of the runs are parts of, as ``i/n``."""
    there = {tuple(part["shard"]) for part in parts}
    divisions = {count for _, count in there}
    return [
        f"{i}/{count}"
        for count in sorted(divisions)
        for i in range(1, count + 1)
        if (i, count) not in there
    ]


def _shard(manifest: dict[str, Any]) -> str:
    return "/".join(map(str, manifest["shard"]))


def merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """The manifest of a run that is gone on with: configs of both, conditions of the new."""
    dataset = {
        **new["dataset"],
        "revisions": {**old["dataset"]["revisions"], **new["dataset"]["revisions"]},
    }
    return {**new, "dataset": dataset, "started": old["started"]}
