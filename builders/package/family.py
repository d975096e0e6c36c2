"""Package a whole family: Parquet, manifest, Croissant, card, in one folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from builders.errors import VivavoceError
from builders.package.card import make_card
from builders.package.citations import PAPERS
from builders.package.columns import features_of, id_column
from builders.package.croissant import make_croissant
from builders.package.layout import CARD, CROISSANT, MANIFEST
from builders.package.manifest import ConfigInfo, FamilyInfo
from builders.package.plots import draw_plots
from builders.package.sink import SHARD_BYTES
from builders.package.spec import About, ConfigSpec, SplitInfo
from builders.package.writer import write_config


def package_family(
    family: str,
    configs: Mapping[str, ConfigSpec],
    out: Path,
    *,
    about: About | None = None,
    shard_bytes: int = SHARD_BYTES,
) -> FamilyInfo:
    """Write a family's dataset to ``out``, in place of an earlier one.

    The whole is made beside ``out`` and renamed at the end: ``out`` holds the old dataset or the
    new one, never a part.

    Args:
        family: Name of the family; one of the papers' (``voicebench``, ``vocalbench_zh``,
            ``ear``) brings its citation with it.
        configs: Config name → what it holds.
        out: Folder of the dataset.
        about: What the card says about the family.
        shard_bytes: Largest size of a Parquet file.

    Returns:
        What was written, as the manifest states it.

    Raises:
        VivavoceError: A config is empty or a row cannot be published; ``out`` is then as before.
    """
    if not configs:
        raise VivavoceError(f"family {family}: there is no config to package")
    out = Path(out)
    _may_replace(out)
    partial = out.with_name(f".{out.name}.partial-{os.getpid()}")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    try:
        infos = [_config(name, spec, partial, shard_bytes) for name, spec in configs.items()]
        info = FamilyInfo(family, tuple(infos))
        info.write(partial)
        describe_family(info, about or About(), configs, partial)
        _swap(partial, out)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return info


def describe_family(
    info: FamilyInfo, about: About, specs: Mapping[str, ConfigSpec], folder: Path
) -> None:
    """Write card, figures and Croissant file of a packaged dataset, without touching its data."""
    about = _with_paper(info.family, about)
    plots = draw_plots(info, folder)
    (folder / CROISSANT).write_text(make_croissant(info, about), encoding="utf-8")
    (folder / CARD).write_text(make_card(info, about, specs, plots), encoding="utf-8")


def _with_paper(family: str, about: About) -> About:
    if about.papers:
        return about
    return replace(about, papers=tuple(key for key in (family,) if key in PAPERS))


def _config(name: str, spec: ConfigSpec, folder: Path, shard_bytes: int) -> ConfigInfo:
    splits, columns = write_config(name, spec, folder, shard_bytes=shard_bytes)
    text = next((c.name for c in columns if c.path in ("prompt", "fields.question")), None)
    return ConfigInfo(
        name=name,
        id_column=id_column(columns),
        text_column=text,
        columns={column.name: column.path for column in columns},
        features=features_of(columns).to_dict(),
        splits=tuple(splits),
        license=spec.license,
        voices=_voice_licences(splits, spec.voices),
    )


def _voice_licences(splits: list[SplitInfo], known: Mapping[str, str]) -> tuple[str, ...]:
    """Licences of the voices that spoke; those of a dialogue are joined with ``+``."""
    spoke = {voice for s in splits for name in s.facts["voice"] for voice in name.split("+")}
    return tuple(sorted({known[voice] for voice in spoke if voice in known}))


def _may_replace(out: Path) -> None:
    """Refuse to replace a folder that is not a packaged dataset."""
    if out.is_dir() and any(out.iterdir()) and not (out / MANIFEST).is_file():
        raise VivavoceError(f"{out} is not empty and holds no packaged dataset: choose another")


def _swap(new: Path, out: Path) -> None:
    old = out.with_name(f".{out.name}.old-{os.getpid()}")
    if out.exists():
        out.rename(old)
    new.rename(out)
    shutil.rmtree(old, ignore_errors=True)
