"""Several sources a subset, a seeded selection after the steps, decisions on texts."""

from __future__ import annotations

import json

import pytest
import yaml

from builders.build import Build, run_stage
from builders.errors import VivavoceError
from builders.item import Item
from builders.recipe.params import load_params
from builders.stage.files import read_items
from builders.text.select import choose, draw


def rows(count, start=0):
    base = {"language": "en", "source_id": "s", "source_revision": "1", "license": "MIT"}
    return [Item(id=f"r-{n}", prompt="q", **base) for n in range(start, start + count)]


def test_a_draw_holds_no_more_than_is_wanted_and_keeps_the_order():
    drawn = [row.id for row in draw(iter(rows(200)), 20, seed=3)]
    assert len(drawn) == 20 and drawn == sorted(drawn, key=lambda i: int(i[2:]))
    assert set(drawn) < {row.id for row in draw(rows(200), 40, seed=3)}
    assert set(drawn) == choose([(r.id, "") for r in rows(200)], {"": 20}, 3).keep
    assert [r.id for r in draw(rows(3), 20, seed=3)] == ["r-0", "r-1", "r-2"]


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.setenv("VIVAVOCE_STORE", str(tmp_path / "store"))
    for name, count in (("a", 6), ("b", 4)):
        lines = [json.dumps({"id": f"{name}-{n}", "prompt": f"{n} dogs"}) for n in range(count)]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines))
    recipe = {
        "family": "toy",
        "language": "en",
        "review": "decisions.jsonl",
        "subsets": {
            "one": {
                "source": [
                    {
                        "name": "jsonl",
                        "at": {"path": f"{name}.jsonl"},
                        "license": "MIT",
                        "steps": [{"rename": {"fields": {"Source": name}}}],
                    }
                    for name in "ab"
                ],
                "text": ["normalise_spoken"],
                "select": {"by": ["Source"], "counts": {"a": 3, "b": 9}},
            }
        },
    }
    params = {"seed": 1, "backends": {"sample": {}}}
    (tmp_path / "params.yaml").write_text(yaml.safe_dump(params))

    def _run(change=None, **options):
        if change:
            change(recipe["subsets"]["one"])
        (tmp_path / "toy.yaml").write_text(yaml.safe_dump(recipe))
        build = Build(
            tmp_path / "toy.yaml",
            load_params(tmp_path / "params.yaml"),
            work=tmp_path / "build",
            **options,
        )
        return run_stage(build, "text")["one"]

    _run.path = tmp_path / "build" / "toy" / "text" / "one.parquet"
    _run.folder = tmp_path
    return _run


def test_rows_of_all_sources_are_selected_and_the_others_counted(project):
    metrics = project()
    found = list(read_items(project.path))
    assert (metrics.items_in, metrics.items_out, len(found)) == (10, 7, 7)
    assert metrics.not_selected == {"a": 3} and metrics.short == {"b": (4, 9)}
    assert [row.fields["Source"] for row in found] == ["a"] * 3 + ["b"] * 4
    first = project.path.read_bytes()
    project()
    assert project.path.read_bytes() == first
    metrics = json.loads(project.path.parent.with_suffix(".json").read_text())
    assert metrics["one"]["short"] == {"b": [4, 9]}


def test_a_dry_run_selects_and_writes_nothing(project):
    metrics = project(dry=True)
    assert metrics.items_out == 7 and metrics.not_selected == {"a": 3}
    assert not project.path.exists()


def test_a_short_group_can_be_an_error(project):
    with pytest.raises(VivavoceError, match="'b' has 4 of 9"):
        project(lambda subset: subset["select"].update(strict=True))
    assert not project.path.exists()


def test_a_column_that_no_row_has_is_an_error(project):
    with pytest.raises(VivavoceError, match="did you mean 'Source'"):
        project(lambda subset: subset["select"].update(by=["Sorce"]))
    assert not project.path.exists()


def test_a_limit_counts_rows_of_all_sources(project):
    assert project(limit=8).items_in == 8
    assert {row.id[0] for row in read_items(project.path)} == {"a", "b"}


def test_a_selection_must_name_its_groups(project):
    with pytest.raises(VivavoceError, match="needs 'by'"):
        project(lambda subset: subset["select"].pop("by"))


def test_an_edit_of_a_rejected_text_runs_the_step_again(project):
    with (project.folder / "b.jsonl").open("a") as file:
        file.write('\n{"id": "b-9", "prompt": "面包 is bread"}')
    assert project().rejected == {"cannot be spoken": 1}
    decision = {"id": "b-9", "decision": "edit", "text": "It is bread", "seen": "面包 is bread"}
    (project.folder / "decisions.jsonl").write_text(json.dumps(decision))
    assert project().rejected == {}
    assert {r.id: r.spoken for r in read_items(project.path)}["b-9"] == "It is bread"
    decision["seen"] = "another text"
    (project.folder / "decisions.jsonl").write_text(json.dumps(decision))
    assert project().rejected == {"cannot be spoken": 1}
