import dataclasses

import pytest

from builders.environment.assets import Assets, make_anew


def test_without_a_store_everything_is_made_anew():
    made = []

    def make():
        made.append(1)
        return {"facts": len(made)}, b"data"

    assert make_anew("rir", {"room": 1}, make) == ({"facts": 1}, b"data")
    assert Assets().cached("rir", {"room": 1}, make) == ({"facts": 2}, b"data")


def test_a_run_without_resources_has_no_folder_and_no_voice():
    assets = Assets()
    assert (dict(assets.folders), assets.speakers, assets.speakers_id) == ({}, None, "")
    assert assets.folders is not Assets().folders
    with pytest.raises(dataclasses.FrozenInstanceError):
        assets.folders = {}
