from __future__ import annotations

import copy
import json
import os
import platform
from pathlib import Path

import pytest

from builders.errors import VivavoceError
from evaluation.run.manifest import check_same, machine, merged, versions, without_secrets

OLD = {
    "format": 1,
    "model": {"name": "m", "revision": "1"},
    "settings": {"mode": "speech", "seed": 0},
    "dataset": {"family": "ear", "where": "a", "revisions": {"wdyl/test": "r1"}},
    "started": "2026-01-01",
}
WHERE = Path("runs/x")


def changed(**parts):
    new = copy.deepcopy(OLD)
    for part, values in parts.items():
        new[part].update(values)
    return new


def test_secrets_are_left_out_and_names_of_variables_stay():
    given = {"api_key_env": "X", "headers": {"Authorization": "Bearer abc"}, "tokens": 3,
             "access_token": "t", "n": [{"password": "p"}]}  # fmt: skip
    assert without_secrets(given) == {
        "api_key_env": "X", "headers": {"Authorization": "<left out>"}, "tokens": 3,
        "access_token": "<left out>", "n": [{"password": "<left out>"}],
    }  # fmt: skip


def test_secrets_are_found_at_any_depth_and_only_as_text():
    given = {"a": ({"apiKey": "x", "max_tokens": 5, "credentials": {"user": "u", "token": ""}},)}
    assert without_secrets(given) == {
        "a": [
            {
                "apiKey": "<left out>",
                "max_tokens": 5,
                "credentials": {"user": "u", "token": "<left out>"},
            }
        ]
    }
    assert given["a"][0]["apiKey"] == "x"


def test_the_same_conditions_and_further_configs_pass():
    check_same(OLD, OLD, WHERE)
    check_same(OLD, changed(dataset={"revisions": {"other/test": "r9"}, "where": "b"}), WHERE)


@pytest.mark.parametrize(
    ("new", "what"),
    [
        (changed(model={"revision": "2"}), "model revision: '1' before, '2' now"),
        (changed(settings={"top_p": 1}), "settings top_p: None before, 1 now"),
        (changed(dataset={"family": "voicebench"}), "family ear before, voicebench now"),
        (changed(dataset={"revisions": {"wdyl/test": "r2"}}), "rows of wdyl/test have changed"),
        (
            changed(model={"name": "n", "revision": "2"}, settings={"mode": "text", "seed": 1}),
            "model name: 'm' before, 'n' now; model revision: '1' before, '2' now; "
            "settings mode: 'speech' before, 'text' now",
        ),
    ],
)
def test_other_conditions_are_refused_with_what_differs(new, what):
    with pytest.raises(VivavoceError) as caught:
        check_same(OLD, new, WHERE)
    assert str(caught.value) == (
        f"runs/x holds a run under other conditions ({what}); give another folder, or repeat the "
        "command as it was"
    )


@pytest.mark.parametrize("format", [None, 0, 2])
def test_another_format_is_refused(format):
    with pytest.raises(VivavoceError, match=r"^runs/x was written by another version of vivavoce"):
        check_same({**OLD, "format": format}, OLD, WHERE)


def test_a_run_that_goes_on_has_the_configs_of_both_and_its_own_beginning():
    new = changed(dataset={"where": "b", "revisions": {"other/test": "r9"}})
    new["started"] = "2026-02-02"
    found = merged(OLD, new)
    assert found["dataset"] == {
        "family": "ear",
        "where": "b",
        "revisions": {"wdyl/test": "r1", "other/test": "r9"},
    }
    assert found["started"] == "2026-01-01"
    assert OLD["dataset"]["revisions"] == {"wdyl/test": "r1"}


def test_the_machine_is_described_without_its_name():
    found = machine()
    assert found["python"] == platform.python_version()
    assert found["cpus"] == os.cpu_count()
    assert {"system", "architecture", "cpu"} <= set(found)
    text = json.dumps(found)
    assert platform.node() not in text or not platform.node()


def test_versions_are_those_of_what_is_installed():
    import numpy

    found = versions()
    assert found["numpy"] == numpy.__version__
    assert all(found.values())


def test_keys_in_a_command_and_in_values_are_left_out():
    model = {
        "command": ["p", "--api-key", "abc", "--model", "m", "--url=http://h?key=abc"],
        "environment": {"MY_TOKEN": "abc", "NAME": "sk-abcdef1234567890ab"},
        "base_url": "http://h/v1?api_key=abc",
        "body": {"temperature": 0, "stop": ["a", "b"]},
        "api_key_env": "OPENAI_API_KEY",
    }
    assert without_secrets(model) == {
        "command": ["p", "--api-key", "<left out>", "--model", "m", "--url=http://h?key=<key>"],
        "environment": {"MY_TOKEN": "<left out>", "NAME": "<key>"},
        "base_url": "http://h/v1?api_key=<key>",
        "body": {"temperature": 0, "stop": ["a", "b"]},
        "api_key_env": "OPENAI_API_KEY",
    }
