"""``params.yaml``: every number that a build depends on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from builders.errors import VivavoceError, unknown_name
from builders.recipe.explain import explain
from builders.recipe.read_yaml import read_yaml
from builders.stage.settings import BackendChoice


class BackendSpec(BaseModel):
    """A backend by name with its options."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    options: dict[str, Any] = Field(default_factory=dict)


class PackageParams(BaseModel):
    """Parameters of packaging."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    shard_megabytes: int = Field(default=500, gt=0)


class PublishParams(BaseModel):
    """Where a family is published.

    Attributes:
        repo: ``org/name`` on the Hub; ``None`` where the family is not published.
        tag: Version, such as ``v1.0.0``.
        private: Make a new repository private.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    repo: str | None = None
    tag: str | None = None
    private: bool = False


class PlanParams(BaseModel):
    """What ``vivavoce plan`` reckons with; prices in one currency.

    Attributes:
        tts: Price of a million characters, by engine; what is not named costs nothing.
        characters_per_second: Speaking rate by language.
        characters: Characters of a row by source or language, for sources that are not on this
            machine.
        answer_tokens: Tokens of an answer, by prompt; ``default`` for the others.
        repeated: Calls made for each that is needed, as some answers cannot be used.
        pass_rate: Share of rows that a step lets through, 0–1; 1 where it is not named.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    tts: dict[str, Annotated[float, Field(ge=0)]] = Field(default_factory=dict)
    characters_per_second: dict[str, Annotated[float, Field(gt=0)]] = Field(
        default_factory=lambda: {"en": 14.0, "zh": 4.5}
    )
    characters: dict[str, float] = Field(default_factory=lambda: {"en": 80.0, "zh": 30.0})
    answer_tokens: dict[str, int] = Field(default_factory=lambda: {"default": 100})
    repeated: float = Field(default=1.0, ge=1.0)
    pass_rate: dict[str, Annotated[float, Field(ge=0, le=1)]] = Field(default_factory=dict)


class Params(BaseModel):
    """The parameters of a build.

    Attributes:
        profile: ``sample`` or ``full``.
        seed: Global seed.
        limit: Rows of each subset at most; ``None`` for all.
        max_errors: Rows whose engine failed for the time being, at most; more fail the stage.
        backends: Backends by profile and kind.
        text: Default parameters of text steps, by step.
        speech: Default parameters of speech steps.
        variants: Default parameters of variant steps.
        package: Parameters of packaging.
        publish: Repository and version of each family, for the stage ``publish``.
        sources: Where a public source lies on this machine, ``{path: …}``, in place of its home.
        plan: What ``vivavoce plan`` reckons with.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    profile: Literal["sample", "full"] = "sample"
    seed: int
    limit: int | None = Field(default=None, gt=0)
    max_errors: int = Field(default=0, ge=0)
    backends: dict[str, dict[str, BackendSpec]]
    text: dict[str, dict[str, Any]] = Field(default_factory=dict)
    speech: dict[str, dict[str, Any]] = Field(default_factory=dict)
    variants: dict[str, dict[str, Any]] = Field(default_factory=dict)
    package: PackageParams = Field(default_factory=PackageParams)
    publish: dict[str, PublishParams] = Field(default_factory=dict)
    sources: dict[str, dict[str, Any]] = Field(default_factory=dict)
    plan: PlanParams = Field(default_factory=PlanParams)

    def step_defaults(self, stage: str) -> dict[str, dict[str, Any]]:
        """Default parameters of the steps of a stage."""
        return dict(getattr(self, stage))

    def chosen(self) -> dict[str, BackendChoice]:
        """Backends of the current profile."""
        specs = self.backends.get(self.profile, {})
        return {kind: BackendChoice(spec.name, spec.options) for kind, spec in specs.items()}


def load_params(path: Path, profile: str | None = None) -> Params:
    """Read ``params.yaml``.

    Args:
        path: The file.
        profile: Profile to use in place of the one in the file.

    Raises:
        VivavoceError: A key is unknown, or a value does not fit.
    """
    raw = read_yaml(path)
    for key in raw:
        if key not in Params.model_fields:
            raise unknown_name("key", str(key), Params.model_fields, str(path))
    if profile is not None:
        raw["profile"] = profile
    try:
        params = Params.model_validate(raw)
    except ValidationError as error:
        raise VivavoceError(explain(path, error, Params)) from error
    _check_names(params, path)
    return params


def store_root() -> Path:
    """Folder of the item store: ``VIVAVOCE_STORE``, or one beside the cached weights."""
    if own := os.environ.get("VIVAVOCE_STORE"):
        return Path(own)
    from builders.weights.resolve import cache_root

    return cache_root() / "store"


def _check_names(params: Params, path: Path) -> None:
    from builders.backends.registry import factory
    from builders.steps import STEPS

    for profile, kinds in params.backends.items():
        for kind, spec in kinds.items():
            factory(kind, spec.name, f"{path}, backends.{profile}")
    for stage in ("text", "speech", "variants"):
        for name in getattr(params, stage):
            if name not in STEPS:
                raise unknown_name("step", name, STEPS, f"{path}, {stage}")
    from builders.sources import SOURCES
    from builders.sources.where import KEYS

    for name, place in params.sources.items():
        if name not in SOURCES:
            raise unknown_name("source", name, SOURCES, f"{path}, sources")
        for key in place:
            if key not in KEYS:
                raise unknown_name("key", key, KEYS, f"{path}, sources.{name}")
