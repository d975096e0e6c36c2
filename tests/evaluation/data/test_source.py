from __future__ import annotations

from evaluation.data.source import Place, of_config


class Listed:
    """A dataset of which only the places matter."""

    def __init__(self, *places):
        self._places = places

    def places(self):
        return self._places


def test_the_splits_of_each_config_keep_their_order():
    dataset = Listed(Place("sd-qa", "usa"), Place("ifeval", "test"), Place("sd-qa", "aus"))
    found = of_config(dataset)
    assert list(found) == ["sd-qa", "ifeval"]
    assert found["sd-qa"] == (Place("sd-qa", "usa"), Place("sd-qa", "aus"))
    assert of_config(Listed()) == {}


def test_a_place_is_its_two_names():
    assert Place("a", "b") == ("a", "b")
    assert Place(*["sd-qa", "usa"]) == Place(config="sd-qa", split="usa")
