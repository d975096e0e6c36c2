"""The table of Chinese names (``recipes/tables/entities_zh.yaml``)."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from builders.backends.llm.template import prompts_folder
from builders.errors import VivavoceError

GENDERS = ("female", "male", "any")


class EntityTable(BaseModel):
    """Names by kind.

    Attributes:
        version: Version of the table.
        kinds: Alternatives by kind; by gender too for persons.
        known: Foreign names by kind and gender.
        keep: Names that are never replaced.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int
    kinds: dict[str, list[str] | dict[str, list[str]]]
    known: dict[str, list[str] | dict[str, list[str]]]
    keep: frozenset[str] = frozenset()

    def alternatives(self, kind: str, gender: str | None) -> list[str]:
        """Names of a kind; for persons of unknown gender those that fit any."""
        names = self.kinds.get(kind, [])
        if isinstance(names, dict):
            return list(names.get(gender if gender in ("female", "male") else "any", []))
        return list(names)

    def known_names(self) -> Iterator[tuple[str, str | None, list[str]]]:
        """Known foreign names by kind and gender."""
        for kind, names in self.known.items():
            groups = names if isinstance(names, dict) else {"": names}
            for gender, group in groups.items():
                yield kind, gender or None, group

    def look_up(self, name: str) -> tuple[str, str | None] | None:
        """Kind and gender of a known foreign name."""
        found = ((kind, gender) for kind, gender, group in self.known_names() if name in group)
        return next(found, None)

    def model_post_init(self, context: Any) -> None:
        """Refuse a table that would replace a name by one of several meanings."""
        for kind, names in self.kinds.items():
            groups = names if isinstance(names, dict) else {"any": names}
            if set(groups) - set(GENDERS):
                raise ValueError(f"{kind}: genders are {', '.join(GENDERS)}")
            flat = [name for group in groups.values() for name in group]
            twice = {name for name in flat if flat.count(name) > 1}
            if twice:
                raise ValueError(f"{kind}: {', '.join(sorted(twice))} stands there twice")


@functools.lru_cache(maxsize=8)
def _read(path: Path, _changed: int) -> EntityTable:
    try:
        return EntityTable.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (yaml.YAMLError, ValidationError, ValueError) as error:
        raise VivavoceError(f"{path}: not a table of names: {error}") from None


def load_table(file: str | Path | None = None) -> EntityTable:
    """Read a table of names; the project's own by default.

    Raises:
        VivavoceError: The file is missing or not well formed.
    """
    path = Path(file) if file else prompts_folder().parent / "tables" / "entities_zh.yaml"
    if not path.is_file():
        raise VivavoceError(f"the table of names {path} does not exist")
    return _read(path.resolve(), path.stat().st_mtime_ns)
