from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from builders.errors import VivavoceError
from builders.package import package_family
from builders.package.publish import preview, publish
from builders.package.spec import About, ConfigSpec
from builders.provenance import Variant

pytestmark = pytest.mark.usefixtures("no_waiting")
REPO = "tester/voicebench"
ABOUT = About(title="VoiceBench, rebuilt", summary="Spoken questions.")


def _parquets(hub: Any) -> list[str]:
    return [path for path in hub.files(REPO) if path.endswith(".parquet")]


@pytest.mark.slow
def test_publish_change_two_rows_publish_again(
    build: Any, hub: Any, client: Any, tmp_path: Path
) -> None:
    receipt = tmp_path / "receipt.json"
    first = publish(build(), REPO, "v1.0.0", receipt=receipt, endpoint=hub.endpoint)
    assert json.loads(receipt.read_text())["commit"] == first.commit
    assert hub.repos[REPO].tags == {"v1.0.0": first.commit}
    assert sorted(_parquets(hub)) == [
        "commoneval/test-00000-of-00001.parquet",
        "sd-qa/ind_n-00000-of-00001.parquet",
        "sd-qa/usa-00000-of-00001.parquet",
    ]
    sent = len(hub.received)

    folder = build()
    # Two rows of one split change: only its file and the small descriptions go up.
    changed = build(changed=[1])
    assert changed == folder
    seen, _ = preview(folder, REPO, "v1.1.0", endpoint=hub.endpoint)
    assert seen.changes is not None
    assert seen.changes.level == "minor"
    second = publish(folder, REPO, "v1.1.0", endpoint=hub.endpoint)
    assert second.commit != first.commit
    assert hub.repos[REPO].tags["v1.1.0"] == second.commit
    assert len(set(hub.received)) == len(hub.received), "an object was sent twice"
    assert len(hub.received) > sent
    log = hub.files(REPO)["CHANGELOG.md"].decode()
    assert log.index("## v1.1.0") < log.index("## v1.0.0")
    assert "1 rows changed in `audio`, `prompt`, `provenance` by `speech`: `sd-1-usa`" in log

    out = client(
        f"""
import json
from datasets import Audio, load_dataset
seen = {{}}
for revision in ("v1.0.0", "v1.1.0"):
    for streaming in (False, True):
        rows = load_dataset({REPO!r}, "sd-qa", split="usa", revision=revision, streaming=streaming)
        rows = rows.cast_column("audio", Audio(decode=False))
        seen[f"{{revision}} {{streaming}}"] = [
            [row["prompt"], row["audio"]["bytes"][:4].decode(), row["id"]] for row in rows
        ]
print(json.dumps(seen))
"""
    )
    seen_rows = json.loads(out.splitlines()[-1])
    for streaming in ("False", "True"):
        old, new = seen_rows[f"v1.0.0 {streaming}"], seen_rows[f"v1.1.0 {streaming}"]
        assert [row[0] for row in old] == [f"Question {n}?" for n in range(5)]
        assert [n for n in range(5) if old[n] != new[n]] == [1]
        assert new[1] == ["Question 1, please?", "fLaC", "sd-1-usa"]


def test_unchanged_data_makes_no_commit(build: Any, hub: Any) -> None:
    first = publish(build(), REPO, "v1.0.0", endpoint=hub.endpoint)
    commits, received = len(hub.repos[REPO].titles), len(hub.received)
    again = publish(build(), REPO, "v1.0.0", endpoint=hub.endpoint)
    assert again == first
    assert len(hub.repos[REPO].titles) == commits
    assert len(hub.received) == received
    with pytest.raises(VivavoceError, match=r"nothing has changed since v1\.0\.0"):
        publish(build(), REPO, "v1.0.1", endpoint=hub.endpoint)


def test_a_changed_card_sends_the_card_alone(build: Any, hub: Any) -> None:
    publish(build(), REPO, "v1.0.0", endpoint=hub.endpoint)
    before, received = hub.files(REPO), len(hub.received)
    folder = build(
        about=About(title="VoiceBench, rebuilt", summary="Spoken questions.", limits=("x",))
    )
    publish(folder, REPO, "v1.0.1", endpoint=hub.endpoint)
    after = hub.files(REPO)
    assert [path for path in after if after[path] != before.get(path)] == ["README.md"]
    assert len(hub.received) == received


def test_versions_follow_what_changed(build: Any, hub: Any) -> None:
    publish(build(), REPO, "v1.0.0", endpoint=hub.endpoint)
    folder = build(changed=[1])
    with pytest.raises(VivavoceError, match=r"minor, so the least version is v1\.1\.0"):
        publish(folder, REPO, "v1.0.1", endpoint=hub.endpoint)
    with pytest.raises(VivavoceError, match=r"v1\.0\.0 with other content"):
        publish(folder, REPO, "v1.0.0", endpoint=hub.endpoint)
    with pytest.raises(VivavoceError, match=r"write it as v1\.2\.3"):
        publish(folder, REPO, "1.1", endpoint=hub.endpoint)


@pytest.mark.parametrize("text", ["", "ESD: research only", "research-only"])
def test_licences_that_forbid_it(build: Any, hub: Any, text: str) -> None:
    folder = build(license=text)
    with pytest.raises(VivavoceError, match=r"sd-qa: .*--i-have-the-rights"):
        publish(folder, REPO, "v1.0.0", endpoint=hub.endpoint)
    assert REPO not in hub.repos
    made = publish(folder, REPO, "v1.0.0", i_have_the_rights=True, endpoint=hub.endpoint)
    assert made.rights_stated


def test_noise_that_may_not_be_handed_on_forbids_it_too(
    hub: Any, item: Any, tmp_path: Path
) -> None:
    noise = {"noise": {"corpus": "mine", "track": "a.wav", "license": "unknown"}}
    row = item("a", license="MIT")
    variant = Variant(condition="background_noise", level="snr_0", params=noise)
    spec = ConfigSpec({}, [row.but(provenance=row.provenance.but(variant=variant))])
    package_family("voicebench", {"noisy": spec}, tmp_path / "out", about=ABOUT)
    with pytest.raises(VivavoceError, match=r"noisy: .*--i-have-the-rights"):
        publish(tmp_path / "out", REPO, "v1.0.0", endpoint=hub.endpoint)


def test_files_of_others_stay(build: Any, hub: Any) -> None:
    publish(build(), REPO, "v1.0.0", endpoint=hub.endpoint)
    from hub_state import Entry

    repo = hub.repos[REPO]
    others = ("notes.txt", "assets/logo.png", "raw/train-00000-of-00001.parquet")
    tree = repo.commits[repo.branches["main"]] | {path: Entry(b"mine", False) for path in others}
    repo.commit("main", tree, "notes by hand")
    publish(build(changed=[0]), REPO, "v1.1.0", endpoint=hub.endpoint)
    assert [hub.files(REPO).get(path) for path in others] == [b"mine"] * 3


def test_a_card_that_the_hub_refuses_is_explained(build: Any, hub: Any) -> None:
    folder = build()
    card = folder / "README.md"
    card.write_text(card.read_text().replace("license:\n", "license_link: there\nlicense:\n"))
    with pytest.raises(VivavoceError, match=r'- "license_link" must be LICENSE, .* not there'):
        publish(folder, REPO, "v1.0.0", endpoint=hub.endpoint)


def test_a_removed_config_is_major_and_its_files_go(
    build: Any, hub: Any, item: Any, tmp_path: Path
) -> None:
    publish(build(), REPO, "v1.0.0", endpoint=hub.endpoint)
    spec = ConfigSpec({"prompt": "prompt"}, [item("ce-0-x", license="MIT")])
    package_family("voicebench", {"commoneval": spec}, tmp_path / "voicebench", about=ABOUT)
    with pytest.raises(VivavoceError, match=r"major, so the least version is v2\.0\.0"):
        publish(tmp_path / "voicebench", REPO, "v1.1.0", endpoint=hub.endpoint)
    publish(tmp_path / "voicebench", REPO, "v2.0.0", endpoint=hub.endpoint)
    assert _parquets(hub) == ["commoneval/test-00000-of-00001.parquet"]
    assert len([p for p in hub.files(REPO, "v1.0.0") if p.endswith(".parquet")]) == 3


def test_a_damaged_folder_is_not_published(build: Any, hub: Any) -> None:
    folder = build()
    path = folder / "sd-qa" / "usa-00000-of-00001.parquet"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(VivavoceError, match=r"not what vivavoce\.json says"):
        publish(folder, REPO, "v1.0.0", endpoint=hub.endpoint)
    path.unlink()
    with pytest.raises(VivavoceError, match="is missing"):
        publish(folder, REPO, "v1.0.0", endpoint=hub.endpoint)
    with pytest.raises(VivavoceError, match="package it first"):
        publish(folder.parent, REPO, "v1.0.0", endpoint=hub.endpoint)


@pytest.mark.slow
def test_the_card_passes_the_hubs_validation(build: Any, hub: Any, client: Any) -> None:
    folder = build()
    out = client(
        f"""
from huggingface_hub import DatasetCard
card = DatasetCard.load({str(folder / "README.md")!r})
card.validate(repo_type="dataset")
print(card.data.license, [c["config_name"] for c in card.data.configs])
card.data.license = ["gpl-9"]
try:
    card.validate(repo_type="dataset")
except ValueError as error:
    print("refused", "gpl-9" in str(error))
"""
    )
    assert out.splitlines() == ["['apache-2.0'] ['commoneval', 'sd-qa']", "refused True"]


@pytest.mark.usefixtures("no_waiting")
def test_a_dry_run_without_the_hub(build: Any) -> None:
    seen, unreached = preview(build(), REPO, "v1.0.0", endpoint="http://127.0.0.1:9")
    assert unreached is not None
    assert "listing tester/voicebench failed after 2 attempts" in unreached
    assert {file.action for file in seen.plan.files} == {"new"}
    assert [plan.verdict for plan in seen.plan.licences] == ["free", "free"]
