"""The shape of a recipe: what a family is made of. Every unknown key is an error."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveInt,
    model_validator,
)


def _named(given: Any) -> Any:
    named = isinstance(given, dict) and len(given) == 1
    if isinstance(given, str) or (named and isinstance(next(iter(given.values())), dict | None)):
        return given
    raise ValueError(f"a step is 'name' or 'name: {{parameters}}', not {given!r}")


def _several(given: Any) -> Any:
    if given == []:
        raise ValueError("there must be at least one source")
    return given if isinstance(given, (list, tuple)) else [given]


StepSpec: TypeAlias = Annotated[Any, AfterValidator(_named)]
"""A step as written: ``name``, or ``name: {parameter: value}``."""

Name: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$")]
"""Name of a family or subset: also that of a folder or file."""

STAGES = ("text", "speech", "variants", "package")
"""Stages of a build, in order."""


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SourceSpec(_Strict):
    """Where rows come from: a registered source, or another subset of the recipe.

    Attributes:
        name: Registered source.
        subset: Another subset, whose spoken rows are the input of ``variants``.
        at: Place of the source: ``{path: …}``, ``{hub: …}`` or ``{url: …}``.
        options: Options of the source's reader, and ``only`` to keep rows by column.
        draw: Rows to draw by seed before any step, where the source has more than are needed.
        steps: Text steps for the rows of this source alone, before those of the subset.
        rows: Rows that are read, for the plan where the source is not on this machine.
        title: Name for the card.
        license: Licence for the card, and of rows whose source states none.
        revision: Revision for the card.
        url: Home of the source, for the card.
        note: What was taken from it, for the card.
    """

    name: str | None = None
    subset: str | None = None
    at: dict[str, Any] = Field(default_factory=dict)
    options: dict[str, Any] = Field(default_factory=dict)
    draw: int | None = Field(default=None, gt=0)
    steps: tuple[StepSpec, ...] = ()
    rows: int | None = Field(default=None, ge=0)
    title: str = ""
    license: str = ""
    revision: str = ""
    url: str = ""
    note: str = ""

    @model_validator(mode="after")
    def _one(self) -> SourceSpec:
        if (self.name is None) == (self.subset is None):
            raise ValueError("a source has either 'name' or 'subset'")
        return self


class SelectSpec(_Strict):
    """A seeded selection among the rows that came through the text steps.

    Attributes:
        counts: Rows to keep by group; a number alone keeps so many of all.
        by: Columns that name the group of a row, joined with ``/``.
        strict: Whether a group with fewer rows ends the stage.
    """

    counts: dict[str, NonNegativeInt] | NonNegativeInt
    by: tuple[str, ...] = ()
    strict: bool = False

    @model_validator(mode="after")
    def _grouped(self) -> SelectSpec:
        if isinstance(self.counts, dict) != bool(self.by):
            raise ValueError("'counts' by group needs 'by', one number must not have it")
        return self

    @property
    def wanted(self) -> dict[str, int]:
        """Rows to keep by group; one group without a name where all rows are one."""
        return self.counts if isinstance(self.counts, dict) else {"": self.counts}


class PublishSpec(_Strict):
    """How rows become a config.

    Attributes:
        split: Split name, or path of the field that names it.
        columns: Published column → path in the row.
        types: Declared types of columns.
        license: Licence of the config as a whole.
    """

    columns: dict[str, str]
    split: str = "test"
    types: dict[str, Any] = Field(default_factory=dict)
    license: str | None = None


class TestCase(_Strict):
    """A step tried on one row before the stage runs.

    Attributes:
        step: Step of the subset.
        given: Attributes of the row.
        expect: Attributes of the result, or ``{rejected: reason}``.
    """

    __test__ = False

    step: str
    given: dict[str, Any]
    expect: dict[str, Any]


class SubsetSpec(_Strict):
    """One subset, published as one config.

    Attributes:
        about: One paragraph for the card.
        profiles: Profiles that build it.
        sources: Where its rows come from, in the order they are read; written ``source``, one or
            a list.
        text: Text steps.
        select: Which of the rows are kept after the text steps; all where absent.
        speech: Speech steps.
        variants: Variant steps.
        publish: How rows become a config; absent where the subset only feeds others.
        test_cases: Tried before any work.
        expect_rows: Rows of the published original, for the plan.
        limit: Rows to read at most, in place of the recipe's limit.
    """

    about: str = ""
    profiles: tuple[Literal["sample", "full"], ...] = ("sample", "full")
    sources: Annotated[tuple[SourceSpec, ...], BeforeValidator(_several)] = Field(alias="source")
    text: tuple[StepSpec, ...] = ()
    select: SelectSpec | None = None
    speech: tuple[StepSpec, ...] = ()
    variants: tuple[StepSpec, ...] = ()
    publish: PublishSpec | None = None
    test_cases: tuple[TestCase, ...] = ()
    expect_rows: int | None = None
    limit: int | None = Field(default=None, gt=0)

    @model_validator(mode="after")
    def _unmixed(self) -> SubsetSpec:
        if self.parent is None and any(s.subset is not None for s in self.sources):
            raise ValueError("rows of another subset cannot be mixed with other sources")
        return self

    @property
    def parent(self) -> str | None:
        """The subset whose spoken rows this one takes, if it has no source of its own."""
        return self.sources[0].subset if len(self.sources) == 1 else None


class CardSpec(_Strict):
    """What the card says of the family; see :class:`builders.package.spec.About`."""

    title: str = ""
    summary: str = ""
    limits: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    home: str = ""


class Recipe(_Strict):
    """A family of subsets.

    Attributes:
        family: Name of the family, also of its folder under ``datasets``.
        language: Language of the family.
        card: What the card says.
        review: File of people's decisions, relative to the recipe (:mod:`builders.text.review`).
        limit: Rows of each subset at most, by profile; all where a profile is not named.
        subsets: Subsets by name, in the order they are built.
    """

    family: Name
    language: Literal["en", "zh"]
    card: CardSpec = Field(default_factory=CardSpec)
    review: str | None = None
    limit: dict[Literal["sample", "full"], PositiveInt] = Field(default_factory=dict)
    subsets: dict[Name, SubsetSpec]
