"""The YAML head of a dataset card."""

from __future__ import annotations

from typing import Any

from builders.errors import VivavoceError
from builders.package.layout import shard_name
from builders.package.licences import licence
from builders.package.manifest import FamilyInfo
from builders.package.spec import About
from builders.package.tally import together

_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
)


def size_category(rows: int) -> str:
    """The Hub's size category for a number of rows."""
    return next((name for limit, name in _SIZES if rows < limit), "10M<n<100M")


def card_data(info: FamilyInfo, about: About) -> Any:
    """Card metadata as ``huggingface_hub.DatasetCardData``.

    Raises:
        VivavoceError: The metadata is not what the Hub and the ``datasets`` package accept.
    """
    from datasets import DatasetInfo, Features
    from datasets.info import DatasetInfosDict
    from datasets.splits import SplitDict
    from datasets.splits import SplitInfo as HubSplit
    from datasets.utils.metadata import MetadataConfigs
    from huggingface_hub import DatasetCardData

    facts = together([dict(s.facts) for c in info.configs for s in c.splits])
    licences = hub_licences(info)
    named: dict[str, Any] = (
        {"license_name": "see-the-table-of-licences"} if "other" in licences else {}
    )
    data = DatasetCardData(
        language=sorted(facts["language"]),
        license=licences,
        pretty_name=about.title or info.family,
        size_categories=[size_category(info.rows)],
        task_categories=["question-answering", "automatic-speech-recognition"],
        tags=sorted({"audio", "speech", "benchmark", "vivavoce", *about.tags}),
        **named,
    )
    infos, files = {}, {}
    for config in info.configs:
        splits = SplitDict()
        for split in config.splits:
            splits[split.split] = HubSplit(split.split, split.bytes, split.rows)
        infos[config.name] = DatasetInfo(
            features=Features.from_dict(config.features),
            splits=splits,
            download_size=config.bytes,
            dataset_size=config.bytes,
        )
        files[config.name] = {
            "data_files": [
                {
                    "split": split.split,
                    "path": [
                        f"{config.name}/{shard_name(split.split, n, len(split.files))}"
                        for n in range(len(split.files))
                    ],
                }
                for split in config.splits
            ]
        }
    try:
        DatasetInfosDict(infos).to_dataset_card_data(data)
        MetadataConfigs(files).to_dataset_card_data(data)
    except ValueError as error:
        raise VivavoceError(f"{info.family}: the card's metadata is not valid: {error}") from error
    return data


def hub_licences(info: FamilyInfo) -> list[str]:
    """Licence identifiers of all rows and configs, as the Hub names them."""
    names = {licence(text).hub for text in licence_texts(info)}
    return sorted(names - {"other"}) + (["other"] if "other" in names else [])


def licence_texts(info: FamilyInfo) -> set[str]:
    """Every licence that a row, a sound mixed into it, or a config states."""
    return {text for config in info.configs for text in config.licences}
