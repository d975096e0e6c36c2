"""Tests of the real ``whisperx`` package: ``make test-whisperx`` makes an environment for them."""

from __future__ import annotations

import json

import numpy as np
import pytest

RATE = 16_000
FRAME = 0.02
VOCABULARY = ["<pad>", "<s>", "</s>", "<unk>", "|", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ'"]


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory):
    """Folder of a wav2vec 2.0 model with random weights."""
    import torch
    from transformers import (
        Wav2Vec2Config,
        Wav2Vec2CTCTokenizer,
        Wav2Vec2FeatureExtractor,
        Wav2Vec2ForCTC,
        Wav2Vec2Processor,
    )

    folder = tmp_path_factory.mktemp("wav2vec2")
    vocabulary = folder / "vocab.json"
    vocabulary.write_text(json.dumps({c: i for i, c in enumerate(VOCABULARY)}))
    tokenizer = Wav2Vec2CTCTokenizer(
        str(vocabulary), unk_token="<unk>", pad_token="<pad>", word_delimiter_token="|"
    )
    extractor = Wav2Vec2FeatureExtractor(
        feature_size=1, sampling_rate=RATE, padding_value=0.0, do_normalize=True
    )
    Wav2Vec2Processor(feature_extractor=extractor, tokenizer=tokenizer).save_pretrained(folder)
    torch.manual_seed(0)
    config = Wav2Vec2Config(
        vocab_size=len(VOCABULARY),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        conv_dim=(32,) * 7,
        num_conv_pos_embeddings=16,
        num_conv_pos_embedding_groups=4,
    )
    Wav2Vec2ForCTC(config).save_pretrained(folder)
    return str(folder)


@pytest.fixture
def oracle():
    """Make an acoustic model that knows when each word is said.

    It emits the characters of each word evenly over the word, each in one frame, and the
    delimiter in the frame after the word; it knows nothing else, so that what comes back is the
    work of the package's own search.
    """
    import torch

    class Oracle(torch.nn.Module):
        def __init__(self, words):
            super().__init__()
            self.words = words
            self.index = {c.lower(): i for i, c in enumerate(VOCABULARY)}

        def forward(self, waveform):
            frames = waveform.shape[-1] // round(FRAME * RATE)
            logits = torch.zeros(1, frames, len(VOCABULARY))
            logits[..., 0] = 8.0
            for said, start, end in self.words:
                places = np.linspace(start, end - FRAME, len(said))
                for character, place in zip(said, places, strict=True):
                    self._emit(logits, character, round(place / FRAME))
                self._emit(logits, "|", round(end / FRAME))
            return type("Output", (), {"logits": logits})

        def _emit(self, logits, character, frame):
            if frame < logits.shape[1]:
                logits[0, frame] = 0.0
                logits[0, frame, self.index[character]] = 8.0

    def make(words):
        model = Oracle(words)
        about = {"language": "en", "dictionary": model.index, "type": "huggingface"}
        return model, about

    return make
