"""The Croissant 1.1 description of a dataset: what search engines and ML loaders read.

Files are named relative to the description itself, so that it is right in a folder and on the Hub.
"""

from __future__ import annotations

import json
from typing import Any

from builders.package.card_meta import licence_texts
from builders.package.citations import PAPERS
from builders.package.licences import licence
from builders.package.manifest import ConfigInfo, FamilyInfo
from builders.package.provenance import PROVENANCE
from builders.package.spec import About, SplitInfo

_TERMS = (
    *("arrayShape", "citeAs", "column", "containedIn", "equivalentProperty", "extract", "field"),
    *("fileProperty", "fileObject", "fileSet", "format", "includes", "isArray", "isLiveDataset"),
    *("jsonPath", "key", "md5", "parentField", "path", "recordSet", "references"),
    *("regex", "repeated", "replace", "samplingRate", "separator", "source", "subField"),
    "transform",
)
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "sc": "https://schema.org/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "description": {"@container": "@language"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "name": {"@container": "@language"},
    "conformsTo": "dct:conformsTo",
    **{term: f"cr:{term}" for term in _TERMS},
}
_TYPES = {
    "string": "sc:Text",
    "int32": "sc:Integer",
    "int64": "sc:Integer",
    "float32": "sc:Float",
    "float64": "sc:Float",
    "bool": "sc:Boolean",
}
_SPDX = "https://spdx.org/licenses/"
_SPDX_NAMES = {
    "apache-2.0": "Apache-2.0",
    "mit": "MIT",
    "bsd-2-clause": "BSD-2-Clause",
    "bsd-3-clause": "BSD-3-Clause",
    "unlicense": "Unlicense",
    "odc-by": "ODC-By-1.0",
    "odbl": "ODbL-1.0",
    "gpl-3.0": "GPL-3.0-only",
}


def make_croissant(info: FamilyInfo, about: About, version: str = "1.0.0") -> str:
    """Make the description as JSON-LD text.

    Args:
        info: What was packaged.
        about: What to say of the family.
        version: Version of the dataset's layout.
    """
    value = {
        "@context": dict(sorted(_CONTEXT.items())),
        "@type": "sc:Dataset",
        "name": info.family,
        "description": about.summary or about.title or info.family,
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "license": _licences(info),
        "url": about.home or "https://huggingface.co/datasets",
        "version": version,
        "datePublished": f"{_year(info)}",
        "citeAs": "\n\n".join(PAPERS[key].bibtex for key in about.papers),
        "distribution": [each for c in info.configs for each in _distribution(c)],
        "recordSet": [_record_set(c, s) for c in info.configs for s in c.splits],
    }
    if not value["citeAs"]:
        del value["citeAs"]
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _year(info: FamilyInfo) -> int:
    """Year of the benchmark: a date of writing would change the bytes with every build."""
    return PAPERS[info.family].year if info.family in PAPERS else 2026


def _licences(info: FamilyInfo) -> list[str]:
    found = []
    for text in sorted(licence_texts(info)):
        hub = licence(text).hub
        if hub.startswith("cc"):
            found.append(f"{_SPDX}{hub.upper()}")
        elif hub in _SPDX_NAMES:
            found.append(f"{_SPDX}{_SPDX_NAMES[hub]}")
        else:
            found.append(text or "none stated")
    return sorted(set(found))


def _distribution(config: ConfigInfo) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []
    for split in config.splits:
        for file in split.files:
            made.append(
                {
                    "@type": "cr:FileObject",
                    "@id": file.path,
                    "name": file.path,
                    "contentUrl": file.path,
                    "contentSize": f"{file.bytes} B",
                    "encodingFormat": "application/x-parquet",
                    "sha256": file.sha256,
                }
            )
        if len(split.files) > 1:
            made.append(
                {
                    "@type": "cr:FileSet",
                    "@id": _set_id(split),
                    "name": _set_id(split),
                    "encodingFormat": "application/x-parquet",
                    "includes": f"{config.name}/{split.split}-*.parquet",
                }
            )
    return made


def _set_id(split: SplitInfo) -> str:
    return f"shards-of-{split.config}/{split.split}"


def _record_set(config: ConfigInfo, split: SplitInfo) -> dict[str, Any]:
    where = {"fileObject": {"@id": split.files[0].path}}
    if len(split.files) > 1:
        where = {"fileSet": {"@id": _set_id(split)}}
    name = f"{config.name}/{split.split}"
    fields = []
    for column, feature in config.features.items():
        field = _field(f"{name}/{column}", column, feature, where)
        if field is not None:
            fields.append(field)
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": f"Split '{split.split}' of config '{config.name}': {split.rows} rows.",
        "key": {"@id": f"{name}/{config.id_column}"},
        "field": fields,
    }


def _field(
    field_id: str, column: str, feature: Any, where: dict[str, Any]
) -> dict[str, Any] | None:
    """One field; ``None`` for the record of the row's history, whose lists hold lists."""
    if column == "provenance":
        return None
    made: dict[str, Any] = {"@type": "cr:Field", "@id": field_id, "name": field_id}
    source: dict[str, Any] = {**where, "extract": {"column": column}}
    if column in PROVENANCE:
        made["description"] = "Provenance of the row."
    if feature.get("_type") == "Audio":
        made["dataType"] = "sc:AudioObject"
        made["description"] = f"16-bit FLAC, mono, {feature['sampling_rate']} Hz."
        made["source"] = {**source, "transform": {"jsonPath": "bytes"}}
        return made
    entry = feature["feature"] if feature.get("_type") == "List" else feature
    if entry is not feature:
        made |= {"isArray": True, "arrayShape": "-1"}
    if (kind := _scalar(entry)) is not None:
        return {**made, "source": source, "dataType": kind}
    # A structure, or a list of structures: its scalars are fields of their own below it.
    inner = {name: kind for name, value in entry.items() if (kind := _scalar(value)) is not None}
    if not inner or "_type" in entry:
        return None
    if made.pop("isArray", False):
        made = {**made, "repeated": True}
        del made["arrayShape"]
    made["subField"] = [
        {
            "@type": "cr:Field",
            "@id": f"{field_id}/{name}",
            "name": f"{field_id}/{name}",
            "dataType": kind,
            "source": {**source, "transform": {"jsonPath": name}},
        }
        for name, kind in inner.items()
    ]
    return made


def _scalar(feature: Any) -> str | None:
    """Type of a plain value, as schema.org names it; ``None`` for anything else."""
    if isinstance(feature, dict) and feature.get("_type") == "Value":
        return _TYPES.get(feature["dtype"])
    return None
