"""Names of what a published dataset is made of: configs, splits, shards, audio files."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from urllib.parse import quote

from builders.errors import VivavoceError

CARD = "README.md"
MANIFEST = "vivavoce.json"
CROISSANT = "croissant.json"
CHANGELOG = "CHANGELOG.md"
ASSETS = "assets"
RESERVED = frozenset({CARD, MANIFEST, CROISSANT, CHANGELOG, ASSETS, ".gitattributes"})

_CONFIG = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
# The form that the `datasets` package accepts as the name of a split.
_SPLIT = re.compile(r"\w+(\.\w+)*")
_SHARD = re.compile(r"(?P<split>.+)-(?P<index>\d{5})-of-(?P<count>\d{5})\.parquet")
_NAME_LIMIT = 120


def check_config(name: str) -> str:
    """Return ``name`` if it can name a config and its folder.

    Raises:
        VivavoceError: The name holds a character that a folder or the Hub would not carry.
    """
    if not _CONFIG.fullmatch(name) or ".." in name or name in RESERVED:
        raise VivavoceError(
            f"'{name}' cannot name a config: use letters, digits, '_', '-' and '.', "
            "and none of the names the dataset's own files have"
        )
    return name


def split_name(value: object) -> str:
    """Turn a value such as ``white_noise_snr_-5`` into a legal split name.

    A minus sign before a digit becomes ``m`` (``snr_m5``), other characters that are not allowed
    become ``_``. Legal names stay as they are. ``all``, which asks the ``datasets`` package for
    every split, becomes ``all_``.

    Raises:
        VivavoceError: Nothing is left of the value.
    """
    text = str(value)
    if _SPLIT.fullmatch(text):
        return f"{text}_" if text == "all" else text
    text = re.sub(r"(?<![A-Za-z0-9])-(?=\d)", "m", text)
    text = re.sub(r"[^\w.]+", "_", text)
    text = re.sub(r"\.{2,}", ".", text).strip(".")
    if not text.strip("_"):
        raise VivavoceError(f"{value!r} cannot name a split: it holds no letter or digit")
    return text


def shard_name(split: str, index: int, count: int) -> str:
    """File name of one shard, as the Hub writes it."""
    return f"{split}-{index:05d}-of-{count:05d}.parquet"


def parse_shard(name: str) -> tuple[str, int, int] | None:
    """Split, index and count that a file name states; ``None`` where it is no shard."""
    match = _SHARD.fullmatch(name)
    if match is None:
        return None
    return match["split"], int(match["index"]), int(match["count"])


def shards(folder: Path, split: str) -> list[Path]:
    """All shards of a split in a config's folder, in order.

    Raises:
        VivavoceError: A shard is missing, or shards of two writes lie side by side.
    """
    found: dict[int, list[tuple[int, Path]]] = {}
    for path in sorted(folder.glob("*.parquet")):
        parsed = parse_shard(path.name)
        if parsed is not None and parsed[0] == split:
            found.setdefault(parsed[2], []).append((parsed[1], path))
    if not found:
        raise VivavoceError(f"{folder} holds no shard of split '{split}'")
    if len(found) > 1:
        raise VivavoceError(
            f"{folder} holds shards of {len(found)} different writes of split '{split}': "
            "remove the folder and build it again"
        )
    count, files = next(iter(found.items()))
    indices = [index for index, _ in files]
    if indices != list(range(count)):
        missing = sorted(set(range(count)) - set(indices))
        raise VivavoceError(f"{folder}: split '{split}' lacks shard {missing} of {count}")
    return [path for _, path in files]


def safe_name(row_id: str) -> str:
    """File name stem for a row id: ASCII, no dot, no slash, different for different ids.

    Everything but ASCII letters, digits, ``_`` and ``-`` is percent-encoded; long names are cut
    and closed with a hash of the whole id.
    """
    name = quote(row_id, safe="").replace(".", "%2E").replace("~", "%7E")
    if len(name) <= _NAME_LIMIT:
        return name
    digest = hashlib.sha256(row_id.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    # A cut in the middle of an escape would leave a name that cannot be decoded.
    head = re.sub(r"%[0-9A-F]?$", "", name[: _NAME_LIMIT - 17])
    return f"{head}-{digest}"
