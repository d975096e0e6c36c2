"""Audio models of transformers with random weights, small enough to run in a test.

Needs torch and transformers; each function writes weights and processor into a folder.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tiny_granite import granite_speech
from tiny_omni_models import qwen2_5_omni, qwen3_omni
from tiny_parts import ENCODER, TEMPLATE, features, save, text_config, tokenizer
from tiny_voxtral import voxtral


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
    from peft import LoraConfig, get_peft_model
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
    model = Phi4MultimodalForCausalLM(config)
    save(folder, model, processor)
    # The published weights have their ear in an adapter of its own.
    ear = LoraConfig(target_modules=r"model\.layers.*qkv_proj", task_type="CAUSAL_LM")
    spoken = get_peft_model(model, ear, adapter_name="speech")
    torch.nn.init.normal_(
        spoken.base_model.model.model.layers[0].self_attn.qkv_proj.lora_B.speech.weight
    )
    spoken.save_pretrained(folder)
    (folder / "speech").rename(folder / "speech-lora")
    return folder


TINY: dict[str, Callable[[Path], Path]] = {
    "qwen2_audio": qwen2_audio,
    "audio_flamingo_3": audio_flamingo_3,
    "phi4_multimodal": phi4_multimodal,
    "qwen2_5_omni": qwen2_5_omni,
    "qwen3_omni": qwen3_omni,
    "voxtral": voxtral,
    "granite_speech": granite_speech,
}
