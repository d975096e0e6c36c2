"""Classifiers of real architectures with random weights: whose probability is it?"""

import json

import numpy as np
import pytest
from tiny_parts import let_torchvision_load

from builders.backends import load_backend
from builders.backends.emotion.labels import plain_labels
from builders.errors import VivavoceError

SAMPLES = (0.3 * np.sin(np.arange(16_000) / 15)).astype(np.float32)
ORDERS = [
    ["sad", "happy", "neutral", "surprised", "angry"],
    ["neutral", "angry", "fearful", "happy", "sad", "disgusted"],
    ["neutral", "other", "sad", "surprised", "unknown", "angry", "disgusted", "fearful", "happy"],
]
CHINESE = {
    "angry": "生气",
    "disgusted": "厌恶",
    "fearful": "恐惧",
    "happy": "开心",
    "neutral": "中立",
    "other": "其他",
    "sad": "难过",
    "surprised": "吃惊",
}


def biases(count):
    """Logits that no other order of the same numbers would give."""
    return np.linspace(-1.0, 2.0, count, dtype=np.float32)


def softmax(logits):
    powers = np.exp(logits - logits.max())
    return powers / powers.sum()


def check(found, order):
    assert list(found) == order
    assert list(found.values()) == pytest.approx(softmax(biases(len(order))).tolist(), abs=1e-5)
    assert sum(found.values()) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("order", ORDERS, ids=len)
class TestOrders:
    def test_transformers(self, order, tmp_path):
        torch = pytest.importorskip("torch")
        transformers = pytest.importorskip("transformers")
        let_torchvision_load()
        config = transformers.Wav2Vec2Config(
            hidden_size=16,
            num_hidden_layers=1,
            num_attention_heads=2,
            intermediate_size=16,
            conv_dim=(8, 8),
            conv_stride=(5, 4),
            conv_kernel=(10, 8),
            num_feat_extract_layers=2,
            num_conv_pos_embeddings=8,
            num_conv_pos_embedding_groups=2,
            classifier_proj_size=8,
            id2label=dict(reversed(list(enumerate(order)))),
        )
        model = transformers.Wav2Vec2ForSequenceClassification(config)
        with torch.no_grad():
            model.classifier.weight.zero_()
            model.classifier.bias.copy_(torch.from_numpy(biases(len(order))))
        model.save_pretrained(tmp_path)
        transformers.Wav2Vec2FeatureExtractor().save_pretrained(tmp_path)
        engine = load_backend("emotion", "transformers", {"model": str(tmp_path), "revision": "1"})
        check(engine.classify(SAMPLES, 16_000), order)
        assert engine.labels == tuple(order)
        check(engine.classify(SAMPLES[::2].copy(), 8_000), order)

    @pytest.mark.slow
    def test_funasr(self, order, tmp_path):
        torch = pytest.importorskip("torch")
        pytest.importorskip("funasr")
        from funasr.models.emotion2vec.model import Emotion2vec

        audio = {
            "type": "AUDIO",
            "prenet_depth": 1,
            "prenet_layerdrop": 0.0,
            "prenet_dropout": 0.0,
            "start_drop_path_rate": 0.0,
            "end_drop_path_rate": 0.0,
            "num_extra_tokens": 2,
            "init_extra_token_zero": True,
            "mask_noise_std": 0.01,
            "mask_prob_min": None,
            "mask_prob": 0.5,
            "inverse_mask": False,
            "mask_prob_adjust": 0.05,
            "keep_masked_pct": 0.0,
            "mask_length": 5,
            "add_masks": False,
            "remove_masks": False,
            "mask_dropout": 0.0,
            "encoder_zero_mask": True,
            "mask_channel_prob": 0.0,
            "mask_channel_length": 64,
            "ema_local_encoder": False,
            "local_grad_mult": 1.0,
            "use_alibi_encoder": True,
            "alibi_scale": 1.0,
            "learned_alibi": False,
            "alibi_max_pos": None,
            "learned_alibi_scale": True,
            "learned_alibi_scale_per_head": True,
            "learned_alibi_scale_per_layer": False,
            "num_alibi_heads": 2,
            "model_depth": 1,
            "extractor_mode": "layer_norm",
            "feature_encoder_spec": "[(8, 10, 5)] + [(8, 8, 4)]",
            "conv_pos_width": 15,
            "conv_pos_groups": 2,
            "conv_pos_depth": 1,
            "conv_pos_pre_ln": False,
            "decoder": None,
        }
        conf = {
            "loss_beta": 0.0,
            "loss_scale": None,
            "depth": 1,
            "start_drop_path_rate": 0.0,
            "end_drop_path_rate": 0.0,
            "num_heads": 2,
            "norm_eps": 1e-5,
            "norm_affine": True,
            "encoder_dropout": 0.0,
            "post_mlp_drop": 0.0,
            "attention_dropout": 0.0,
            "activation_dropout": 0.0,
            "dropout_input": 0.0,
            "layerdrop": 0.0,
            "embed_dim": 16,
            "mlp_ratio": 2.0,
            "layer_norm_first": False,
            "average_top_k_layers": 1,
            "end_of_block_targets": False,
            "clone_batch": 1,
            "normalize": True,
            "modalities": {"_name": None, "audio": audio},
        }
        tokens = [f"{CHINESE[o]}/{o}" if o in CHINESE else "<unk>" for o in order]
        model = Emotion2vec(model_conf=conf, vocab_size=len(order))
        with torch.no_grad():
            model.proj.weight.zero_()
            model.proj.bias.copy_(torch.from_numpy(biases(len(order))))
        torch.save({"model": model.state_dict()}, tmp_path / "model.pt")
        (tmp_path / "tokens.txt").write_text("\n".join(tokens) + "\n", "utf-8")
        config = {
            "model": "Emotion2vec",
            "model_conf": conf,
            "tokenizer": "CharTokenizer",
            "tokenizer_conf": {"unk_symbol": tokens[-1], "split_with_space": True},
        }
        (tmp_path / "config.yaml").write_text(json.dumps(config))
        places = {
            "init_param": "model.pt",
            "config": "config.yaml",
            "tokenizer_conf": {"token_list": "tokens.txt"},
        }
        (tmp_path / "configuration.json").write_text(
            json.dumps({"model": {"type": "funasr"}, "file_path_metas": places})
        )
        engine = load_backend("emotion", "funasr", {"model": str(tmp_path)})
        check(engine.classify(SAMPLES, 16_000), order)
        assert engine.labels == tuple(order)


def test_a_regression_is_no_classifier(tmp_path):
    transformers = pytest.importorskip("transformers")
    let_torchvision_load()
    config = transformers.ASTConfig(
        hidden_size=8,
        num_hidden_layers=1,
        num_attention_heads=1,
        intermediate_size=8,
        id2label={0: "arousal", 1: "dominance", 2: "valence"},
        problem_type="regression",
    )
    transformers.ASTForAudioClassification(config).save_pretrained(tmp_path)
    transformers.ASTFeatureExtractor().save_pretrained(tmp_path)
    engine = load_backend("emotion", "transformers", {"model": str(tmp_path), "revision": "1"})
    with pytest.raises(VivavoceError, match=r"no classifier \(regression\)"):
        engine.classify(SAMPLES, 16_000)


def test_names_of_labels():
    raw = ["生气/angry", "<unk>", "Surprise", "hap"]
    assert plain_labels(raw, None, "m") == ("angry", "unknown", "surprised", "happy")
    assert plain_labels(["LABEL_0", "LABEL_1"], {"LABEL_0": "sad", "LABEL_1": "angry"}, "m") == (
        "sad",
        "angry",
    )
    with pytest.raises(VivavoceError, match="only numbers its outputs"):
        plain_labels(["LABEL_0", "LABEL_1"], {"LABEL_0": "sad"}, "m")
    with pytest.raises(VivavoceError, match="unknown label 'LABEL_3'"):
        plain_labels(["LABEL_0"], {"LABEL_3": "sad"}, "m")
    with pytest.raises(VivavoceError, match="would be called angry"):
        plain_labels(["anger", "angry"], None, "m")
