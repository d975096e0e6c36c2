"""What a licence allows: whether a dataset under it may be handed on, and under which terms."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Verdict = Literal["free", "conditions", "refused"]


@dataclass(frozen=True)
class Licence:
    """One licence.

    Attributes:
        text: What the row or recipe says.
        hub: Identifier that the Hub's card metadata knows; ``other`` where there is none.
        verdict: ``free`` to hand on, under ``conditions``, or ``refused``.
        why: The condition, or the reason of the refusal.
    """

    text: str
    hub: str
    verdict: Verdict
    why: str


_ATTRIBUTION = "attribution"
_NC = "attribution, no commercial use"
_NC_SA = "attribution, no commercial use, same licence for derived data"
_SA = "attribution, same licence for derived data"
_ND = "no derived works: speech made from the text is one"

_TABLE: dict[str, tuple[str, Verdict, str]] = {
    "apache-2.0": ("apache-2.0", "free", "keep the notice"),
    "mit": ("mit", "free", "keep the notice"),
    "bsd-2-clause": ("bsd-2-clause", "free", "keep the notice"),
    "bsd-3-clause": ("bsd-3-clause", "free", "keep the notice"),
    "cc0-1.0": ("cc0-1.0", "free", "public domain"),
    "public-domain": ("cc0-1.0", "free", "public domain"),
    "unlicense": ("unlicense", "free", "public domain"),
    "cc-by-3.0": ("cc-by-3.0", "conditions", _ATTRIBUTION),
    "cc-by-4.0": ("cc-by-4.0", "conditions", _ATTRIBUTION),
    "cc-by-sa-3.0": ("cc-by-sa-3.0", "conditions", _SA),
    "cc-by-sa-4.0": ("cc-by-sa-4.0", "conditions", _SA),
    "cc-by-nc-2.0": ("cc-by-nc-2.0", "conditions", _NC),
    "cc-by-nc-3.0": ("cc-by-nc-3.0", "conditions", _NC),
    "cc-by-nc-4.0": ("cc-by-nc-4.0", "conditions", _NC),
    "cc-by-nc-sa-3.0": ("cc-by-nc-sa-3.0", "conditions", _NC_SA),
    "cc-by-nc-sa-4.0": ("cc-by-nc-sa-4.0", "conditions", _NC_SA),
    "cc-by-nd-4.0": ("cc-by-nd-4.0", "refused", _ND),
    "cc-by-nc-nd-4.0": ("cc-by-nc-nd-4.0", "refused", _ND),
    "odc-by": ("odc-by", "conditions", _ATTRIBUTION),
    "odbl": ("odbl", "conditions", _SA),
    "gpl-3.0": ("gpl-3.0", "conditions", _SA),
    "google-cloud-terms": ("other", "conditions", "the terms of Google Cloud for generated speech"),
    "research-only": ("other", "refused", "for research only: it may not be handed on"),
    "proprietary": ("other", "refused", "the owner has not allowed to hand it on"),
}
_ALIASES = {
    "apache": "apache-2.0",
    "apache-2": "apache-2.0",
    "apache-license-2.0": "apache-2.0",
    "mit-license": "mit",
    "cc0": "cc0-1.0",
    "cc-0": "cc0-1.0",
    "cc-zero": "cc0-1.0",
    "cc-by": "cc-by-4.0",
    "cc-by-sa": "cc-by-sa-4.0",
    "cc-by-nc": "cc-by-nc-4.0",
    "cc-by-nc-sa": "cc-by-nc-sa-4.0",
    "odbl-1.0": "odbl",
    "odc-by-1.0": "odc-by",
    "gpl-3.0-only": "gpl-3.0",
    "gpl-3.0-or-later": "gpl-3.0",
    "research": "research-only",
    "research-use-only": "research-only",
    "for-research-only": "research-only",
    "non-redistributable": "proprietary",
    "all-rights-reserved": "proprietary",
}
_NONE = frozenset({"", "none", "unknown", "not-stated", "none-stated", "unstated", "noassertion"})
_ORDER: dict[Verdict, int] = {"free": 0, "conditions": 1, "refused": 2}


_ADDRESS = re.compile(
    r"https?://creativecommons\.org/(?:licenses|publicdomain)/([\w+-]+)/([\d.]+)/?"
)


def licence(text: str) -> Licence:
    """Judge a licence by the name or address a source gives; what is not known is refused.

    Where more is to be read does not count: ``CC-BY-4.0 (see LICENSE)``.
    """
    name = re.sub(r"\s*\(see [^()]*\)$", "", text.strip().lower())
    if address := _ADDRESS.fullmatch(name):
        name = "cc0-1.0" if address[1] == "zero" else f"cc-{address[1]}-{address[2]}"
    key = re.sub(r"[\s_]+", "-", name).removesuffix("-licence")
    key = _ALIASES.get(key, key)
    if key in _NONE:
        return Licence(text, "other", "refused", "the source states no licence")
    if key not in _TABLE:
        return Licence(text, "other", "refused", "this licence is not known to the project")
    hub, verdict, why = _TABLE[key]
    return Licence(text, hub, verdict, why)


def strictest(licences: Iterable[Licence]) -> Verdict:
    """Verdict on what stands under several licences at once."""
    return max((each.verdict for each in licences), key=_ORDER.__getitem__, default="refused")
