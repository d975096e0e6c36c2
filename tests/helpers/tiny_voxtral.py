"""A small Voxtral, with a tokeniser in the format of mistral-common; see ``tiny_audio_models``."""

from __future__ import annotations

import base64
import json
from pathlib import Path

from tiny_parts import SMALL, features, save

TEKKEN = (
    *("<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]"),
    *("[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]"),
    *("[IMG_END]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]"),
    *("[TOOL_CONTENT]", "[A]", "[B]", "[C]", "[D]", "[AUDIO]", "[BEGIN_AUDIO]", "[TRANSCRIBE]"),
)


def write_tekken(folder: Path) -> None:
    """A tokeniser of single bytes in the format of mistral-common."""
    marks = [{"rank": n, "token_str": t, "is_control": True} for n, t in enumerate(TEKKEN)]
    code = [base64.b64encode(bytes([n])).decode() for n in range(256)]
    value = {
        "config": {
            "pattern": r"\S+|\s+", "num_vocab_tokens": 256, "default_vocab_size": 288,
            "default_num_special_tokens": 32, "version": "v7",
        },
        "vocab": [{"rank": n, "token_bytes": c, "token_str": None} for n, c in enumerate(code)],
        "special_tokens": marks,
        "audio": {
            "sampling_rate": 16_000, "frame_rate": 12.5, "chunk_length_s": 30.0,
            "audio_encoding_config": {"num_mel_bins": 128, "window_size": 400, "hop_length": 160},
        },
    }  # fmt: skip
    folder.mkdir(parents=True)
    (folder / "tekken.json").write_text(json.dumps(value), encoding="utf-8")


def voxtral(folder: Path) -> Path:
    import torch
    from transformers import (
        MistralCommonBackend,
        VoxtralConfig,
        VoxtralForConditionalGeneration,
        VoxtralProcessor,
    )

    write_tekken(folder)
    processor = VoxtralProcessor(features(), MistralCommonBackend.from_pretrained(folder))
    config = VoxtralConfig(
        # Four frames of the encoder make one position of the language model.
        audio_config={
            "num_mel_bins": 128, "num_hidden_layers": 1, "num_attention_heads": 2,
            "hidden_size": 32, "intermediate_size": 128,
        },
        text_config={
            **SMALL, "vocab_size": 288, "head_dim": 16, "bos_token_id": 1, "eos_token_id": 2,
            "pad_token_id": 11, "max_position_embeddings": 4096,
        },
        audio_token_id=TEKKEN.index("[AUDIO]"),
    )  # fmt: skip
    torch.manual_seed(0)
    return save(folder, VoxtralForConditionalGeneration(config), processor)
