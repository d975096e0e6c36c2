"""Rows of a run for judging and scoring: examples, responses and judgements put together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from builders.errors import VivavoceError
from evaluation.contracts import Judgement, Row
from evaluation.data import Examples, Place, open_examples
from evaluation.run.folder import Key, RunFolder


def load_rows(
    run: RunFolder | Path | str,
    examples: Examples | None = None,
    judgements: Mapping[Key, Mapping[str, Judgement]] | None = None,
    *,
    audio: bool = False,
) -> list[Row]:
    """Rows that should have been answered, in the order of the dataset.

    A planned row without a response has ``response=None``, so that coverage stays honest. A
    further sample of a row is a row of its own with the id ``<id>#n`` and the same source id.

    Args:
        run: The run, or its folder.
        examples: The dataset; by default the one that the manifest names.
        judgements: By key and task.
        audio: Read the audio of the examples too.

    Raises:
        VivavoceError: The dataset is not there, lacks rows that the run planned, or is another
            revision.
    """
    folder = run if isinstance(run, RunFolder) else RunFolder(run)
    dataset = folder.manifest()["dataset"]
    source = examples or _dataset_of(folder)
    responses, judged = folder.responses(), judgements or {}
    waiting = set(folder.plan())
    rows = []
    for place in (Place(*p.split("/", 1)) for p in dataset["revisions"]):
        if source.revision(place) != dataset["revisions"][f"{place.config}/{place.split}"]:
            raise VivavoceError(
                f"{source.name}: {place.config}/{place.split} has changed since {folder.path} was "
                "run; run the model again on the present rows, into another folder"
            )
        for example in source.read(place, audio=audio):
            for sample in range(dataset["samples"]):
                id = example.id if not sample else f"{example.id}#{sample}"
                key = Key(place.config, place.split, id)
                if key not in waiting:
                    continue
                waiting.discard(key)
                source_id = example.source_id or example.id
                asked = replace(example, id=id, source_id=source_id) if sample else example
                rows.append(Row(asked, responses.get(key), judged.get(key, {})))
    if waiting:
        raise VivavoceError(
            f"{source.name} lacks {len(waiting)} rows of {folder.path}, such as "
            f"{'/'.join(min(waiting))}"
        )
    return rows


def _dataset_of(folder: RunFolder) -> Examples:
    dataset = folder.manifest()["dataset"]
    try:
        return open_examples(dataset["where"], family=dataset["family"])
    except VivavoceError as error:
        raise VivavoceError(
            f"the dataset of {folder.path}: {error}. If it lies elsewhere now, say so under "
            f"'dataset', 'where' in {folder.path / 'manifest.json'}"
        ) from error
