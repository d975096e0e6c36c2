import numpy as np
import pytest

from builders.backends import load_backend
from builders.errors import VivavoceError

torch = pytest.importorskip("torch", reason="UTMOS needs torch")

SAMPLES = (0.3 * np.sin(np.arange(16_000) / 15)).astype(np.float32)
HUB = """
import torch

class Level(torch.nn.Module):
    def forward(self, wave, sr: int):
        assert sr == 16000 and wave.dim() == 2
        return 1 + 10 * wave.square().mean(dim=1)

def utmos22_strong():
    return Level()
"""


def test_a_clone_of_the_repository(tmp_path):
    (tmp_path / "hubconf.py").write_text(HUB)
    engine = load_backend("mos", "utmos", {"source": str(tmp_path)})
    assert engine.score(SAMPLES, 16_000) == pytest.approx(1.45, abs=0.005)
    assert engine.score(np.repeat(SAMPLES, 2), 32_000) == pytest.approx(1.45, abs=0.05)


def test_a_torchscript_file(tmp_path):
    class Level(torch.nn.Module):
        def forward(self, wave: torch.Tensor) -> torch.Tensor:
            return 1 + 10 * wave.square().mean(dim=1)

    path = tmp_path / "utmos.jit"
    torch.jit.script(Level()).save(str(path))
    engine = load_backend("mos", "utmos", {"source": str(path)})
    assert engine.score(SAMPLES, 16_000) == pytest.approx(1.45, abs=0.005)
    other = tmp_path / "other" / "utmos.jit"
    other.parent.mkdir()
    other.write_bytes(b"other weights")
    assert load_backend("mos", "utmos", {"source": str(other)}).revision != engine.revision


def test_what_is_no_model_is_named(tmp_path):
    path = tmp_path / "utmos.jit"
    path.write_bytes(b"no model")
    with pytest.raises(VivavoceError, match="Name a clone of SpeechMOS or a TorchScript file"):
        load_backend("mos", "utmos", {"source": str(path)}).score(SAMPLES, 16_000)
