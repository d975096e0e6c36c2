"""Score a run: rows, judgements, every cell of the suite, and the ids of what shaped them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from builders.stage.store import digest
from evaluation.contracts import Row, Score
from evaluation.judges.entry import Entry, key_of
from evaluation.judges.files import Loaded, Place, attach
from evaluation.metrics.load import metric
from evaluation.report.loads import of_one_load
from evaluation.report.missing import why_missing
from evaluation.report.result import Result
from evaluation.run import RunFolder, load_rows
from evaluation.suites import load_suite
from evaluation.suites.suite import Cell, Suite, evaluate


@dataclass(frozen=True)
class Scored:
    """A scored run with the rows behind it."""

    result: Result
    suite: Suite
    rows: list[Row]
    manifest: Mapping[str, Any]


def score_run(
    run: Path, *, judges: Sequence[str] | None = None, seed: int = 0, rounds: int = 1000
) -> Scored:
    """Score all that a suite reads.

    Args:
        run: Folder of the run.
        judges: Judges to use, the most trusted first; needed where two decided the same.
        seed: Seed of the bootstrap.
        rounds: Bootstrap rounds; 0 leaves intervals out.

    Raises:
        VivavoceError: The folder holds no run, its dataset has changed, or judges disagree about
            who counts.
    """
    folder = RunFolder(run)
    manifest = folder.manifest()
    suite = load_suite(manifest["suite"])
    # Speed is judged against the length of the question, which a dataset may state nowhere else.
    loaded = attach(load_rows(folder, audio=_needs_audio(manifest)), run, judges)
    timed, load = of_one_load(loaded.rows)
    scores = evaluate(suite, timed, seed=seed, rounds=rounds)
    decoding = {"model": manifest["model"], "settings": manifest["settings"]}
    for cell in suite.cells:
        ids = _ids(cell, loaded, manifest, digest(decoding)[:12])
        scores[cell.name] = _with_ids(scores[cell.name], ids)
    for figure in suite.derived:
        parts = [scores[name].ids for name in figure.needs]
        scores[figure.name] = _with_ids(scores[figure.name], _joined(parts))
    if suite.name == "vocalbench_zh":
        scores["robust"] = replace(scores["robust"], parts=_levels(loaded.rows, seed, rounds))
    result = Result(
        run=folder.name or run.resolve().name,
        suite=suite.name,
        model=str(manifest["model"]["revision"]),
        scores=scores,
        missing={
            **{c.name: why_missing(metric(c.metric), c.rows(timed)) for c in suite.cells},
            **{d.name: _absent(d.needs, scores) for d in suite.derived},
        },
        shaped={
            "decoding": {digest(decoding)[:12]: decoding},
            "dataset": {k: v for k, v in manifest["dataset"].items() if k != "where"},
            "judges": _judges(loaded.entries),
            "bootstrap": {"seed": seed, "rounds": rounds},
        },
        notes=(*_notes(loaded, manifest), *((load,) if load and _times(suite) else ())),
    )
    return Scored(result, suite, loaded.rows, manifest)


def _times(suite: Suite) -> bool:
    """Whether a figure of the suite is made of times."""
    return any("seconds" in metric(cell.metric).needs for cell in suite.cells)


def _needs_audio(manifest: Mapping[str, Any]) -> bool:
    return any(p.startswith("instruction_following/") for p in manifest["dataset"]["revisions"])


def _ids(cell: Cell, loaded: Loaded, manifest: Mapping[str, Any], decoding: str) -> dict[str, str]:
    """Ids of dataset, decoding, and of prompts and recogniser where they were used."""
    rows, needs = cell.rows(loaded.rows), metric(cell.metric).needs
    revisions = manifest["dataset"]["revisions"]
    ids = {
        "dataset": "; ".join(
            f"{place}@{str(revision)[:19]}"
            for place, revision in sorted(revisions.items())
            if place.split("/")[0] in cell.configs
        ),
        "decoding": decoding,
    }
    used = [
        loaded.entries[key_of(row), task]
        for row in rows
        for task in (*needs, *(("asr",) if "asr_text" in needs else ()))
        if (key_of(row), task) in loaded.entries
    ]
    prompts = {
        f"{e.details['prompt']}#{e.details['prompt_hash']}" for e in used if "prompt" in e.details
    }
    heard = {e.judgement.judge for e in used if e.judgement.task == "asr"}
    if prompts:
        ids["prompt"] = "; ".join(sorted(prompts))
    if heard:
        ids["asr"] = "; ".join(sorted(heard))
    return ids


def _with_ids(score: Score, ids: Mapping[str, str]) -> Score:
    parts = {name: _with_ids(part, ids) for name, part in score.parts.items()}
    return replace(score, ids={**score.ids, **ids}, parts=parts)


def _joined(parts: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Ids of a figure that is formed of others."""
    names = sorted({name for part in parts for name in part})
    return {
        name: "; ".join(
            sorted({one for part in parts for one in part.get(name, "").split("; ") if one})
        )
        for name in names
    }


def _levels(rows: Sequence[Row], seed: int, rounds: int) -> dict[str, Score]:
    from evaluation.metrics.robust import level_scores
    from evaluation.suites.vocalbench_zh import ROBUST

    chosen = [row for row in rows if row.example.config in ROBUST]
    return {
        f"{kind}/{level}": score
        for (kind, level), score in level_scores(chosen, seed=seed, rounds=rounds).items()
    }


def _absent(needs: Sequence[str], scores: Mapping[str, Score]) -> dict[str, int]:
    """Parts of a derived figure that have no value, with their rows."""
    return {
        f"{name} has no value": scores[name].total for name in needs if scores[name].value is None
    }


def _judges(entries: Mapping[Place, Entry]) -> dict[str, Any]:
    """Judge id → prompt, hash, model and settings."""
    found: dict[str, Any] = {}
    for entry in entries.values():
        found[entry.judgement.judge] = dict(entry.details)
    return dict(sorted(found.items()))


def _notes(loaded: Loaded, manifest: Mapping[str, Any]) -> tuple[str, ...]:
    notes = []
    names = {e.judgement.judge for e in loaded.entries.values() if e.judgement.error is None}
    if any(name.startswith("lexical@") for name in names):
        notes.append(
            "Some verdicts are those of the lexical judge, which knows words and nothing else: "
            "these figures are for smoke runs and cannot be compared with a paper's."
        )
    if any(name.startswith("recorded:") for name in names):
        notes.append("Some verdicts were recorded beforehand and replayed.")
    if manifest["model"]["name"] == "recorded":
        notes.append("The answers are recorded ones; no model was asked.")
    if loaded.stale:
        notes.append(
            f"{loaded.stale} judgements are of answers that have changed since and were not used; "
            "judge the run again."
        )
    return tuple(notes)
