"""Find a model adapter by name. One line brings a new one in."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from builders.errors import VivavoceError, unknown_name
from evaluation.models.contract import Model

MODELS: dict[str, str] = {
    "openai_audio": "evaluation.models.openai_audio:OpenAIAudio",
    "gemini": "evaluation.models.gemini:Gemini",
    "cascade": "evaluation.models.cascade:Cascade",
    "command": "evaluation.models.command:Command",
    "qwen2_audio": "evaluation.models.transformers_audio.qwen2_audio:Qwen2Audio",
    "qwen2_5_omni": "evaluation.models.transformers_audio.qwen2_5_omni:Qwen25Omni",
    "qwen3_omni": "evaluation.models.transformers_audio.qwen3_omni:Qwen3Omni",
    "audio_flamingo_3": "evaluation.models.transformers_audio.audio_flamingo_3:AudioFlamingo3",
    "voxtral": "evaluation.models.transformers_audio.voxtral:Voxtral",
    "phi4_multimodal": "evaluation.models.transformers_audio.phi4_multimodal:Phi4Multimodal",
    "granite_speech": "evaluation.models.transformers_audio.granite_speech:GraniteSpeech",
    # Any other audio chat model that the auto classes of transformers know.
    "transformers_audio": "evaluation.models.transformers_audio.model:TransformersAudio",
    # Rules and hand-written answers behind the embedded recogniser and voice; not a model.
    "example": "evaluation.models.cascade:example",
    "recorded": "evaluation.models.recorded:Recorded",
}


def load_model(name: str, options: Mapping[str, Any] | None = None) -> Model:
    """Make an adapter; weights load at its first question.

    Args:
        name: Registered name.
        options: Keyword arguments of the adapter.

    Raises:
        VivavoceError: Unknown name or option, or a secret among the options.
    """
    if name not in MODELS:
        raise unknown_name("model", name, MODELS)
    module, attribute = MODELS[name].split(":")
    make = getattr(importlib.import_module(module), attribute)
    given = dict(options or {})
    known = _parameters(make)
    for option in given:
        if option in ("api_key", "key", "token", "password"):
            raise VivavoceError(
                f"model '{name}': options are written into the manifest, so '{option}' cannot be "
                "one; put it into an environment variable and name that in api_key_env"
            )
        if option not in known:
            raise unknown_name("option", option, known, f"model '{name}'")
    missing = [n for n, p in known.items() if p.default is p.empty]
    lacking = [n for n in missing if n not in given]
    if lacking:
        raise VivavoceError(
            f"model '{name}' needs {' and '.join(lacking)}: --model-option {lacking[0]}=…"
        )
    made: Model = make(**{n: _checked(name, known[n], value) for n, value in given.items()})
    return made


def _checked(model: str, option: inspect.Parameter, value: Any) -> Any:
    """The value of an option, if it is of the kind that the adapter states."""
    try:
        return TypeAdapter(option.annotation).validate_python(value)
    except ValidationError as error:
        text = any(fault["type"] == "string_type" for fault in error.errors())
        hint = f"; for a text write {option.name}='\"{value}\"'" if text else ""
        raise VivavoceError(
            f"model '{model}': option {option.name} cannot be {value!r}: "
            f"{error.errors()[0]['msg']}{hint}"
        ) from error


def _parameters(make: Any) -> dict[str, inspect.Parameter]:
    """Options of an adapter, with those that it passes on to the class it extends."""
    bases = reversed(make.__mro__) if inspect.isclass(make) else (make,)
    found: dict[str, inspect.Parameter] = {}
    for base in bases:
        own = base.__dict__.get("__init__") if inspect.isclass(base) else base
        if own is not None and base is not object:
            found |= inspect.signature(own, eval_str=True).parameters
    return {n: p for n, p in found.items() if p.kind is p.KEYWORD_ONLY}
