"""Open a dataset, whatever its layout."""

from __future__ import annotations

from pathlib import Path

from builders.errors import VivavoceError
from builders.package.files import open_dataset
from evaluation.data.listing import ListedExamples
from evaluation.data.parquet import ParquetExamples
from evaluation.data.source import Examples


def open_examples(
    where: str | Path, *, family: str | None = None, revision: str | None = None
) -> Examples:
    """Open a packaged folder, a folder of JSON and WAV files, or a repository on the Hub.

    Args:
        where: Folder, or ``org/name`` or ``org/name@revision`` on the Hub.
        family: Family, for datasets that do not state it.
        revision: Revision on the Hub.

    Raises:
        VivavoceError: There is no dataset of a known layout.
    """
    folder = Path(where)
    if folder.is_dir() and revision is None:
        dataset = open_dataset(folder)
        if dataset.shards:
            return ParquetExamples(dataset, family)
        return ListedExamples(folder, family)
    if not folder.exists() and (str(where).startswith((".", "/")) or str(where).count("/") != 1):
        raise VivavoceError(f"{where}: no such folder, and no repository name (org/name)")
    opened = ParquetExamples(open_dataset(where, revision), family)
    if not opened.places():
        raise VivavoceError(
            f"{opened.name} holds no Parquet shards: download it with "
            f"'hf download {where} --repo-type dataset --local-dir DIR' and give the folder"
        )
    return opened
