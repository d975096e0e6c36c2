"""Small models that write and speak; see :mod:`tiny_audio_models`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tiny_parts import ENCODER, SMALL, TEMPLATE, features, save, text_config, tokenizer

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
    system, user, assistant = (tok(w)["input_ids"][0] for w in ("system", "user", "assistant"))
    processor = Qwen3OmniMoeProcessor(
        Qwen2VLImageProcessor(), Qwen2VLVideoProcessor(), features(), tok,
        chat_template=omni_template(),
    )  # fmt: skip
    plain_rope = {"rope_type": "default", "rope_theta": 10_000.0}
    experts = {"num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 16}
    marks = {
        "audio_token_id": ids["audio_token"], "image_token_id": ids["image_token"],
        "video_token_id": ids["video_token"], "vision_start_token_id": ids["vision_bos_token"],
    }  # fmt: skip
    config = Qwen3OmniMoeConfig(
        im_start_token_id=tok.convert_tokens_to_ids("<|im_start|>"),
        im_end_token_id=tok.eos_token_id,
        system_token_id=system, user_token_id=user, assistant_token_id=assistant,
        tts_pad_token_id=5, tts_bos_token_id=6, tts_eos_token_id=7,
        thinker_config={
            "audio_config": {**ENCODER, "output_dim": 32, "downsample_hidden_size": 16},
            "vision_config": {
                "depth": 1, "hidden_size": 32, "intermediate_size": 64, "num_heads": 2,
                "out_hidden_size": 32, "deepstack_visual_indexes": [0],
            },
            "text_config": text_config(tok, head_dim=16, rope_parameters=ROPE, **experts),
            "audio_start_token_id": ids["audio_bos_token"],
            "audio_end_token_id": ids["audio_eos_token"],
            "vision_end_token_id": ids["vision_eos_token"],
            "user_token_id": user,
            **marks,
        },
        talker_config={
            # The last 1,024 codes of the real vocabulary are never spoken either.
            "text_config": {
                **SMALL, **experts, "vocab_size": 1100, "head_dim": 16, "rope_parameters": ROPE,
                "shared_expert_intermediate_size": 16,
            },
            "code_predictor_config": {
                **SMALL, "vocab_size": 64, "head_dim": 16, "num_code_groups": 4,
                "rope_parameters": plain_rope,
            },
            "num_code_groups": 4, "thinker_hidden_size": 32, "accept_hidden_layer": 1,
            "codec_eos_token_id": 70, "codec_pad_id": 71, "codec_bos_id": 72,
            "codec_nothink_id": 73, "codec_think_bos_id": 74, "codec_think_eos_id": 75,
            "spatial_merge_size": 2, "speaker_id": {"ethan": 60, "chelsie": 61}, **marks,
        },
        code2wav_config={
            **SMALL, "codebook_size": 64, "num_quantizers": 4, "decoder_dim": 32,
            "sliding_window": 8, "upsample_rates": [2, 2], "upsampling_ratios": [2],
            "rope_parameters": plain_rope,
        },
    )  # fmt: skip
    torch.manual_seed(0)
    model = Qwen3OmniMoeForConditionalGeneration(config)
    # The class leaves the experts of the talker as the memory was.
    for name, weight in model.talker.named_parameters():
        if ".experts." in name:
            torch.nn.init.normal_(weight, std=0.02)
    return save(folder, model, processor)
