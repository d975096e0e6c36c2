from __future__ import annotations

import pytest

from evaluation.metrics.ifeval import check


def both(instruction: str, response: str, **arguments: object) -> tuple[bool, bool]:
    following = check(response, [instruction], [arguments])
    return following.strict[0], following.loose[0]


@pytest.mark.parametrize(
    ("response", "wanted", "strict", "loose"),
    [
        ("Dear [name], welcome to [city].", 2, True, True),
        ("Dear [name], welcome to [city].", 3, False, False),
        ("Dear [first name of the guest], hello.", 1, True, True),
        ("[] is empty", 1, True, True),
        ("[a][b][c]", 3, True, True),
        ("[a [b] c]", 1, True, True),
        ("[a [b] c]", 2, False, False),
        ("[not\nclosed]", 1, False, False),
        ("(name) and {city}", 1, False, False),
        ("［name］", 1, False, False),
        ("No placeholder at all.", 0, True, True),
        ("See [the map](https://example.org).", 1, True, True),
    ],
)
def test_number_placeholders(response, wanted, strict, loose):
    got = both("detectable_content:number_placeholders", response, num_placeholders=wanted)
    assert got == (strict, loose)


@pytest.mark.parametrize(
    ("marker", "response", "strict", "loose"),
    [
        ("P.S.", "Goodbye.\n\nP.S. Bring bread.", True, True),
        ("P.S.", "Goodbye. p.s. bring bread.", True, True),
        ("P.S.", "Goodbye.\nP. S. Bring bread.", True, True),
        ("P.S.", "Goodbye.\nPS: Bring bread.", False, False),
        ("P.S.", "Goodbye.\nP.S: Bring bread.", False, False),
        ("P.S.", "P.S. Bring bread.\nGoodbye.", True, True),
        ("P.S.", "Goodbye.\n*P*.*S*. Bring bread.", False, True),
        ("P.P.S", "Goodbye.\nP.P.S Bring bread.", True, True),
        ("P.P.S", "Goodbye.\nP.P.S. Bring bread.", True, True),
        ("P.P.S", "Goodbye.\nP. P. S. Bring bread.", True, True),
        ("P.P.S", "Goodbye.\nP.S. Bring bread.", False, False),
        ("P.S.", "Goodbye.\nP.P.S. Bring bread.", True, True),
        ("Note (added)", "Goodbye.\nnote (added) Bring bread.", True, True),
        ("Note (added)", "Goodbye.\nNote added Bring bread.", False, False),
        (" P.S. ", "Goodbye.\nP.S. Bring bread.", True, True),
    ],
)
def test_postscript(marker, response, strict, loose):
    got = both("detectable_content:postscript", response, postscript_marker=marker)
    assert got == (strict, loose)
