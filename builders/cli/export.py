"""``vivavoce export``: write a dataset in the layout of another tool."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def export(
    dataset: Annotated[str, typer.Argument(help="Folder, or org/name[@revision] on the Hub.")],
    layout: Annotated[str, typer.Option("--as", help="vocalbench, lhotse or webdataset.")],
    out: Annotated[Path, typer.Option(help="Folder to write.")],
    config: Annotated[
        list[str] | None, typer.Option("--config", help="Only these configs; may be repeated.")
    ] = None,
) -> None:
    """Write a dataset as VocalBench JSON with WAV files, Lhotse manifests or WebDataset shards.

    Examples:
        vivavoce export datasets/vocalbench_zh --as vocalbench --out export/vocalbench

        vivavoce export me/voicebench@v1.0.0 --as webdataset --out export/wds --config sd-qa
    """
    from builders.package.export import export as write
    from builders.package.files import open_dataset

    for name, rows in write(open_dataset(dataset), layout, out, config).items():
        typer.echo(f"{name}: {rows} rows")
