"""What a worker needs to know, in a form that can be sent to another process."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from builders.errors import VivavoceError, unknown_name
from builders.step import Step
from builders.steps import find_step


@dataclass(frozen=True)
class StepCall:
    """A step with its parameters, as a recipe has it.

    Attributes:
        name: Registered name of the step.
        params: Its parameters, with the defaults of ``params.yaml`` filled in.
        where: Place in the recipe, for errors.
    """

    name: str
    params: dict[str, Any] = field(default_factory=dict)
    where: str = ""

    @property
    def step(self) -> Step:
        """The registered step."""
        return find_step(self.name, self.where)

    def check(self) -> None:
        """Refuse unknown steps and parameters before any work.

        Raises:
            VivavoceError: A name is unknown, or a needed parameter is missing.
        """
        step = self.step
        for name in self.params:
            if name not in step.params:
                kind = f"parameter of step '{self.name}'"
                raise unknown_name(kind, name, step.params, self.where)
        wanted = list(inspect.signature(step.function).parameters.values())[2:]
        for parameter in wanted:
            if parameter.default is parameter.empty and parameter.name not in self.params:
                place = f"{self.where}: " if self.where else ""
                raise VivavoceError(f"{place}step '{self.name}' needs '{parameter.name}'")
        self._check_values(step)
        if step.check is not None:
            self._located(step.check)

    def _check_values(self, step: Step) -> None:
        """Refuse values of another type."""
        place = f"{self.where}: " if self.where else ""
        types = _parameter_types(step)
        for name, value in self.params.items():
            try:
                TypeAdapter(types.get(name, Any)).validate_python(value)
            except ValidationError as error:
                problem = error.errors()[0]["msg"]
                raise VivavoceError(
                    f"{place}step '{self.name}', '{name}': {value!r}: {problem}"
                ) from error

    def check_files(self) -> None:
        """Refuse names of files that are not there, such as voice sets.

        Raises:
            VivavoceError: A file is absent; the place in the recipe is named.
        """
        if self.step.depends is not None:
            self._located(self.step.depends)

    def _located(self, look: Callable[[dict[str, Any]], Any]) -> None:
        """Look at the parameters; an error says where they stand."""
        try:
            look(self.params)
        except VivavoceError as error:
            place = f"{self.where}: " if self.where else ""
            raise VivavoceError(f"{place}step '{self.name}': {error}") from error


def _parameter_types(step: Step) -> dict[str, Any]:
    """Types of a step's own parameters; those of row, context and result are of no concern."""
    written = {n: t for n, t in step.function.__annotations__.items() if n in step.params}
    holder = SimpleNamespace(__annotations__=written)
    return get_type_hints(holder, globalns=step.function.__globals__, include_extras=True)


@dataclass(frozen=True)
class BackendChoice:
    """A backend by name, with the options of its class."""

    name: str
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Settings:
    """Everything that shapes results, and where the store is.

    Attributes:
        seed: Global seed.
        store: Folder of the item store.
        backends: Chosen backend by kind.
        root: Folder that relative paths of recipes start from.
        dry: True to find out what would be made, without making it.
        review: File of people's decisions (:mod:`builders.text.review`), if there is one.
    """

    seed: int
    store: Path
    backends: dict[str, BackendChoice]
    root: Path
    dry: bool = False
    review: Path | None = None
