"""Audio models of transformers with random weights, small enough to run in a test.

Needs torch and transformers; each function writes weights and processor into a folder.
"""

from __future__ import annotations

from collections.abc import Callable
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


def qwen2_audio(folder: Path) -> Path:
    import torch
    from transformers import (
        Qwen2AudioConfig,
        Qwen2AudioForConditionalGeneration,
        Qwen2AudioProcessor,
    )

    tok = tokenizer(["<|AUDIO|>", "<|audio_bos|>", "<|audio_eos|>"])
    template = TEMPLATE.replace("AUDIO", "<|audio_bos|><|AUDIO|><|audio_eos|>")
    processor = Qwen2AudioProcessor(features(), tok, chat_template=template)
    config = Qwen2AudioConfig(
        audio_config=ENCODER,
        text_config={"model_type": "qwen2", **text_config(tok)},
        audio_token_id=tok.convert_tokens_to_ids("<|AUDIO|>"),
    )
    torch.manual_seed(0)
    return save(folder, Qwen2AudioForConditionalGeneration(config), processor)


def audio_flamingo_3(folder: Path) -> Path:
    import torch
    from transformers import (
        AudioFlamingo3Config,
        AudioFlamingo3ForConditionalGeneration,
        AudioFlamingo3Processor,
    )

    tok = tokenizer(["<sound>"])
    processor = AudioFlamingo3Processor(
        features(), tok, chat_template=TEMPLATE.replace("AUDIO", "<sound>")
    )
    audio = {"num_mel_bins": 128, "num_hidden_layers": 1, "num_attention_heads": 2,
             "intermediate_size": 64, "hidden_size": 32}  # fmt: skip
    config = AudioFlamingo3Config(
        audio_config={"model_type": "audioflamingo3_encoder", **audio},
        text_config={"model_type": "qwen2", **text_config(tok)},
        audio_token_id=tok.convert_tokens_to_ids("<sound>"),
    )
    torch.manual_seed(0)
    return save(folder, AudioFlamingo3ForConditionalGeneration(config), processor)


def phi4_multimodal(folder: Path) -> Path:
    import torch
    from transformers import (
        Phi4MultimodalConfig,
        Phi4MultimodalFeatureExtractor,
        Phi4MultimodalForCausalLM,
        Phi4MultimodalImageProcessor,
        Phi4MultimodalProcessor,
    )

    tok = tokenizer(
        ["<|image|>", "<|audio|>"],
        {"image_token": "<|image|>", "audio_token": "<|audio|>"},
    )
    image, audio = (tok.convert_tokens_to_ids(t) for t in ("<|image|>", "<|audio|>"))
    tok.chat_template = TEMPLATE.replace("AUDIO", "<|audio|>")
    processor = Phi4MultimodalProcessor(
        Phi4MultimodalImageProcessor(), Phi4MultimodalFeatureExtractor(), tok
    )
    config = Phi4MultimodalConfig(
        **text_config(tok),
        audio_config={
            "hidden_size": 32, "intermediate_size": 64, "num_blocks": 1, "num_attention_heads": 2,
            "ext_pw_out_channel": 32, "depthwise_separable_out_channel": 32,
            "nemo_conv_channels": 16, "audio_token_id": audio,
        },
        vision_config={
            "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 1,
            "num_attention_heads": 2, "image_token_id": image, "crop_size": 448,
        },
        original_max_position_embeddings=4096,
        max_position_embeddings=4096,
    )  # fmt: skip
    torch.manual_seed(0)
    return save(folder, Phi4MultimodalForCausalLM(config), processor)


OMNI_TOKENS = {
    "image_token": "<|IMAGE|>", "audio_token": "<|AUDIO|>", "video_token": "<|VIDEO|>",
    "vision_bos_token": "<|vision_bos|>", "vision_eos_token": "<|vision_eos|>",
    "audio_bos_token": "<|audio_bos|>", "audio_eos_token": "<|audio_eos|>",
}  # fmt: skip


def omni_tokenizer() -> Any:
    return tokenizer(list(OMNI_TOKENS.values()), OMNI_TOKENS)


def omni_template() -> str:
    return TEMPLATE.replace("AUDIO", "<|audio_bos|><|AUDIO|><|audio_eos|>")


ROPE = {"rope_type": "default", "rope_theta": 10_000.0, "mrope_section": [2, 3, 3]}
VISION = {"depth": 1, "hidden_size": 32, "intermediate_size": 64, "num_heads": 2,
          "out_hidden_size": 32, "fullatt_block_indexes": [0]}  # fmt: skip


def qwen2_5_omni(folder: Path) -> Path:
    import torch
    from transformers import (
        Qwen2_5OmniConfig,
        Qwen2_5OmniForConditionalGeneration,
        Qwen2_5OmniProcessor,
        Qwen2VLImageProcessor,
        Qwen2VLVideoProcessor,
    )

    tok = omni_tokenizer()
    ids = {name: tok.convert_tokens_to_ids(text) for name, text in OMNI_TOKENS.items()}
    processor = Qwen2_5OmniProcessor(
        Qwen2VLImageProcessor(), Qwen2VLVideoProcessor(), features(), tok,
        chat_template=omni_template(),
    )  # fmt: skip
    marks = {
        "audio_token_index": ids["audio_token"], "image_token_index": ids["image_token"],
        "video_token_index": ids["video_token"], "audio_start_token_id": ids["audio_bos_token"],
        "audio_end_token_id": ids["audio_eos_token"],
    }  # fmt: skip
    config = Qwen2_5OmniConfig(
        thinker_config={
            "audio_config": {**ENCODER, "output_dim": 32},
            "vision_config": VISION,
            "text_config": text_config(tok, rope_parameters=ROPE),
            "user_token_id": 3,
            "vision_start_token_id": ids["vision_bos_token"],
            "vision_end_token_id": ids["vision_eos_token"],
            **marks,
        },
        talker_config={
            **SMALL, **marks, "vocab_size": 64, "embedding_size": 32, "head_dim": 16,
            "tts_text_start_token_id": 5, "tts_text_end_token_id": 6, "tts_text_pad_token_id": 7,
            "tts_codec_start_token_id": 60, "tts_codec_end_token_id": 61,
            "tts_codec_pad_token_id": 62, "tts_codec_mask_token_id": 63,
            "vision_start_token_id": ids["vision_bos_token"],
            "vision_end_token_id": ids["vision_eos_token"], "rope_parameters": ROPE,
        },
        token2wav_config={
            "dit_config": {
                "hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2,
                "emb_dim": 16, "head_dim": 16, "num_embeds": 64, "mel_dim": 20,
                "enc_emb_dim": 16, "enc_dim": 16, "enc_channels": [16, 16, 16, 16, 48],
                "enc_attention_channels": 16, "enc_se_channels": 16,
                "look_ahead_layers": [0], "look_backward_layers": [0],
            },
            "bigvgan_config": {"mel_dim": 20, "upsample_initial_channel": 64},
        },
    )  # fmt: skip
    torch.manual_seed(0)
    save(folder, Qwen2_5OmniForConditionalGeneration(config), processor)
    speakers = {
        name: {"bos_token": 5, "cond": torch.zeros(1, 16), "ref_mel": torch.zeros(1, 30, 20)}
        for name in ("Chelsie", "Ethan")
    }
    torch.save(speakers, folder / "spk_dict.pt")
    return folder


def qwen3_omni(folder: Path) -> Path:
    import torch
    from transformers import (
        Qwen2VLImageProcessor,
        Qwen2VLVideoProcessor,
        Qwen3OmniMoeConfig,
        Qwen3OmniMoeForConditionalGeneration,
        Qwen3OmniMoeProcessor,
    )

    tok = omni_tokenizer()
    ids = {name: tok.convert_tokens_to_ids(text) for name, text in OMNI_TOKENS.items()}
    processor = Qwen3OmniMoeProcessor(
        Qwen2VLImageProcessor(), Qwen2VLVideoProcessor(), features(), tok,
        chat_template=omni_template(),
    )  # fmt: skip
    config = Qwen3OmniMoeConfig(
        enable_audio_output=False,
        thinker_config={
            "audio_config": {**ENCODER, "output_dim": 32, "downsample_hidden_size": 16},
            "vision_config": {
                "depth": 1, "hidden_size": 32, "intermediate_size": 64, "num_heads": 2,
                "out_hidden_size": 32, "deepstack_visual_indexes": [0],
            },
            "text_config": text_config(
                tok, head_dim=16, rope_parameters={**ROPE, "mrope_section": [2, 3, 3]},
                num_experts=4, num_experts_per_tok=2, moe_intermediate_size=16,
            ),
            "audio_token_id": ids["audio_token"], "image_token_id": ids["image_token"],
            "video_token_id": ids["video_token"], "audio_start_token_id": ids["audio_bos_token"],
            "audio_end_token_id": ids["audio_eos_token"],
            "vision_start_token_id": ids["vision_bos_token"],
            "vision_end_token_id": ids["vision_eos_token"], "user_token_id": 3,
        },
    )  # fmt: skip
    torch.manual_seed(0)
    return save(folder, Qwen3OmniMoeForConditionalGeneration(config), processor)


TINY: dict[str, Callable[[Path], Path]] = {
    "qwen2_audio": qwen2_audio,
    "audio_flamingo_3": audio_flamingo_3,
    "phi4_multimodal": phi4_multimodal,
    "qwen2_5_omni": qwen2_5_omni,
    "qwen3_omni": qwen3_omni,
}
