from __future__ import annotations

import numpy as np
import pytest

from builders.errors import VivavoceError
from builders.step import Rejected, Step, keyed_rng, one_of, step


def test_a_function_becomes_a_step_that_knows_its_parameters():
    def depends(params):
        return params["words"]

    @step("upper", version=3, uses=("llm",), costly=True, depends=depends)
    def upper(item, ctx, words=None, *, limit=5):
        return [item, ctx, words, limit]

    assert isinstance(upper, Step)
    assert (upper.name, upper.version, upper.uses, upper.costly) == ("upper", 3, ("llm",), True)
    assert upper.params == {"words", "limit"}
    assert upper.depends is depends
    assert upper.function("row", "ctx", limit=1) == ["row", "ctx", None, 1]


def test_a_plain_step_is_cheap_and_depends_on_nothing_else():
    @step("same", version=1)
    def same(item, ctx):
        return item

    assert (same.uses, same.costly, same.depends, same.check) == ((), False, None, None)
    assert same.params == frozenset()


def test_a_rejection_is_final_unless_it_asks_for_review():
    assert Rejected("too long") == Rejected("too long", detail="", review=False, item=None)


@pytest.mark.parametrize("given", [None, (), "en", ["en", "zh"], {"zh": 1}])
def test_registered_names_pass_in_every_form(given):
    assert one_of(kinds=("en", "zh"))({"kinds": given}) is None


@pytest.mark.parametrize("given", ["ens", ["zh", "ens"], {"ens": 1}])
def test_other_names_are_refused_with_the_closest(given):
    with pytest.raises(VivavoceError) as caught:
        one_of(kinds=("en", "zh"))({"kinds": given})
    assert str(caught.value) == "unknown name in 'kinds' 'ens'; did you mean 'en'?"


def test_random_numbers_follow_from_seed_row_and_name_alone():
    def draw(*key):
        return keyed_rng(*key).integers(2**31)

    assert draw(0, "a", "x") == draw(0, "a", "x")
    assert len({draw(0, "a", "x"), draw(1, "a", "x"), draw(0, "b", "x"), draw(0, "a", "y")}) == 4
    # Fixed for good: a stored plan must stay what it was drawn as.
    assert keyed_rng(0, "a", "x").integers(0, 1000, 4).tolist() == [92, 69, 404, 561]
    # The parts are kept apart: neither row nor name can slide into the other.
    assert draw(0, "ab", "c") != draw(0, "a", "bc")
    assert draw(1, "1", "x") != draw(11, "", "x")


def test_the_generator_is_the_one_whose_stream_numpy_keeps():
    assert isinstance(keyed_rng(0, "a", "x"), np.random.Generator)
    assert type(keyed_rng(0, "a", "x").bit_generator).__name__ == "PCG64"
