from __future__ import annotations

from typing import Any

import pytest

from builders.errors import VivavoceError
from builders.package.card_meta import card_data, hub_licences, licence_texts, size_category
from builders.package.manifest import ConfigInfo, FamilyInfo
from builders.package.sink import FileInfo
from builders.package.spec import About, SplitInfo
from builders.package.tally import Tally

FEATURES = {"q": {"dtype": "string", "_type": "Value"}}


def _info(item: Any, *licences: str, license: str | None = None, split: str = "test") -> FamilyInfo:
    tally = Tally()
    for number, text in enumerate(licences):
        tally.add(item(f"r{number}", license=text, language="zh" if number else "en"), 1.0)
    files = tuple(FileInfo(f"wdyl/{n}", 50, 1, "0") for n in range(2))
    splits = (SplitInfo("wdyl", split, len(licences), files, tally.facts()),)
    columns = {"audio": "audio", "q": "prompt"}
    return FamilyInfo("ear", (ConfigInfo("wdyl", "id", "q", columns, FEATURES, splits, license),))


@pytest.mark.parametrize(
    ("rows", "category"),
    [
        (0, "n<1K"),
        (999, "n<1K"),
        (1000, "1K<n<10K"),
        (99_999, "10K<n<100K"),
        (100_000, "100K<n<1M"),
        (9_999_999, "1M<n<10M"),
        (10_000_000, "10M<n<100M"),
    ],
)
def test_sizes_are_those_of_the_hub(rows: int, category: str) -> None:
    assert size_category(rows) == category


def test_licences_of_rows_and_config_are_named_once_and_other_comes_last(item: Any) -> None:
    info = _info(item, "MIT", "ESD terms", "MIT", license="Apache-2.0")
    assert licence_texts(info) == {"MIT", "ESD terms", "Apache-2.0"}
    assert hub_licences(info) == ["apache-2.0", "mit", "other"]


def test_the_head_describes_every_split(item: Any) -> None:
    data = card_data(
        _info(item, "MIT", "MIT"), About(title="EAR", tags=("ear", "speech"))
    ).to_dict()
    assert data["language"] == ["en", "zh"]
    assert (data["license"], data["pretty_name"]) == (["mit"], "EAR")
    assert data["tags"] == ["audio", "benchmark", "ear", "speech", "vivavoce"]
    assert "license_name" not in data
    assert data["configs"] == [
        {
            "config_name": "wdyl",
            "data_files": [
                {
                    "split": "test",
                    "path": [
                        "wdyl/test-00000-of-00002.parquet",
                        "wdyl/test-00001-of-00002.parquet",
                    ],
                }
            ],
        }
    ]
    info = data["dataset_info"]
    assert info["splits"] == [{"name": "test", "num_bytes": 100, "num_examples": 2}]
    assert (info["download_size"], info["dataset_size"]) == (100, 100)


def test_a_family_without_a_title_has_its_name(item: Any) -> None:
    assert card_data(_info(item, "MIT"), About()).pretty_name == "ear"


def test_a_licence_the_hub_does_not_know_is_explained(item: Any) -> None:
    data = card_data(_info(item, "ESD terms"), About()).to_dict()
    assert data["license"] == ["other"]
    assert data["license_name"] == "see-the-table-of-licences"
    # A link may name LICENSE, LICENSE.md or an address alone; the table stands in the card itself.
    assert "license_link" not in data


def test_metadata_the_hub_would_refuse_is_an_error(item: Any, monkeypatch: Any) -> None:
    from datasets.utils.metadata import MetadataConfigs

    def refuse(self: Any, data: Any) -> None:
        raise ValueError("no such field")

    monkeypatch.setattr(MetadataConfigs, "to_dataset_card_data", refuse)
    with pytest.raises(VivavoceError) as caught:
        card_data(_info(item, "MIT"), About())
    assert str(caught.value) == "ear: the card's metadata is not valid: no such field"
