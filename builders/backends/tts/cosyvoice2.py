"""CosyVoice2 in this process, where its repository is installed (it is on no package index).

CosyVoice-300M loads the same way; name the folder of its weights. One process holds one model on
one GPU: for several, start a server on each and use ``cosyvoice_server``.
"""

from __future__ import annotations

import inspect
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from builders.backends.once import once
from builders.backends.protocols import Speech, Voice
from builders.backends.stated import stated_revision, with_options
from builders.backends.tts.cosyvoice_modes import (
    END_OF_PROMPT,
    Call,
    check_style,
    cosyvoice_call,
)
from builders.errors import BackendError, VivavoceError


class CosyVoice2:
    """CosyVoice through the ``cosyvoice`` package of its repository.

    Args:
        model: Folder with the weights, or their id on ModelScope.
        revision: Revision of the weights on ModelScope, which is the one that is loaded; of a
            folder, what to record as its version.
        mode: Way of speaking to insist on; otherwise each voice has its own.
        text_frontend: Let CosyVoice normalise and split the text once more.
        options: Further arguments of the model, such as ``fp16`` or ``load_vllm``.
    """

    name = "cosyvoice2"
    exact_styles = {"rate": (0.25, 2.0)}  # noqa: RUF012 - one value for all, never changed

    def __init__(
        self,
        model: str = "iic/CosyVoice2-0.5B",
        revision: str | None = None,
        mode: str | None = None,
        text_frontend: bool = True,
        options: dict[str, Any] | None = None,
    ) -> None:
        self._source = model
        self._hub_revision = stated_revision(revision, model, self.name)
        self._mode = mode
        self._frontend = text_frontend
        self._options = options or {}
        stated = f"{model}@{revision};{mode or 'by voice'};frontend-{text_frontend}"
        self.revision = with_options(stated, options=options)

    def synthesise(
        self, text: str, voice: Voice, *, seed: int = 0, style: dict[str, Any] | None = None
    ) -> Speech:
        """Speak a text.

        Args:
            text: Text in spoken form.
            voice: A voice with a speech prompt, or the name of a built-in speaker.
            seed: Seed of all random draws.
            style: ``instruct``: how to say it; ``rate``: speaking rate.

        Raises:
            BackendError: The model failed on this text, or the voice lacks a prompt.
            VivavoceError: CosyVoice is not installed, or a prompt is not there.
        """
        style = style or {}
        check_style(style, ("instruct", "rate"), self.name)
        end = END_OF_PROMPT if self._takes_files else ""
        call = cosyvoice_call(text, voice, style, self._mode, end)
        method = getattr(self._model, f"inference_{call.mode}", None)
        if method is None:
            raise BackendError(f"{self._source} has no '{call.mode}'")
        self._set_seed(seed)
        arguments = self._arguments(call, method)
        try:
            made = list(method(**arguments, stream=False, speed=float(style.get("rate", 1.0))))
        except (RuntimeError, ValueError, AssertionError, KeyError) as error:
            out_of_memory = "out of memory" in str(error).lower()
            raise BackendError(f"{self._source}: {error}", transient=out_of_memory) from error
        if not made:
            raise BackendError(f"{self._source} said nothing for {text!r}")
        parts = [np.asarray(part["tts_speech"].numpy()).reshape(-1) for part in made]
        samples = np.concatenate(parts).astype(np.float32)
        peak = float(np.abs(samples).max(initial=0.0))
        return Speech(samples / max(1.0, peak), int(self._model.sample_rate))

    def warm_up(self) -> None:
        """Load the model, which takes a minute, before the first row needs it."""
        _ = self._model

    def _arguments(self, call: Call, method: Any) -> dict[str, Any]:
        arguments: dict[str, Any] = {"tts_text": call.text, **call.fields}
        known = inspect.signature(method).parameters
        if "text_frontend" in known:
            arguments["text_frontend"] = self._frontend
        if call.prompt is not None:
            if self._takes_files:
                arguments["prompt_wav"] = str(call.prompt)
            else:
                arguments["prompt_speech_16k"] = self._load(str(call.prompt), 16_000)
        return arguments

    @cached_property
    def _takes_files(self) -> bool:
        """Whether this is a release since December 2025: earlier ones take a prompt's samples."""
        return "prompt_wav" in inspect.signature(self._model.inference_zero_shot).parameters

    def _load(self, path: str, rate: int) -> Any:
        from cosyvoice.utils.file_utils import load_wav

        return load_wav(path, rate)

    def _set_seed(self, seed: int) -> None:
        from cosyvoice.utils.common import set_all_random_seed

        set_all_random_seed(seed)

    @once
    def _model(self) -> Any:
        try:
            from cosyvoice.cli import cosyvoice
        except ImportError as error:
            raise VivavoceError(
                f"CosyVoice cannot be imported ({error}): clone its repository with its "
                "submodules, install its requirements and put it on PYTHONPATH; or run its server "
                "and choose 'cosyvoice_server'"
            ) from error
        # Releases before AutoModel know their models by class.
        make = getattr(cosyvoice, "AutoModel", None) or cosyvoice.CosyVoice2
        return make(model_dir=self._weights(), **self._options)

    def _weights(self) -> str:
        if Path(self._source).exists():
            return self._source
        from modelscope import snapshot_download

        return str(snapshot_download(self._source, revision=self._hub_revision))
