"""Read a YAML mapping, with errors that name the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from builders.errors import VivavoceError


def read_yaml(path: Path) -> dict[str, Any]:
    """Read a YAML mapping.

    Raises:
        VivavoceError: The file is absent, not UTF-8, not YAML, or no mapping.
    """
    if path.is_dir():
        raise VivavoceError(f"{path}: is a folder; name a YAML file in it")
    if not path.is_file():
        raise VivavoceError(f"{path}: there is no such file")
    try:
        raw = yaml.safe_load(path.read_text("utf-8"))
    except UnicodeDecodeError as error:
        raise VivavoceError(f"{path}: not UTF-8 text; save it as UTF-8") from error
    except yaml.YAMLError as error:
        raise VivavoceError(f"{path}: not valid YAML: {error}") from error
    if not isinstance(raw, dict):
        raise VivavoceError(f"{path}: a mapping was expected")
    return raw
