from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from builders.errors import VivavoceError
from builders.package import hub as hub_module
from builders.package import package_family
from builders.package.publish import preview, publish
from builders.package.spec import About, ConfigSpec

REPO = "tester/voicebench"
ABOUT = About(title="VoiceBench, rebuilt", summary="Spoken questions.")


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module.time, "sleep", lambda seconds: None)


@pytest.fixture
def build(item: Any, tmp_path: Path) -> Callable[..., Path]:
    """Package a small family; ``changed`` rows get another text and another take."""

    def make(changed: Sequence[int] = (), about: About = ABOUT, **spec: Any) -> Path:
        def rows(prefix: str, accents: Sequence[str]) -> list[Any]:
            return [
                item(
                    f"{prefix}-{n}-{accent}",
                    prompt=f"Question {n}{', please' if n in changed else ''}?",
                    reference=f"Answer {n}",
                    take=int(n in changed),
                    fields={"accent": accent},
                    license=spec.get("license", "Apache-2.0"),
                )
                for n in range(5)
                for accent in accents
            ]

        configs = {
            "sd-qa": ConfigSpec(
                {"prompt": "prompt", "reference": "reference"},
                rows("sd", ["usa", "ind_n"]),
                "fields.accent",
            ),
            "commoneval": ConfigSpec({"prompt": "prompt"}, rows("ce", ["x"])),
        }
        package_family("voicebench", configs, tmp_path / "voicebench", about=about)
        return tmp_path / "voicebench"

    return make


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
    seen = preview(folder, REPO, endpoint=hub.endpoint)
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


def test_answers_that_pass(build: Any, hub: Any) -> None:
    hub.fail("POST", "/api/repos/create", 500, 2)
    hub.fail("PUT", "/large/", 429, 2)
    hub.fail("PUT", "/large/", 503, 1)
    hub.fail("POST", f"/api/datasets/{REPO}/commit/", 429, 1)
    hub.fail("POST", f"/api/datasets/{REPO}/commit/", 500, 1)
    hub.fail("POST", f"/api/datasets/{REPO}/tag/", 502, 1)
    hub.fail("GET", f"/api/datasets/{REPO}/tree/", 500, 1)
    made = publish(build(), REPO, "v1.0.0", endpoint=hub.endpoint)
    assert hub.repos[REPO].tags == {"v1.0.0": made.commit}
    assert len(hub.repos[REPO].titles) == 2
    assert sorted(set(hub.received)) == sorted(hub.received)


def test_a_commit_whose_answer_was_lost(build: Any, hub: Any) -> None:
    hub.fail("POST", f"/api/datasets/{REPO}/commit/", "lost", 1)
    made = publish(build(), REPO, "v1.0.0", endpoint=hub.endpoint)
    assert [title for _, title in hub.repos[REPO].titles] == [
        "initial commit",
        "voicebench v1.0.0",
    ]
    assert hub.repos[REPO].tags == {"v1.0.0": made.commit}


def test_a_connection_that_breaks_for_good_and_comes_back(build: Any, hub: Any) -> None:
    folder = build()
    usa = next(
        file["sha256"]
        for file in _manifest_files(folder)
        if file["path"] == "sd-qa/usa-00000-of-00001.parquet"
    )
    hub.fail("PUT", f"/large/{usa}", "cut", 10_000)
    with pytest.raises(VivavoceError, match=r"Run the command again"):
        publish(folder, REPO, "v1.0.0", endpoint=hub.endpoint, attempts=2)
    assert not hub.repos[REPO].tags
    assert not _parquets(hub), "a part of the dataset is visible"
    arrived = list(hub.received)
    assert arrived
    assert usa not in arrived
    hub.faults.clear()
    publish(folder, REPO, "v1.0.0", endpoint=hub.endpoint)
    assert hub.received.count(usa) == 1
    assert all(hub.received.count(oid) == 1 for oid in arrived), "an object was sent twice"
    assert len(_parquets(hub)) == 3


def _manifest_files(folder: Path) -> list[dict[str, Any]]:
    manifest = json.loads((folder / "vivavoce.json").read_text())
    return [
        file
        for config in manifest["configs"].values()
        for split in config["splits"].values()
        for file in split["files"]
    ]


@pytest.mark.slow
def test_a_killed_upload_goes_on(build: Any, hub: Any, tmp_path: Path) -> None:
    folder = build()
    usa = next(f["sha256"] for f in _manifest_files(folder) if "usa" in f["path"])
    hub.fail("PUT", f"/large/{usa}", "hang", 1)
    command = [sys.executable, "-m", "evaluation.cli.main", "publish", str(folder)]
    command += ["--repo", REPO, "--tag", "v1.0.0", "--receipt", str(tmp_path / "r.json")]
    environment = {**os.environ, "HF_ENDPOINT": hub.endpoint, "HF_HUB_DISABLE_XET": "1"}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        assert hub.hanging.wait(60)
        deadline = 100
        while len(hub.received) < 5 and deadline:
            hub.closing.wait(0.1)
            deadline -= 1
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    arrived = list(hub.received)
    assert len(arrived) == 5  # two Parquet files and three figures
    assert not (tmp_path / "r.json").exists()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "voicebench v1.0.0 is commit" in done.stdout
    assert sorted(hub.received) == sorted({*arrived, usa})
    assert json.loads((tmp_path / "r.json").read_text())["tag"] == "v1.0.0"


def test_files_of_others_stay(build: Any, hub: Any) -> None:
    publish(build(), REPO, "v1.0.0", endpoint=hub.endpoint)
    from hub_state import Entry

    repo = hub.repos[REPO]
    tree = {**repo.commits[repo.branches["main"]], "notes.txt": Entry(b"mine", False)}
    repo.commit("main", tree, "notes by hand")
    publish(build(changed=[0]), REPO, "v1.1.0", endpoint=hub.endpoint)
    assert hub.files(REPO)["notes.txt"] == b"mine"


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


def test_a_dry_run_without_the_hub(build: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "ATTEMPTS", 1)
    seen = preview(build(), REPO, endpoint="http://127.0.0.1:9")
    assert not seen.reached
    assert {file.action for file in seen.plan.files} == {"new"}
    assert [plan.verdict for plan in seen.plan.licences] == ["free", "free"]
