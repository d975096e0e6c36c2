"""Which weights exactly: a commit on the Hub, or the content of a folder."""

from __future__ import annotations

import hashlib
from pathlib import Path

from builders.errors import VivavoceError


def resolve(model: str, revision: str | None) -> tuple[str, str | None]:
    """Name of the exact model, and the commit to load it at.

    Args:
        model: Folder, or ``org/name`` on the Hub.
        revision: Branch, tag or commit on the Hub.

    Raises:
        VivavoceError: There is no such folder, and the Hub does not show it.
    """
    folder = Path(model)
    if folder.is_dir():
        return f"{folder.name}@{_fingerprint(folder)}", None
    if model.startswith((".", "/")) or model.count("/") != 1:
        raise VivavoceError(f"model '{model}' is neither a folder nor a repository (org/name)")
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled

    try:
        commit = HfApi().model_info(model, revision=revision).sha
    except (HfHubHTTPError, OfflineModeIsEnabled, OSError) as error:
        raise VivavoceError(
            f"model '{model}': the Hub does not show it ({type(error).__name__}); give a folder "
            "that holds the weights"
        ) from error
    return f"{model}@{commit}", commit


def _fingerprint(folder: Path) -> str:
    """Hash of names and sizes of all files, and of the content of the small ones."""
    total = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        size = path.stat().st_size
        total.update(f"{path.relative_to(folder).as_posix()} {size}\n".encode())
        with path.open("rb") as file:
            total.update(file.read(1 << 20))
    return total.hexdigest()[:12]
