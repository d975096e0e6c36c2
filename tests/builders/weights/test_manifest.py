from __future__ import annotations

import pytest
from pydantic import ValidationError

from builders.errors import VivavoceError
from builders.weights import manifest as known
from builders.weights.manifest import Origin, Weights, entry


def test_the_manifest_pins_every_origin():
    for name, weights in known().items():
        assert weights.files, name
        assert all(len(value) == 64 for value in weights.files.values())
        for origin in weights.origins:
            assert origin.hub is None or len(origin.revision) == 40
            assert all("==" in requirement for requirement in origin.pypi)
            assert origin.npm is None or "@" in origin.npm


@pytest.mark.parametrize(
    "entry", [{}, {"hub": "a/b"}, {"hub": "a/b", "revision": "1", "npm": "c@1"}]
)
def test_an_origin_is_one_pinned_place(entry):
    with pytest.raises(ValueError, match="origin"):
        Origin(**entry)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "an origin has exactly one of hub, pypi, npm"),
        ({"hub": "a/b", "npm": "c@1"}, "an origin has exactly one of hub, pypi, npm"),
        ({"hub": "a/b"}, "origin a/b needs a pinned revision"),
        ({"npm": "c@1", "sha": "1"}, "Extra inputs are not permitted"),
    ],
)
def test_why_an_origin_is_refused(given, message):
    with pytest.raises(ValidationError, match=message):
        Origin(**given)


def test_members_are_parts_or_follow_the_pattern():
    origin = Origin(npm="p@1", member="package/{file}", parts={"big": ("p1", "p2")})
    assert origin.members("a.bin") == ("package/a.bin",)
    assert origin.members("big") == ("p1", "p2")
    assert Origin(npm="p@1", parts={"big": ("p1",)}).members("a.bin") == ()


def test_origins_are_written_as_a_person_names_them():
    assert str(Origin(hub="a/b", revision="0123456789")) == "Hub a/b@01234567"
    assert str(Origin(npm="p@1")) == "npm p@1"
    assert str(Origin(pypi=("p==1", "q==2"))) == "packages p==1, q==2"


def test_weights_are_found_by_name():
    assert entry("whisper-base").license == "MIT"
    assert isinstance(entry("kokoro"), Weights)
    with pytest.raises(VivavoceError) as caught:
        entry("kokoro-voice")
    assert str(caught.value).startswith("unknown weights 'kokoro-voice'; did you mean 'kokoro-voi")
