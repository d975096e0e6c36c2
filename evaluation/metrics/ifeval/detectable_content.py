"""IFEval instructions on content that can be found by its marks."""

from __future__ import annotations

import re

_PLACEHOLDER = re.compile(r"\[.*?\]")

# The two markers of the data set are matched leniently, any other one as it stands.
_POSTSCRIPTS = {"P.S.": re.compile(r"p\.\s?s\."), "P.P.S": re.compile(r"p\.\s?p\.\s?s")}


def number_placeholders(response: str, *, num_placeholders: int) -> bool:
    """At least so many placeholders in square brackets on one line, such as ``[address]``."""
    return len(_PLACEHOLDER.findall(response)) >= num_placeholders


def postscript(response: str, *, postscript_marker: str) -> bool:
    """The marker of a postscript stands anywhere in the response, in any case."""
    marker = postscript_marker.strip()
    pattern = _POSTSCRIPTS.get(marker) or re.compile(re.escape(marker.lower()))
    return pattern.search(response.lower()) is not None
