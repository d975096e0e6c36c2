from __future__ import annotations

import pytest

from builders.errors import BackendError, MissingExtraError, VivavoceError, unknown_name


def test_a_missing_package_is_named_with_its_install_line():
    error = MissingExtraError("torch", "transformers")
    assert isinstance(error, VivavoceError)
    assert str(error) == (
        "this needs the package 'torch', which is not installed: "
        "pip install 'vivavoce[transformers]'"
    )


def test_a_failure_lasts_unless_it_is_said_to_pass():
    assert BackendError("no voice").transient is False
    error = BackendError("quota", transient=True)
    assert (str(error), error.transient) == ("quota", True)


@pytest.mark.parametrize(
    ("name", "known", "where", "message"),
    [
        ("kokro", ["google", "kokoro"], "", "unknown voice 'kokro'; did you mean 'kokoro'?"),
        (
            "snr", ["snr_5", "snr_0", "rain"], "recipes/ear.yaml",
            "recipes/ear.yaml: unknown voice 'snr'; did you mean 'snr_5' or 'snr_0'?",
        ),
        ("xyz", ["b", "a"], "", "unknown voice 'xyz'; known: a, b"),
        ("xyz", [], "", "unknown voice 'xyz'; known: "),
    ],
)  # fmt: skip
def test_an_unknown_name_is_told_with_what_is_near(name, known, where, message):
    assert str(unknown_name("voice", name, known, where)) == message


def test_of_many_names_that_are_far_forty_are_listed():
    message = str(unknown_name("row", "q", [f"zz{n:02d}" for n in range(60)]))
    assert message.endswith("zz38, zz39")
