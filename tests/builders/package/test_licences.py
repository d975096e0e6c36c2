from __future__ import annotations

import pytest

from builders.package.licences import licence, strictest


@pytest.mark.parametrize(
    ("text", "hub", "verdict"),
    [
        ("MIT", "mit", "free"),
        ("Apache-2.0", "apache-2.0", "free"),
        ("Apache 2.0", "apache-2.0", "free"),
        ("CC BY-NC 4.0", "cc-by-nc-4.0", "conditions"),
        ("CC BY-NC-SA 4.0", "cc-by-nc-sa-4.0", "conditions"),
        ("cc-by-nc-3.0", "cc-by-nc-3.0", "conditions"),
        ("CC0", "cc0-1.0", "free"),
        ("CC BY-ND 4.0", "cc-by-nd-4.0", "refused"),
        ("research only", "other", "refused"),
        ("", "other", "refused"),
        ("none stated", "other", "refused"),
        ("Terms of somebody", "other", "refused"),
    ],
)
def test_verdicts(text: str, hub: str, verdict: str) -> None:
    found = licence(text)
    assert (found.hub, found.verdict) == (hub, verdict)
    assert found.why


def test_the_strictest_counts() -> None:
    assert strictest([licence("MIT"), licence("CC BY 4.0")]) == "conditions"
    assert strictest([licence("MIT"), licence("")]) == "refused"
    assert strictest([]) == "refused"
