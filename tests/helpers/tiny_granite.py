"""A small Granite Speech; see :mod:`tiny_audio_models`."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from tiny_parts import TEMPLATE, save, text_config, tokenizer


def let_granite_hear() -> None:
    """Give Granite's feature extractor a spectrogram; the package it wants needs a CUDA build."""
    import torch
    from transformers.audio_utils import mel_filter_bank
    from transformers.models.granite_speech import feature_extraction_granite_speech as place

    class MelSpectrogram(torch.nn.Module):
        def __init__(self, sample_rate, n_fft, win_length, hop_length, n_mels):
            super().__init__()
            self.sizes = {"n_fft": n_fft, "hop_length": hop_length, "win_length": win_length}
            filters = mel_filter_bank(n_fft // 2 + 1, n_mels, 0, sample_rate / 2, sample_rate)
            self.filters = torch.tensor(filters.T, dtype=torch.float32)

        def forward(self, samples):
            window = torch.hann_window(self.sizes["win_length"])
            found = torch.stft(samples, **self.sizes, window=window, return_complex=True)
            return self.filters @ found.abs() ** 2

    transforms = SimpleNamespace(MelSpectrogram=MelSpectrogram)
    place.torchaudio = SimpleNamespace(transforms=transforms)
    place.requires_backends = lambda *wanted: None


def granite_speech(folder: Path) -> Path:
    import torch
    from transformers import (
        GraniteSpeechConfig,
        GraniteSpeechFeatureExtractor,
        GraniteSpeechForConditionalGeneration,
        GraniteSpeechProcessor,
    )

    let_granite_hear()
    tok = tokenizer(["<|audio|>"], {"audio_token": "<|audio|>"})
    tok.chat_template = TEMPLATE
    config = GraniteSpeechConfig(
        text_config={"model_type": "granite", **text_config(tok)},
        encoder_config={
            "num_layers": 2, "hidden_dim": 32, "num_heads": 2, "feedforward_mult": 2,
            "output_dim": 8, "context_size": 20, "max_pos_emb": 32, "conv_kernel_size": 3,
        },
        projector_config={
            "model_type": "blip_2_qformer", "hidden_size": 32, "num_hidden_layers": 1,
            "num_attention_heads": 2, "intermediate_size": 64, "encoder_hidden_size": 32,
            "vocab_size": 10,
        },
        audio_token_index=tok.convert_tokens_to_ids("<|audio|>"),
        has_lora_adapter=False,
    )  # fmt: skip
    torch.manual_seed(0)
    processor = GraniteSpeechProcessor(GraniteSpeechFeatureExtractor(), tok)
    return save(folder, GraniteSpeechForConditionalGeneration(config), processor)
