from __future__ import annotations

import importlib.util

import pytest

from builders.backends.registry import BACKENDS, factory, load_backend
from builders.errors import VivavoceError

ALL = [(kind, name) for kind, names in BACKENDS.items() for name in names]


@pytest.mark.parametrize(("kind", "name"), ALL)
def test_every_registered_backend_is_there_and_imports_without_its_engine(kind, name):
    assert callable(factory(kind, name))


def test_every_module_named_exists():
    for names in BACKENDS.values():
        for place in names.values():
            module, _, attribute = place.partition(":")
            assert attribute and importlib.util.find_spec(module) is not None


def test_a_second_backend_of_a_kind_has_a_label():
    assert factory("llm/judge", "recorded") is factory("llm", "recorded")


@pytest.mark.parametrize(
    ("kind", "name", "where", "message"),
    [
        ("ttts", "kokoro", "", "unknown backend kind 'ttts'; did you mean 'tts'?"),
        (
            "tts", "kokro", "params.yaml",
            "params.yaml: unknown tts backend 'kokro'; did you mean 'kokoro'?",
        ),
        ("mos", "zz", "", "unknown mos backend 'zz'; known: dnsmos, utmos"),
    ],
)  # fmt: skip
def test_unknown_names_are_refused(kind, name, where, message):
    with pytest.raises(VivavoceError) as caught:
        factory(kind, name, where)
    assert str(caught.value) == message


def test_an_option_that_does_not_exist_is_named(tmp_path):
    with pytest.raises(VivavoceError) as caught:
        load_backend("llm", "recorded", {"fil": "x"})
    assert str(caught.value) == (
        "llm backend 'recorded': unknown option 'fil'; did you mean 'file'?"
    )


def test_an_option_that_is_missing_is_named():
    with pytest.raises(
        VivavoceError, match=r"llm backend 'openai_compatible': .*missing .*'model'"
    ):
        load_backend("llm", "openai_compatible", {})


def test_options_reach_the_backend():
    options = {"model": "m", "revision": "r7", "base_url": "http://127.0.0.1:9/v1"}
    backend = load_backend("llm", "openai_compatible", {**options, "api_key_env": None})
    assert backend.revision == "r7"
