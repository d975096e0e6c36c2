from __future__ import annotations

import pytest

from builders.errors import VivavoceError
from builders.package import version


def test_versions() -> None:
    assert version.latest(["v1.9.0", "v1.10.0", "main", "v1.2"]) == "v1.10.0"
    assert version.latest(["x"]) is None
    assert [version.bump("v1.2.3", level) for level in ("major", "minor", "patch")] == [
        "v2.0.0",
        "v1.3.0",
        "v1.2.4",
    ]
    version.check_step("v1.2.3", "v1.3.0", "minor")
    version.check_step("v1.2.3", "v2.0.0", "minor")
    with pytest.raises(VivavoceError, match=r"the least version is v1\.3\.0"):
        version.check_step("v1.2.3", "v1.2.4", "minor")
    for tag in ("v01.2.3", "1.2.3", "v1.2", "v1.2.3-rc1"):
        assert version.parse(tag) is None


def test_the_form_is_strict() -> None:
    assert version.check("v0.10.200") == (0, 10, 200)
    # Digits of other scripts are digits to Python, and no version to the Hub.
    assert version.parse("v1.2\u0663.0") is None
    with pytest.raises(VivavoceError) as caught:
        version.check("1.0")
    assert str(caught.value) == "'1.0' is no version: write it as v1.2.3"


def test_too_small_a_step_says_what_changed() -> None:
    with pytest.raises(VivavoceError) as caught:
        version.check_step("v1.2.3", "v1.3.0", "major")
    assert str(caught.value) == (
        "v1.3.0 is too low: what changed since v1.2.3 is major, so the least version is v2.0.0"
    )
    version.check_step("v1.2.3", "v1.2.4", "patch")
