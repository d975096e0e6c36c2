"""The dataset card: ``README.md``, generated from the manifest and the recipe's words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from builders.environment import CONDITIONS
from builders.package.card_licences import licence_table
from builders.package.card_meta import card_data
from builders.package.citations import PAPERS
from builders.package.manifest import ConfigInfo, FamilyInfo
from builders.package.markdown import code, inline, table
from builders.package.spec import About, ConfigSpec
from builders.package.tally import together
from builders.package.types import describe


def make_card(
    info: FamilyInfo,
    about: About,
    specs: Mapping[str, ConfigSpec],
    plots: Mapping[str, str] | None = None,
) -> str:
    """Make the card.

    Args:
        info: What was packaged.
        about: What to say of the family.
        specs: Descriptions and sources of the configs.
        plots: Caption → path of a figure, relative to the card.

    Returns:
        Markdown with a YAML head; the same text for the same input.
    """
    sections = [
        f"# {inline(about.title or info.family)}",
        about.summary.strip(),
        "## Configs\n\n" + _configs(info, specs),
        "## Loading\n\n" + _loading(info),
        "## Columns\n\n" + _columns(info),
        "## Licences and sources\n\n" + licence_table(info, specs),
        "## Construction\n\n" + _construction(info, about),
        "## Quality\n\n" + _quality(info, plots or {}),
        _limits(about),
        _rebuild(about),
        _citation(about),
    ]
    body = "\n\n".join(section for section in sections if section)
    return f"---\n{card_data(info, about)}\n---\n\n{body}\n"


def _total(config: ConfigInfo) -> dict[str, Any]:
    return together([dict(split.facts) for split in config.splits])


def _configs(info: FamilyInfo, specs: Mapping[str, ConfigSpec]) -> str:
    rows = []
    for config in info.configs:
        facts = _total(config)
        splits = [f"{code(s.split)} {s.rows:,}" for s in config.splits]
        text = specs[config.name].description if config.name in specs else ""
        rows.append(
            [
                code(config.name),
                ", ".join(splits),
                _duration(facts["seconds"]["total"]),
                f"{config.bytes / 1e6:.1f}",
                inline(text, 500),
            ]
        )
    return table(["config", "split and rows", "audio", "MB", "what it is"], rows)


def _duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.1f} min" if seconds < 3600 else f"{seconds / 3600:.2f} h"


def _loading(info: FamilyInfo) -> str:
    config = info.configs[0]
    split = config.splits[0].split
    return (
        "Audio is 16 kHz mono FLAC inside the Parquet files.\n\n"
        "```python\n"
        "from datasets import load_dataset\n\n"
        f'rows = load_dataset("<this repository>", "{config.name}", split="{split}")\n'
        "```\n\n"
        "`datasets` decodes audio with torchcodec. Without it, vivavoce decodes with soundfile, "
        "streams, and needs no torch:\n\n"
        "```python\n"
        "import builders\n\n"
        f'for row in builders.load("<this repository>", "{config.name}", "{split}"):\n'
        f'    samples = row["{config.audio_column}"]["array"]  # float32, 16 kHz\n'
        "```\n\n"
        "Results depend on the version: name the tag (`revision=...`) beside every score."
    )


def _columns(info: FamilyInfo) -> str:
    by_columns: dict[str, list[str]] = {}
    kinds: dict[str, list[list[str]]] = {}
    for config in info.configs:
        rows = [
            [code(name), code(_kind(config.features[name])), code(path)]
            for name, path in config.columns.items()
        ]
        key = repr(rows)
        by_columns.setdefault(key, []).append(config.name)
        kinds[key] = rows
    parts = [
        ", ".join(code(name) for name in names)
        + ":\n\n"
        + table(["column", "type", "comes from"], kinds[key])
        for key, names in by_columns.items()
    ]
    parts.append(
        "Every row ends with `source_id`, `source_revision`, `license` and `provenance`: the steps "
        "it went through with model and prompt hash, the speech engine with revision, voice and "
        "seed, the aligner, the variant's parameters, and the measured quality. Free-form entries "
        "are JSON text. `provenance.audio_md5` is the MD5 of the decoded samples."
    )
    return "\n\n".join(parts)


def _kind(feature: Any) -> str:
    """Short type name of a feature in its JSON form."""

    def plain(value: Any) -> Any:
        kind = value.get("_type")
        if kind == "Value":
            return value["dtype"]
        if kind == "List":
            return [plain(value["feature"])]
        if kind == "Audio":
            return "audio"
        return {name: plain(entry) for name, entry in value.items()}

    return describe(plain(feature))


def _construction(info: FamilyInfo, about: About) -> str:
    facts = together([dict(s.facts) for c in info.configs for s in c.splits])
    parts = [f"**{inline(head)}.** {text.strip()}" for head, text in about.construction.items()]
    shown = [
        ("Text and audio steps", "step", 40),
        ("Speech engines and revisions", "engine", 10),
        ("Voices", "voice", 30),
        ("Models asked", "model", 20),
        ("Prompt hashes", "prompt_hash", 30),
        ("Word aligners", "aligner", 10),
        ("Conditions", "condition", 60),
    ]
    rows = []
    for title, name, most in shown:
        counts = facts[name]
        if counts:
            cells = [f"{code(key)} × {n:,}" for key, n in list(counts.items())[:most]]
            more = f" and {len(counts) - most} more" if len(counts) > most else ""
            rows.append([title, ", ".join(cells) + more])
    if rows:
        parts.append(table(["what", "value × rows"], rows))
    for title, values in (("Setting", about.settings), ("Prompt template", about.prompts)):
        if values:
            parts.append(
                table([title, "value"], [[code(key), code(text)] for key, text in _flat(values)])
            )
    return "\n\n".join(parts)


def _flat(values: Mapping[str, Any], place: str = "") -> Iterator[tuple[str, str]]:
    """Settings under the keys that ``params.yaml`` has them, such as ``speech.speak.takes``."""
    for key, value in values.items():
        if isinstance(value, Mapping) and value:
            yield from _flat(value, f"{place}{key}.")
        else:
            plain = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            yield f"{place}{key}", plain


def _quality(info: FamilyInfo, plots: Mapping[str, str]) -> str:
    rows = []
    measured: set[str] = set()
    changed: list[str] = []
    for config in info.configs:
        facts = _total(config)
        measured.update(facts["measured_by"])
        if any(_after_measuring(name) for name in facts["condition"]):
            changed.append(config.name)
        rows.append(
            [
                code(config.name),
                _mean(facts["seconds"], facts["rows"], "{:.2f} s"),
                _mean(facts["error_rate"], facts["rows"], "{:.4f}"),
                _share(facts["asr_match"]),
                _mean(facts["mos"], facts["rows"], "{:.2f}"),
            ]
        )
    head = ["config", "mean duration", "mean error rate", "recogniser hears the text", "mean MOS"]
    parts = [table(head, rows)]
    if measured:
        parts.append("Measured by " + ", ".join(code(name) for name in sorted(measured)) + ".")
    if any(_total(config)["language"].get("zh") for config in info.configs):
        parts.append(
            "Mandarin is heard rightly where it sounds like the text (equal toned pinyin), unless "
            "the recipe asks for the same characters; the error rate counts characters."
        )
    if changed:
        parts.append(
            "Error rate, recognition and MOS were measured on the speech before a condition or a "
            f"mask was applied; this concerns {', '.join(code(name) for name in changed)}."
        )
    parts += [f"![{inline(caption)}]({path})" for caption, path in plots.items()]
    return "\n\n".join(parts)


def _after_measuring(condition: str) -> bool:
    """Whether a row was changed after its speech was measured: by an environment or an EAR mask."""
    name = condition.split(" ")[0]
    return name in CONDITIONS or name in ("ear_invariant", "ear_degraded")


def _share(match: dict[str, int]) -> str:
    return f"{match.get('equal', 0):,} of {sum(match.values()):,}" if match else "not measured"


def _mean(summary: dict[str, Any] | None, rows: int, form: str) -> str:
    if summary is None:
        return "not measured"
    text = form.format(summary["total"] / summary["n"])
    return text if summary["n"] == rows else f"{text} ({summary['n']:,} of {rows:,} rows)"


def _limits(about: About) -> str:
    if not about.limits:
        return ""
    return "## Known limits\n\n" + "\n".join(f"- {text.strip()}" for text in about.limits)


def _rebuild(about: About) -> str:
    if not about.rebuild:
        return ""
    home = f"The code is at {about.home}.\n\n" if about.home else ""
    return "## Rebuild\n\n" + home + "```sh\n" + "\n".join(about.rebuild) + "\n```"


def _citation(about: About) -> str:
    papers = [PAPERS[key] for key in about.papers]
    if not papers:
        return ""
    entries = "\n\n".join(paper.bibtex for paper in papers)
    # The Hub links a dataset to the papers whose address its card holds.
    links = [f"- [{p.title}](https://arxiv.org/abs/{p.arxiv})" for p in papers if p.arxiv]
    listed = "\n".join(links) + "\n\n" if links else ""
    return f"## Citation\n\n{listed}```bibtex\n{entries}\n```"
