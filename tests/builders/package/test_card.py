from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml
from hub_state import card_errors

from builders.package import package_family
from builders.package.hub import Remote
from builders.package.manifest import read_manifest
from builders.package.plan import make_plan
from builders.package.spec import About, ConfigSpec, Source
from builders.provenance import Variant

ABOUT = About(
    title="EAR, rebuilt",
    summary="Pairs of answerable and unanswerable speech.",
    limits=("One voice only.",),
    construction={"Masking": "White noise over the answer."},
    settings={"seed": 7, "snr": [0, 5]},
    prompts={"translate": "abc123"},
    rebuild=("dvc repro",),
    home="https://example.org/code",
)


def _card(item: Any, out: Path, **changes: Any) -> str:
    spec = ConfigSpec(
        {"prompt": "prompt"},
        [item(f"r{n}", **changes) for n in range(4)],
        description="Dialogues of two speakers.",
        sources=(Source("WDYL", "MIT", "https://example.org/wdyl", "abc", "all rows"),),
    )
    package_family("ear", {"wdyl": spec}, out, about=ABOUT)
    return (out / "README.md").read_text(encoding="utf-8")


def test_the_head(item: Any, tmp_path: Path) -> None:
    card = _card(item, tmp_path / "ear", license="cc-by-nc-4.0")
    assert card_errors(card) == []
    head = yaml.safe_load(card.split("---\n")[1])
    assert head["language"] == ["en"]
    assert head["license"] == ["cc-by-nc-4.0"]
    assert head["size_categories"] == ["n<1K"]
    assert head["pretty_name"] == "EAR, rebuilt"
    assert head["configs"] == [
        {
            "config_name": "wdyl",
            "data_files": [{"split": "test", "path": ["wdyl/test-00000-of-00001.parquet"]}],
        }
    ]
    info = head["dataset_info"]
    assert info["config_name"] == "wdyl"
    assert info["splits"][0]["num_examples"] == 4
    assert info["features"][0] == {"name": "audio", "dtype": {"audio": {"sampling_rate": 16000}}}


def test_what_was_mixed_in_counts_with_the_rows(item: Any, tmp_path: Path) -> None:
    drawn = {"noise": {"corpus": "mine", "track": "a.wav", "license": "CC BY-NC 4.0"}}
    variant = Variant(condition="background_noise", level="snr_0", params=drawn)
    history = item("r").provenance.but(variant=variant)
    card = _card(item, tmp_path / "ear", license="MIT", provenance=history)
    assert yaml.safe_load(card.split("---\n")[1])["license"] == ["cc-by-nc-4.0", "mit"]
    line = next(x for x in card.splitlines() if x.startswith("| `wdyl` | [WDYL]"))
    assert "| CC BY-NC 4.0 (attribution, no commercial use) | may be handed on under" in line


def test_an_unknown_licence_is_other_and_named(item: Any, tmp_path: Path) -> None:
    head = yaml.safe_load(_card(item, tmp_path / "ear", license="ESD terms").split("---\n")[1])
    assert head["license"] == ["other"]
    assert head["license_name"]


def test_the_body(item: Any, tmp_path: Path) -> None:
    card = _card(item, tmp_path / "ear")
    assert "| `wdyl` | `test` 4 | 1 s | 0.0 | Dialogues of two speakers. |" in card
    assert "[WDYL](https://example.org/wdyl) (MIT, `abc`, all rows)" in card
    assert "MIT (keep the notice) | not stated | nothing | may be handed on |" in card
    assert "**Masking.** White noise over the answer." in card
    assert "`noise @ 1` × 4" in card
    assert "`normalise v1` × 4" in card
    assert "| `seed` | `7` |" in card
    assert "| `translate` | `abc123` |" in card
    assert "| `wdyl` | 0.25 s | 0.1250 | 4 of 4 | 3.50 |" in card
    assert "Measured by `none@1`." in card
    assert "- One voice only." in card
    # The Hub links the dataset to a paper whose address it finds.
    assert "](https://arxiv.org/abs/2601.12973)\n\n```bibtex\n" in card
    assert "```sh\ndvc repro\n```" in card
    assert "eprint = {2601.12973}" in card
    for path in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", card):
        assert (tmp_path / "ear" / path).is_file()
    assert card.count("![") == 3


def test_what_was_not_measured_says_so(item: Any, tmp_path: Path) -> None:
    from builders.provenance import Provenance

    rows = [item("a"), item("b", provenance=Provenance())]
    spec = ConfigSpec({"prompt": "prompt"}, rows)
    package_family("ear", {"wdyl": spec}, tmp_path / "ear")
    card = (tmp_path / "ear" / "README.md").read_text()
    assert "| `wdyl` | 0.25 s | 0.1250 (1 of 2 rows) | 1 of 1 | 3.50 (1 of 2 rows) |" in card


def test_the_rule_for_mandarin_is_said_where_there_is_mandarin(item: Any, tmp_path: Path) -> None:
    assert "toned pinyin" not in _card(item, tmp_path / "en")
    assert "toned pinyin" in _card(item, tmp_path / "zh", language="zh")


def test_what_was_measured_before_a_condition_says_so(item: Any, tmp_path: Path) -> None:
    from builders.provenance import Variant

    row = item("a")
    noisy = row.provenance.but(variant=Variant(condition="white_noise", level="snr_0", params={}))
    spoken = row.provenance.but(variant=Variant(condition="speaker", level="v", params={}))
    configs = {
        name: ConfigSpec({"prompt": "prompt"}, [row.but(provenance=provenance)])
        for name, provenance in (("clean", row.provenance), ("noisy", noisy), ("voices", spoken))
    }
    package_family("ear", configs, tmp_path / "ear")
    card = (tmp_path / "ear" / "README.md").read_text()
    assert "before a condition or a mask was applied; this concerns `noisy`." in card
    package_family("ear", {"clean": configs["clean"]}, tmp_path / "clean")
    assert "this concerns" not in (tmp_path / "clean" / "README.md").read_text()


def test_the_voices_count_with_the_rows(item: Any, tmp_path: Path) -> None:
    speech = item("a").provenance.speech
    both = item("a").provenance.but(speech=speech.model_copy(update={"voice": "v1+v2"}))
    rows = [item("a", provenance=both)]
    known = {"v1": "Apache-2.0", "v2": "research only", "v3": "proprietary"}
    spec = ConfigSpec({"prompt": "prompt"}, rows, voices=known)
    info = package_family("ear", {"wdyl": spec}, tmp_path / "d")
    assert info.config("wdyl").voices == ("Apache-2.0", "research only")
    assert read_manifest(tmp_path / "d") == info
    plan = make_plan(tmp_path / "d", info, Remote())
    assert [each.verdict for each in plan.licences] == ["refused"]
    card = (tmp_path / "d" / "README.md").read_text()
    assert "research only (for research only: it may not be handed on) | nothing |" in card


def test_settings_stand_under_their_keys(item: Any, tmp_path: Path) -> None:
    about = About(settings={"speech": {"speak": {"takes": 4, "tails": [0.1, None]}}, "name": "x"})
    spec = ConfigSpec({"prompt": "prompt"}, [item("a")])
    package_family("ear", {"wdyl": spec}, tmp_path / "d", about=about)
    card = (tmp_path / "d" / "README.md").read_text()
    assert "| `speech.speak.takes` | `4` |\n| `speech.speak.tails` | `[0.1, null]` |" in card
    assert "| `name` | `x` |" in card
