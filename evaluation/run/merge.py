"""Put the shards of a run together."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from builders.errors import VivavoceError
from evaluation.contracts import Response
from evaluation.run import manifest
from evaluation.run.folder import Key, RunFolder
from evaluation.run.timing import summary


def merge(parts: Sequence[Path], out: Path) -> tuple[int, int]:
    """Merge runs of one model under one set of conditions.

    A row that stands in several parts keeps an answer rather than an error, and of two answers
    that of the part named first.

    Args:
        parts: Folders of runs.
        out: New folder.

    Returns:
        Number of planned rows and of rows with a response.

    Raises:
        VivavoceError: The parts differ in model, settings or dataset, a shard is missing, ``out``
            holds a run, or a spoken answer is missing.
    """
    target = RunFolder(out)
    if target.has_manifest():
        raise VivavoceError(f"{out} holds a run already; give a new folder")
    if not parts:
        raise VivavoceError("merge: name at least one run")
    manifests = [RunFolder(part).manifest() for part in parts]
    lacking = manifest.missing_shards(manifests)
    if lacking:
        raise VivavoceError(
            f"merge: shard {', '.join(lacking)} is not among the runs, and its rows would count "
            "nowhere; name it too"
        )
    combined = manifests[0]
    machines = []
    for part, current in zip(parts, manifests, strict=True):
        # Against all before it: two later parts may share a config that the first has not.
        manifest.check_same(combined, current, part)
        started = min(combined["started"], current["started"])
        combined = {**manifest.merged(current, combined), "started": started}
        machines.append({"run": part.name, **current["machine"], "versions": current["versions"]})
    best: dict[Key, Response] = {}
    with target.locked():
        for part in parts:
            source = RunFolder(part)
            target.add_to_plan(source.plan())
            for key, response in source.responses().items():
                if key in best and (best[key].error is None or response.error is not None):
                    continue
                best[key] = response
                if response.audio is not None:
                    _copy(part / response.audio, out / response.audio)
        for key, response in best.items():
            target.append(key.config, key.split, response)
        target.finalise()
        combined["shard"] = [1, 1]
        combined["machines"] = machines
        combined["timing"] = {**combined.get("timing", {}), **summary(best.values())}
        target.write_manifest(combined)
        return len(target.plan()), len(best)


def _copy(source: Path, target: Path) -> None:
    if not source.is_file():
        raise VivavoceError(f"{source} is missing; copy the audio of that part as well")
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.part")
    shutil.copyfile(source, temporary)
    temporary.replace(target)
