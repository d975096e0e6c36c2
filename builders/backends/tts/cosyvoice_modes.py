"""Which way of CosyVoice speaks a voice: built-in speaker, cloned, across languages, instructed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.backends.protocols import Voice
from builders.errors import BackendError, VivavoceError, unknown_name

MODES = ("sft", "zero_shot", "cross_lingual", "instruct", "instruct2")
"""Names as in CosyVoice's own API: ``inference_<mode>``."""

END_OF_PROMPT = "<|endofprompt|>"
"""Stands behind an instruction; without it CosyVoice says the instruction aloud. Releases before
December 2025 put it there themselves."""


@dataclass(frozen=True)
class Call:
    """One call of CosyVoice.

    Attributes:
        mode: One of ``MODES``.
        text: What to say.
        fields: Text arguments beside it: ``spk_id``, ``prompt_text`` or ``instruct_text``.
        prompt: Recording to clone from.
    """

    mode: str
    text: str
    fields: dict[str, str]
    prompt: Path | None


def cosyvoice_call(
    text: str,
    voice: Voice,
    style: dict[str, Any],
    mode: str | None,
    end_of_prompt: str = END_OF_PROMPT,
) -> Call:
    """Choose the way of speaking from what the voice offers.

    A voice with a recording and its words is cloned (zero-shot), one with a recording alone
    speaks across languages, one without a recording is a built-in speaker. With ``instruct`` in
    the style, the first two are instructed as CosyVoice2 is, the last as CosyVoice-300M-Instruct.

    Args:
        text: What to say.
        voice: Who says it.
        style: ``instruct``: how to say it.
        mode: One of ``MODES`` to insist on.
        end_of_prompt: What has to stand behind an instruction.

    Raises:
        BackendError: The voice lacks what the way of speaking needs.
        VivavoceError: There is no such way.
    """
    prompt = Path(voice.prompt_audio) if voice.prompt_audio else None
    instruct = str(style.get("instruct") or "")
    if instruct and not instruct.endswith(END_OF_PROMPT):
        instruct += end_of_prompt
    if mode is not None and mode not in MODES:
        raise unknown_name("mode of CosyVoice", mode, MODES)
    if mode is None:
        if instruct:
            mode = "instruct2" if prompt else "instruct"
        else:
            cloned = "zero_shot" if voice.prompt_text else "cross_lingual"
            mode = cloned if prompt else "sft"
    known = {
        "spk_id": voice.name,
        "prompt_text": voice.prompt_text or "",
        "instruct_text": instruct,
    }
    wanted = {
        "sft": ("spk_id",),
        "zero_shot": ("prompt_text",),
        "cross_lingual": (),
        "instruct": ("spk_id", "instruct_text"),
        "instruct2": ("instruct_text",),
    }[mode]
    needs_prompt = mode in ("zero_shot", "cross_lingual", "instruct2")
    lacking = [name for name in wanted if not known[name]]
    if needs_prompt and prompt is None:
        lacking.append("prompt_audio")
    if lacking:
        raise BackendError(f"voice '{voice.id}' lacks {', '.join(lacking)} for '{mode}'")
    if needs_prompt and prompt is not None and not prompt.is_file():
        raise VivavoceError(f"voice '{voice.id}': there is no speech prompt {prompt}")
    fields = {name: known[name] for name in wanted}
    return Call(mode, text, fields, prompt if needs_prompt else None)


def check_style(style: dict[str, Any], known: tuple[str, ...], engine: str) -> None:
    """Refuse style parameters that an engine would drop without a word.

    Raises:
        BackendError: There is one.
    """
    extra = sorted(set(style) - set(known))
    if extra:
        raise BackendError(f"{engine} knows no style {extra}; it has {', '.join(known)}")
