"""Parts of the small audio models: tokeniser, template, features. Needs torch and transformers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n"
    "{% if m['content'] is string %}{{ m['content'] }}{% else %}{% for c in m['content'] %}"
    "{% if c['type'] == 'audio' %}AUDIO{% else %}{{ c['text'] }}{% endif %}{% endfor %}{% endif %}"
    "<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def let_torchvision_load() -> None:
    """Let a CUDA build of torchvision load beside a CPU build of torch.

    transformers imports torchvision for pictures, which nothing here has. Its compiled operators
    cannot load then, and the import stops at one that is missing.
    """
    import torch

    schema = "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"
    for name in ("nms", "qnms"):
        if not hasattr(torch.ops.torchvision, name):
            torch.library.define(f"torchvision::{name}", schema)


SMALL = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2,
         "num_attention_heads": 2, "num_key_value_heads": 2}  # fmt: skip


def tokenizer(special: list[str], named: dict[str, str] | None = None) -> Any:
    """A byte-level tokeniser; ``named`` sets attributes such as ``audio_token``."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    names = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", *special]
    core = Tokenizer(models.BPE())
    core.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    core.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=340, special_tokens=names, initial_alphabet=alphabet)
    core.train_from_iterator(["user assistant system"] * 4, trainer)
    made = PreTrainedTokenizerFast(
        tokenizer_object=core,
        eos_token="<|im_end|>",
        pad_token="<|endoftext|>",
        extra_special_tokens=named or {},
    )
    made.add_special_tokens(
        {"additional_special_tokens": names[3:]}, replace_extra_special_tokens=False
    )
    return made


def text_config(tok: Any, **more: Any) -> dict[str, Any]:
    return {
        "vocab_size": len(tok), **SMALL, "bos_token_id": None, "eos_token_id": tok.eos_token_id,
        "pad_token_id": tok.pad_token_id, **more,
    }  # fmt: skip


def features() -> Any:
    from transformers import WhisperFeatureExtractor

    return WhisperFeatureExtractor(
        feature_size=128, sampling_rate=16_000, hop_length=160, n_fft=400
    )


ENCODER = {"num_mel_bins": 128, "encoder_layers": 1, "encoder_attention_heads": 2,
           "encoder_ffn_dim": 64, "d_model": 32, "max_source_positions": 1500}  # fmt: skip


def save(folder: Path, model: Any, processor: Any) -> Path:
    model.save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder
