from __future__ import annotations

from pathlib import Path

from builders.package.from_recipe import _config
from builders.recipe.schema import SourceSpec, SubsetSpec
from builders.sources import about


def test_the_card_lists_every_source_with_the_facts_of_its_reader():
    sources = (
        SourceSpec(name="gsm8k"),
        SourceSpec(name="jsonl", title="Ours", license="CC0-1.0", revision="3"),
        SourceSpec(name="cmmlu", license="as agreed", url="https://x.example", note="four"),
    )
    publish = {"columns": {"prompt": "prompt"}}
    subset = SubsetSpec.model_validate({"source": sources, "publish": publish})
    found = _config(Path("one.parquet"), subset, sources).sources
    assert [(s.name, s.license) for s in found] == [
        ("GSM8K", "MIT"),
        ("Ours", "CC0-1.0"),
        ("CMMLU", "as agreed"),
    ]
    assert found[0].url.startswith("https://github.com/openai")
    assert (found[1].url, found[1].revision) == ("", "3")
    assert (found[2].url, found[2].note) == ("https://x.example", "four")


def test_a_branch_is_no_revision():
    publish = {"columns": {"prompt": "prompt"}}
    sources = (SourceSpec(name="gsm8k"), SourceSpec(name="commoneval"))
    subset = SubsetSpec.model_validate({"source": sources, "publish": publish})
    pinned, at_fetch = _config(Path("one.parquet"), subset, sources).sources
    assert pinned.revision == about("gsm8k").commit != ""
    assert about("commoneval").home["revision"] == "main" and at_fetch.revision == ""


def test_every_voice_brings_its_licence():
    subset = SubsetSpec.model_validate(
        {"source": SourceSpec(name="gsm8k"), "publish": {"columns": {"prompt": "prompt"}}}
    )
    voices = _config(Path("one.parquet"), subset, ()).voices
    assert voices["kokoro-af-heart"] == "Apache-2.0"
    assert voices["google-us-neural2-a"] == "Google Cloud terms"
