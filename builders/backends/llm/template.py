"""Prompt templates: files in ``recipes/prompts/`` with a version and a content hash.

A file is YAML::

    version: 1
    about: What the prompt is for, and the section of the paper it follows.
    settings: {temperature: 0}
    messages:
      - role: user
        content: |
          Translate into {{ language }}: {{ text }}

Variables are filled in by Jinja in its sandbox; one that is missing or that the prompt does not
have is an error. What is filled in is never read as a template.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from builders.backends.llm.messages import Request
from builders.errors import VivavoceError, unknown_name
from builders.stage.store import digest

_ROLES = ("system", "user", "assistant")
_KEYS = {"version", "about", "settings", "messages"}


@dataclass(frozen=True)
class Prompt:
    """A prompt template.

    Attributes:
        name: Name of the file without its suffix.
        version: Raised by whoever changes the prompt on purpose.
        messages: Chat messages whose contents are Jinja templates.
        settings: Settings that belong to the prompt, such as ``temperature``.
        variables: Names the contents use.
        content_hash: First 16 hexadecimal digits of the SHA-256 of all of the above.
    """

    name: str
    version: int
    messages: tuple[Mapping[str, str], ...]
    settings: Mapping[str, Any]
    variables: frozenset[str]
    content_hash: str

    @property
    def id(self) -> str:
        """``name@version``, as it stands in keys and in recorded answers."""
        return f"{self.name}@{self.version}"

    def render(self, **values: Any) -> list[dict[str, Any]]:
        """Chat messages with every variable filled in.

        Raises:
            VivavoceError: A variable is missing or unknown.
        """
        missing, unknown = self.variables - set(values), set(values) - self.variables
        if missing:
            raise VivavoceError(f"prompt '{self.id}': no value for {', '.join(sorted(missing))}")
        if unknown:
            raise unknown_name("variable", min(unknown), self.variables, f"prompt '{self.id}'")
        environment = _environment()
        return [
            {
                "role": message["role"],
                "content": environment.from_string(message["content"]).render(values).strip(),
            }
            for message in self.messages
        ]

    def request(
        self, row: str, settings: Mapping[str, Any] | None = None, /, **values: Any
    ) -> Request:
        """A call with this prompt; ``settings`` win over those of the prompt."""
        return Request(row, self.render(**values), {**self.settings, **(settings or {})}, self.id)


def prompts_folder() -> Path:
    """``recipes/prompts`` of the working folder, else of the checkout this file is in."""
    here = Path("recipes/prompts")
    return here if here.is_dir() else Path(__file__).resolve().parents[3] / "recipes" / "prompts"


def load_prompt(name: str, folder: Path | str | None = None) -> Prompt:
    """Read a prompt by name.

    Args:
        name: Name of the file without ``.yaml``.
        folder: Folder to look in instead of :func:`prompts_folder`.

    Raises:
        VivavoceError: There is no such prompt, or its file is not well formed.
    """
    root = Path(folder) if folder is not None else prompts_folder()
    path = root / f"{name}.yaml"
    if not path.is_file():
        raise unknown_name("prompt", name, (p.stem for p in root.glob("*.yaml")), str(root))
    return _load(path.resolve(), path.stat().st_mtime_ns)


@functools.lru_cache(maxsize=256)
def _load(path: Path, _changed: int) -> Prompt:
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise VivavoceError(f"{path}: not readable as YAML: {error}") from None
    if not isinstance(data, dict) or set(data) - _KEYS or not {"version", "messages"} <= set(data):
        raise VivavoceError(f"{path}: a prompt has the keys {', '.join(sorted(_KEYS))}")
    if not isinstance(data["version"], int) or data["version"] < 1:
        raise VivavoceError(f"{path}: version must be a whole number from 1")
    messages = data["messages"]
    if not isinstance(messages, list) or not messages:
        raise VivavoceError(f"{path}: messages must be a list of at least one message")
    for message in messages:
        if (
            not isinstance(message, dict)
            or set(message) != {"role", "content"}
            or message["role"] not in _ROLES
            or not isinstance(message["content"], str)
        ):
            raise VivavoceError(
                f"{path}: a message has a role ({', '.join(_ROLES)}) and a content, got {message}"
            )
    settings = data.get("settings") or {}
    content = {"version": data["version"], "messages": messages, "settings": settings}
    return Prompt(
        name=path.stem,
        version=data["version"],
        messages=tuple(messages),
        settings=settings,
        variables=frozenset().union(*(_variables(m["content"], path) for m in messages)),
        content_hash=digest(content)[:16],
    )


def _variables(text: str, path: Path) -> frozenset[str]:
    from jinja2 import TemplateSyntaxError, meta

    try:
        return frozenset(meta.find_undeclared_variables(_environment().parse(text)))
    except TemplateSyntaxError as error:
        raise VivavoceError(f"{path}: template error: {error}") from None


@functools.cache
def _environment() -> Any:
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    return ImmutableSandboxedEnvironment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False
    )
