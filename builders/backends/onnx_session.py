"""One way to open an ONNX model, so that all of them compute alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def onnx_session(model: Path | bytes, threads: int = 1) -> Any:
    """Open a model on the CPU.

    Args:
        model: File, or the serialised model itself.
        threads: Threads of one call; sums may round differently with another number.

    Returns:
        An ``onnxruntime.InferenceSession``.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    source = model if isinstance(model, bytes) else str(model)
    return onnxruntime.InferenceSession(
        source, sess_options=options, providers=["CPUExecutionProvider"]
    )
