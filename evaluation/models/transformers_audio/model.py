"""What all local models share: loading, batches, generation, times, failures by row."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from builders.errors import BackendError, MissingExtraError, VivavoceError
from evaluation.models.audio import samples_16k
from evaluation.models.contract import Answer, Question, Spoken, failed
from evaluation.models.transformers_audio.batching import batches
from evaluation.models.transformers_audio.checkpoint import resolve

_MOST_FAILURES = 20


class TransformersAudio:
    """Any audio chat model of ``transformers`` that its auto classes know.

    Args:
        model: Folder, or ``org/name`` on the Hub.
        revision: Branch, tag or commit on the Hub.
        device: ``auto`` (CUDA if there is one), ``cpu``, ``cuda:0``, …
        device_map: Placement over several devices, as ``accelerate`` has it, such as ``auto``.
        dtype: ``auto`` (that of the weights), ``float32``, ``bfloat16`` or ``float16``.
        attention: Attention implementation, such as ``sdpa`` or ``flash_attention_2``.
        batch_size: Rows generated together; 1 for times of a single stream.
        max_new_tokens: Longest answer, in tokens.
        temperature: 0 is greedy. Sampled answers are made one row at a time, so that a row's seed
            alone determines its answer; spoken ones too, as voices are sampled.
        top_p: Nucleus of sampled answers.
        speech: Ask for a spoken answer, where the model has a voice.
        voice: Name of the voice.
        trust_remote_code: Run code that comes with the weights.
    """

    name: ClassVar[str] = "transformers_audio"
    model_class: ClassVar[str] = "AutoModelForMultimodalLM"
    speech_rate: ClassVar[int | None] = None
    """Sampling rate of spoken answers, in Hz; ``None`` for models without a voice."""

    def __init__(
        self,
        *,
        model: str,
        revision: str | None = None,
        device: str = "auto",
        device_map: str | None = None,
        dtype: str = "auto",
        attention: str | None = None,
        batch_size: int = 1,
        max_new_tokens: int = 512,
        temperature: float = 0.0,
        top_p: float | None = None,
        speech: bool = False,
        voice: str | None = None,
        trust_remote_code: bool = False,
    ) -> None:
        if speech and self.speech_rate is None:
            raise VivavoceError(f"model '{self.name}' answers in text alone: leave speech out")
        if batch_size < 1 or max_new_tokens < 1:
            raise VivavoceError(
                f"model '{self.name}': batch_size {batch_size} and max_new_tokens "
                f"{max_new_tokens} must be positive"
            )
        self._path = model
        self.revision, self._commit = resolve(model, revision)
        self._place = {"device": device, "device_map": device_map}
        self._load_options = {
            "dtype": dtype, "attn_implementation": attention,
            "trust_remote_code": trust_remote_code,
        }  # fmt: skip
        self.batch_size = 1 if temperature or speech else batch_size
        self.parallel = self.batch_size
        # Kernels are chosen and compiled at the first batch.
        self.warm_up = self.batch_size
        self.max_new_tokens = max_new_tokens
        self.temperature, self.top_p = temperature, top_p
        self.speech, self.voice = speech, voice
        self._model: Any = None
        self.processor: Any = None
        self._failures = 0

    def settings(self) -> dict[str, Any]:
        """Precision, batch and decoding."""
        return {
            **self._place,
            "dtype": self._load_options["dtype"],
            "attention": self._load_options["attn_implementation"],
            "batch_size": self.batch_size,
            "max_new_tokens": self.max_new_tokens,
            "temperature": self.temperature,
            "top_p": self.top_p,
            "speech": self.speech,
            "voice": self.voice,
        }

    def answers(self, questions: Iterable[Question]) -> Iterator[tuple[Question, Answer]]:
        """Answer in batches; a batch that fails is taken row by row.

        Raises:
            VivavoceError: The weights cannot be loaded, or many rows failed one after another.
        """
        self.load()
        for batch in batches(questions, self.batch_size):
            for question, answer in self._batch(batch):
                yield question, answer
                self._failures = self._failures + 1 if answer.error else 0
                if self._failures >= _MOST_FAILURES:
                    raise VivavoceError(
                        f"{self.revision} failed on {self._failures} rows one after another, last: "
                        f"{answer.error}. They are logged; mend it and repeat with --retry-errors"
                    )

    def close(self) -> None:
        """Free the weights."""
        self._model = self.processor = None

    def load(self) -> None:
        """Load weights and processor.

        Raises:
            MissingExtraError: torch or transformers is not installed.
            VivavoceError: The weights cannot be loaded, or are of another model.
        """
        if self._model is not None:
            return
        try:
            import torch
            import transformers
        except ImportError as error:
            raise MissingExtraError(error.name or "transformers", "transformers") from error
        make = getattr(transformers, self.model_class, None)
        if make is None:
            raise VivavoceError(
                f"transformers {transformers.__version__} has no {self.model_class}, which model "
                f"'{self.name}' needs: install a newer version"
            )
        options = {k: v for k, v in self._load_options.items() if v is not None}
        trust = options["trust_remote_code"]
        if self._commit is not None:
            options["revision"] = self._commit
        if self._place["device_map"] is not None:
            options["device_map"] = self._place["device_map"]
        try:
            self.processor = transformers.AutoProcessor.from_pretrained(
                self._path, revision=self._commit or "main", trust_remote_code=trust
            )
            self._model = make.from_pretrained(self._path, **options)
        except (OSError, ValueError, ImportError) as error:
            raise VivavoceError(
                f"{self.revision} cannot be loaded as {self.model_class}: {error}"
            ) from error
        tokenizer = getattr(self.processor, "tokenizer", None)
        if tokenizer is not None:
            tokenizer.padding_side = "left"
        if self._place["device_map"] is None:
            device = self._place["device"]
            if device == "auto":
                device = "cuda" if torch.cuda.is_available() else "cpu"
            self._model.to(device)
        self._model.eval()

    def system_prompt(self, question: Question) -> str | None:
        """The system prompt; a family may need one of its own."""
        return question.system

    def conversation(self, question: Question) -> list[dict[str, Any]]:
        """The question as chat messages."""
        messages = []
        system = self.system_prompt(question)
        if system:
            messages.append({"role": "system", "content": [{"type": "text", "text": system}]})
        for turn in question.history:
            messages.append({"role": turn.role, "content": [{"type": "text", "text": turn.text}]})
        content: list[dict[str, Any]] = []
        if question.audio is not None:
            content.append(self.audio_part(question.audio))
        if question.text:
            content.append({"type": "text", "text": question.text})
        return [*messages, {"role": "user", "content": content}]

    def audio_part(self, data: bytes) -> dict[str, Any]:
        """Encoded audio as a part of a message."""
        return {"type": "audio", "audio": samples_16k(data)}

    def prepare(self, questions: Sequence[Question]) -> Any:
        """Inputs of the model for some questions."""
        # Some processors leave the template to their tokeniser.
        template = self.processor.chat_template or self.processor.tokenizer.chat_template
        return self.processor.apply_chat_template(
            [self.conversation(question) for question in questions],
            chat_template=template,
            tokenize=True,
            return_dict=True,
            add_generation_prompt=True,
            return_tensors="pt",
            processor_kwargs={"text_kwargs": {"padding": True}},
        )

    def decoding(self) -> dict[str, Any]:
        """Settings of ``generate``."""
        found: dict[str, Any] = {"max_new_tokens": self.max_new_tokens}
        found["do_sample"] = bool(self.temperature)
        if self.temperature:
            found["temperature"] = self.temperature
            if self.top_p is not None:
                found["top_p"] = self.top_p
        return found

    def generate(
        self, inputs: Mapping[str, Any], streamer: Any
    ) -> tuple[Any, list[np.ndarray] | None]:
        """Token ids with the prompt, shape ``(rows, tokens)``, and the speech of each row."""
        return self._model.generate(**inputs, **self.decoding(), streamer=streamer), None

    def _batch(self, batch: list[Question]) -> Iterator[tuple[Question, Answer]]:
        try:
            answers = self._answers(batch)
        except Exception as error:  # whatever the code of a model raises is a failure of these rows
            if len(batch) > 1:
                for question in batch:
                    yield from self._batch([question])
                return
            yield batch[0], failed(f"{type(error).__name__}: {error}")
        else:
            yield from zip(batch, answers, strict=True)

    def _answers(self, batch: list[Question]) -> list[Answer]:
        import torch

        began = time.monotonic()
        with torch.inference_mode():
            inputs = self.prepare(batch).to(self._model.device, dtype=self._model.dtype)
            torch.manual_seed(batch[0].seed)
            clock = _FirstToken(began) if len(batch) == 1 else None
            sequences, speech = self.generate(inputs, clock)
            if torch.cuda.is_available():
                torch.cuda.synchronize()
        seconds = (time.monotonic() - began) / len(batch)
        said = sequences[:, inputs["input_ids"].shape[1] :]
        texts = self.processor.batch_decode(said, skip_special_tokens=True)
        load = {"batch": len(batch)} if len(batch) > 1 else {}
        padding = getattr(self.processor.tokenizer, "pad_token_id", None)
        return [
            Answer(
                text=text.strip() or None,
                speech=None if speech is None else self._spoken(speech[row]),
                seconds=seconds,
                first_token=clock.seconds if clock else None,
                usage={"completion_tokens": int((said[row] != padding).sum()), **load},
            )
            for row, text in enumerate(texts)
        ]

    def _spoken(self, samples: np.ndarray) -> Spoken:
        assert self.speech_rate is not None
        samples = np.asarray(samples, dtype=np.float32).reshape(-1)
        if not samples.size or not np.isfinite(samples).all():
            raise BackendError("the spoken answer is empty or holds NaN")
        return Spoken(np.clip(samples, -1.0, 1.0), self.speech_rate)


class _FirstToken:
    """A streamer that only looks at the clock: the prompt comes first, then the tokens."""

    def __init__(self, began: float) -> None:
        self._began, self._calls = began, 0
        self.seconds: float | None = None

    def put(self, value: Any) -> None:
        self._calls += 1
        if self._calls == 2:
            self.seconds = time.monotonic() - self._began

    def end(self) -> None:
        """Nothing is held back."""
