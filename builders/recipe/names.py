"""Names inside the blocks of a recipe, refused before any work where they do not exist."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from builders.errors import VivavoceError, unknown_name
from builders.item import Item
from builders.recipe.params import Params
from builders.recipe.schema import SourceSpec, SubsetSpec
from builders.recipe.voices import voice_set
from builders.stage.settings import StepCall

_KINDS = ("llm", "judge")
"""Parameters of steps that name a backend of ``params.yaml``."""


def check_source(spec: SourceSpec, where: str) -> None:
    """Refuse an unknown source, a wrong key of its place, or an option its reader does not have.

    Raises:
        VivavoceError: The closest names are given.
    """
    from builders.sources import SOURCES, options
    from builders.sources.where import KEYS

    name = str(spec.name)
    if name not in SOURCES:
        raise unknown_name("source", name, SOURCES, where)
    for key in spec.at:
        if key not in KEYS:
            raise unknown_name("key of 'at'", key, KEYS, where)
    known = [*options(name), "only", "limit"]
    for option in spec.options:
        if option not in known:
            raise unknown_name(f"option of source '{name}'", option, known, where)


def check_models(call: StepCall, params: Params) -> None:
    """Refuse a step that asks a language model which ``params.yaml`` does not choose.

    Raises:
        VivavoceError: The closest of the chosen ones are given.
    """
    chosen = params.chosen()
    for kind in _asked(call):
        if kind not in chosen:
            place = f"{call.where}: step '{call.name}'"
            raise unknown_name("backend", kind, chosen, place + ", backends of params.yaml")


def _asked(call: StepCall) -> Iterator[str]:
    """Kinds of backends that the parameters of a step name."""
    if "llm" not in call.step.uses:
        return
    yield from (str(call.params[name]) for name in _KINDS if name in call.params)
    for model in call.params.get("models") or ():
        kind, colon, _ = str(model).partition(":")
        if colon and kind:
            yield kind


def check_cases(subset: SubsetSpec, calls: Sequence[StepCall], where: str) -> None:
    """Refuse a test case for a step or with an attribute that does not exist.

    Without the step it would never be tried. A case for a step that only the other profile has is
    left alone.

    Raises:
        VivavoceError: The closest names are given.
    """
    from builders.steps import STEPS

    steps = {call.name for call in calls}
    for number, case in enumerate(subset.test_cases, start=1):
        # A step of one's own may belong to the other profile, and is not imported for this one.
        place = f"{where}, test case {number}"
        if case.step not in steps | set(STEPS) and ":" not in case.step:
            raise unknown_name("step", case.step, steps | set(STEPS), place)
        for attribute in {**case.given, **case.expect}:
            known = [*Item.model_fields, "rejected"]
            if attribute not in known:
                raise unknown_name("attribute of an item", attribute, known, place)


def engine_names(params: Params) -> set[str]:
    """Names that voices may give as their engine: those of backends, and of the chosen servers."""
    from builders.backends.registry import BACKENDS

    chosen = params.backends.get(params.profile, {})
    options = [spec.options for kind, spec in chosen.items() if kind.partition("/")[0] == "tts"]
    return {*BACKENDS["tts"], *(str(given["engine"]) for given in options if "engine" in given)}


def check_voices(call: StepCall, languages: Sequence[str], engines: Collection[str]) -> None:
    """Refuse a voice set that speaks no language of the rows, or whose engine does not exist.

    Args:
        call: A step; one without the parameter ``voices`` passes.
        languages: Languages that the rows may have.
        engines: Engines that there are (:func:`engine_names`).

    Raises:
        VivavoceError: There is no such set, or its voices do not fit.
    """
    if "tts" not in call.step.uses or "voices" not in call.params:
        return
    name = str(call.params["voices"])
    voices = voice_set(name)
    for voice in voices:
        if voice.engine not in engines:
            where = f"{call.where}: voice '{voice.id}' of the set '{name}'"
            raise unknown_name("tts backend", voice.engine, engines, where)
    spoken = sorted({voice.language for voice in voices})
    if not call.params.get("cross_lingual") and not set(spoken) & set(languages):
        remedy = ", or let the step have 'cross_lingual: true'"
        raise VivavoceError(
            f"{call.where}: step '{call.name}': the voice set '{name}' speaks "
            f"{' and '.join(spoken)}, and the rows are in {' or '.join(languages)}: choose "
            f"another set{remedy if 'cross_lingual' in call.step.params else ''}"
        )


def languages_of(subset: SubsetSpec, language: str, calls: Sequence[StepCall]) -> list[str]:
    """Languages that the rows of a subset may have when they are spoken.

    Args:
        subset: A subset with sources of its own.
        language: Language of the recipe.
        calls: Its text steps; those that translate bring another language in.
    """
    found = {_language_of(spec) or language for spec in subset.sources}
    found |= {str(call.params.get("target", "zh")) for call in calls if call.name == "translate"}
    # A reader may state a language of its own for each row.
    found |= {language}
    return sorted(found)


def _language_of(spec: SourceSpec) -> str | None:
    """Language of a source where its options tell it."""
    from builders.sources import SOURCES, about

    if "language" in spec.options:
        return str(spec.options["language"])
    if spec.name not in SOURCES:
        return None
    return about(str(spec.name)).part_language.get(str(spec.options.get("set")))
