"""dvc.yaml, params.yaml and docs/dvc.md agree with each other and with the code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from builders.recipe.params import Params, load_params

FAMILIES = ("voicebench", "vocalbench_zh", "ear")


def leaves(node: yaml.Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], int]]:
    """Path and line of every value that is no mapping; lists count as values."""
    if isinstance(node, yaml.MappingNode) and node.value:
        for key, value in node.value:
            yield from leaves(value, (*path, key.value))
    else:
        yield path, node.start_mark.line


def documented(root) -> list[tuple[str, ...]]:
    text = (root / "docs" / "dvc.md").read_text("utf-8")
    table = text[text.index("## Parameters") : text.index("## Remotes")]
    return [tuple(key.split(".")) for key in re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)]


def covers(pattern: tuple[str, ...], path: tuple[str, ...]) -> bool:
    """Whether a documented key such as ``plan.tts.<engine>`` speaks of a path."""
    if len(path) > len(pattern) and not pattern[-1].startswith("<"):
        return False
    return all(p.startswith("<") or p == q for p, q in zip(pattern, path, strict=False))


@pytest.fixture(scope="module")
def stages(root):
    """Every stage of both pipelines by address."""
    from dvc.repo import Repo

    with Repo(str(root)) as repo:
        yield {stage.addressing: stage for stage in repo.index.stages}


def test_every_parameter_is_explained(root):
    text = (root / "params.yaml").read_text("utf-8")
    known, lines = documented(root), text.splitlines()
    missing = [
        ".".join(path)
        for path, line in leaves(yaml.compose(text))
        if "#" not in lines[line] and not any(covers(key, path) for key in known)
    ]
    assert missing == []
    first = {key[0] for key in known}
    assert first == set(Params.model_fields)


def test_explained_parameters_exist(root):
    paths = [path for path, _ in leaves(yaml.compose((root / "params.yaml").read_text("utf-8")))]
    plain = [key for key in documented(root) if not any(part.startswith("<") for part in key)]
    absent = [key for key in plain if not any(covers(key, path) for path in paths)]
    assert absent == []
    assert covers(("a", "<b>"), ("a", "x", "y"))
    assert not covers(("a", "b"), ("a", "x"))
    assert not covers(("a", "b"), ("a", "b", "c"))


def test_parameters_are_valid_and_dvc_reads_the_same(root):
    from dvc.utils.serialize import load_yaml

    for profile in ("sample", "full"):
        assert load_params(root / "params.yaml", profile).profile == profile
    # DVC's reader is stricter: it refuses a key that occurs twice.
    assert load_yaml(root / "params.yaml") == yaml.safe_load((root / "params.yaml").read_text())


def test_stages_depend_on_what_is_there(root, stages):
    made = {str(out) for stage in stages.values() for out in stage.outs}
    for address, stage in stages.items():
        for dep in stage.deps:
            if type(dep).__name__ == "ParamsDependency":
                values = dep.read_params()
                absent = [name for name in dep.params if name not in values]
                assert absent == [], address
            else:
                inside = dep.fs_path
                known = any(
                    str(out.fs_path) == str(inside) for s in stages.values() for out in s.outs
                )
                assert known or dep.exists, f"{address} depends on {dep}, which nothing makes"
    assert len(made) == sum(len(stage.outs) for stage in stages.values())


@pytest.mark.parametrize(
    ("stage", "code"),
    [("package", "builders/package"), ("examine", "evaluation/metrics")],
)
def test_what_a_stage_writes_depends_on_the_code_that_it_borrows(root, stages, stage, code):
    """Normalisers shape scores, and what is known of sources shapes cards."""
    deps = {Path(dep.fs_path) for dep in stages[f"{stage}@ear"].deps if dep.fs_path}
    borrowed = set()
    for file in (root / code).rglob("*.py"):
        found = re.findall(r"^ *from builders\.(recipe|sources|text\.\w+)", file.read_text(), re.M)
        borrowed |= {root / "builders" / name.replace(".", "/") for name in found}
    assert borrowed
    assert borrowed <= deps


def test_only_the_pipeline_of_receipts_publishes(root, stages):
    publishing = {address for address, stage in stages.items() if "publish" in str(stage.cmd)}
    assert publishing == {f"receipts/dvc.yaml:publish@{family}" for family in FAMILIES}
    for address in publishing:
        (receipt,) = stages[address].outs
        assert not receipt.use_cache
        assert receipt.persist
    plain = [address for address in stages if address not in publishing]
    assert len(plain) <= 30  # the cost of a stage grows with their number
    assert {f"package@{family}" for family in FAMILIES} <= set(plain)


def test_metrics_are_few_enough_to_read(root):
    pipeline = yaml.safe_load((root / "dvc.yaml").read_text())["stages"]
    files = [file for stage in pipeline.values() for file in stage.get("metrics", ())]
    # One figure each for a family; whole reports by subset would make a table of thousands.
    assert all(file.endswith((".total.json", ".values.json")) for file in files)
    assert len(files) == 4


def test_plots_are_drawn_from_outputs(root, stages):
    outs = {out.fs_path.removeprefix(f"{root}/") for stage in stages.values() for out in stage.outs}
    plots = yaml.safe_load((root / "dvc.yaml").read_text())["plots"]
    files = {file for plot in plots for each in plot.values() for file in each["y"]}
    assert files
    assert files <= outs
    from builders.stage.figures import COLUMNS

    for plot in plots:
        for each in plot.values():
            assert {each["x"], *each["y"].values()} <= set(COLUMNS)
