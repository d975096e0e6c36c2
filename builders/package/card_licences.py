"""The card on licences: where every config comes from, and whether it may be handed on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from builders.package.licences import licence, strictest
from builders.package.manifest import FamilyInfo
from builders.package.markdown import code, inline, table
from builders.package.spec import ConfigSpec, Source
from builders.package.tally import together

_VERDICTS = {
    "free": "may be handed on",
    "conditions": "may be handed on under conditions",
    "refused": "may not be handed on",
}


def licence_table(info: FamilyInfo, specs: Mapping[str, ConfigSpec]) -> str:
    """The card's table of sources, licences and verdicts by config."""
    rows = []
    for config in info.configs:
        facts = together([dict(split.facts) for split in config.splits])
        texts = list(facts["license"]) + ([config.license] if config.license else [])
        sources = specs[config.name].sources if config.name in specs else ()
        revisions = sorted(facts["source_revision"])
        rows.append(
            [
                code(config.name),
                "; ".join(_source(source) for source in sources) or "stated in each row",
                ", ".join(code(text[:60]) for text in revisions[:3])
                + (f" and {len(revisions) - 3} more" if len(revisions) > 3 else ""),
                _judged(dict.fromkeys(texts)),
                _judged(config.voices) or _unnamed_voices(facts["engine"]),
                _judged(sorted(config.material)) or "nothing",
                _VERDICTS[strictest(licence(text) for text in config.licences)],
            ]
        )
    head = ["config", "source", "revision", "licence of the rows", "voices", "mixed in", "verdict"]
    return (
        "The licence of a row is that of its source and stands in the column `license`. The "
        "voices that speak, and noise, music and speech mixed into it, have licences of their "
        "own.\n\n" + table(head, rows)
    )


def _unnamed_voices(engines: Mapping[str, int]) -> str:
    recorded = all(name.startswith("recorded @") for name in engines)
    return "recorded" if engines and recorded else "not stated"


def _judged(texts: Iterable[str]) -> str:
    each = [licence(text) for text in texts]
    return "; ".join(f"{inline(one.text) or 'none stated'} ({one.why})" for one in each)


def _source(source: Source) -> str:
    name = inline(source.name)
    if source.url.startswith(("https://", "http://")) and not set(source.url) & set("()<> |\"'"):
        name = f"[{name}]({source.url})"
    details = [inline(source.license)]
    details += [code(source.revision)] if source.revision else []
    details += [inline(source.note)] if source.note else []
    return f"{name} ({', '.join(details)})"
