"""Check that card, figures and Croissant file say what the manifest says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from builders.errors import VivavoceError
from builders.package.card_meta import hub_licences
from builders.package.files import Dataset
from builders.package.layout import CARD, CROISSANT, MANIFEST
from builders.package.manifest import FamilyInfo

Found = tuple[str, str, str]
"""File, short fixed text of the problem, detail."""

_FIGURE = re.compile(r"!\[[^\]]*\]\((?P<path>[^)\s]+)\)")
_PNG = b"\x89PNG\r\n\x1a\n"


def check_card(dataset: Dataset, info: FamilyInfo) -> Iterator[Found]:
    """Yield what is wrong with the card's head and its figures."""
    from datasets.info import DatasetInfosDict
    from huggingface_hub import DatasetCard, DatasetCardData

    text = _read(dataset, CARD).decode("utf-8", "replace")
    try:
        data = DatasetCard(text).data
        head = data.to_dict()
        assert isinstance(data, DatasetCardData)
        stated = DatasetInfosDict.from_dataset_card_data(data)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        yield CARD, "card", f"its head cannot be read: {error}"
        return
    named = {
        (config.get("config_name"), files.get("split")): files.get("path")
        for config in head.get("configs") or ()
        for files in config.get("data_files") or ()
    }
    held = {(c.name, s.split): [f.path for f in s.files] for c in info.configs for s in c.splits}
    if named != held:
        yield CARD, "card", "its configs are not those of the manifest"
    elif any(_differs(stated.get(config.name), config) for config in info.configs):
        yield CARD, "card", f"its rows or types are not those of {MANIFEST}"
    if sorted(_listed(head.get("license"))) != sorted(hub_licences(info)):
        yield CARD, "card", f"its licences are not those of {MANIFEST}"
    present = set(dataset.files.paths())
    for path in _FIGURE.findall(text):
        if "://" in path:
            continue
        if path not in present:
            yield path, "missing file", f"{CARD} shows it"
        elif not _read(dataset, path).startswith(_PNG):
            yield path, "figure", "it is no PNG image"


def _differs(stated: Any, config: Any) -> bool:
    from datasets import Features

    if stated is None or stated.features != Features.from_dict(config.features):
        return True
    rows = {name: split.num_examples for name, split in (stated.splits or {}).items()}
    return rows != {split.split: split.rows for split in config.splits}


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


def check_croissant(dataset: Dataset, info: FamilyInfo) -> Iterator[Found]:
    """Yield where the Croissant file does not name the files, sums and splits of the manifest."""
    try:
        value = json.loads(_read(dataset, CROISSANT))
        sums = {e["contentUrl"]: e["sha256"] for e in value["distribution"] if "contentUrl" in e}
        splits = {each["@id"] for each in value["recordSet"]}
    except (ValueError, KeyError, TypeError) as error:
        yield CROISSANT, "croissant", f"it cannot be read: {error!r}"
        return
    if sums != {file.path: file.sha256 for file in info.files}:
        yield CROISSANT, "croissant", f"its files and sums are not those of {MANIFEST}"
    if splits != {f"{c.name}/{s.split}" for c in info.configs for s in c.splits}:
        yield CROISSANT, "croissant", f"its record sets are not the splits of {MANIFEST}"


def _read(dataset: Dataset, path: str) -> bytes:
    try:
        with dataset.files.open(path) as file:
            return file.read()
    except OSError as error:
        raise VivavoceError(f"{dataset.name}/{path} cannot be read: {error}") from error
