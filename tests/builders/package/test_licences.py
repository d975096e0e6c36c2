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
        ("CC-BY-4.0 (see noise/free-sound/LICENSE)", "cc-by-4.0", "conditions"),
        ("CC-BY-4.0 (not to be handed on)", "other", "refused"),
        ("http://creativecommons.org/licenses/by-nc/3.0/", "cc-by-nc-3.0", "conditions"),
        ("https://creativecommons.org/licenses/by/4.0", "cc-by-4.0", "conditions"),
        ("http://creativecommons.org/publicdomain/zero/1.0/", "cc0-1.0", "free"),
        ("http://creativecommons.org/licenses/sampling+/1.0/", "other", "refused"),
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
