from __future__ import annotations

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from builders.backends.onnx_session import onnx_session


@pytest.fixture
def doubling() -> onnx.ModelProto:
    """Model of one addition: ``y = x + x``."""
    graph = helper.make_graph(
        [helper.make_node("Add", ["x", "x"], ["y"])],
        "double",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [None])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [None])],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


def test_a_file_and_its_bytes_are_the_same_model(doubling, tmp_path):
    path = tmp_path / "double.onnx"
    onnx.save(doubling, path)
    for model in (path, doubling.SerializeToString()):
        (y,) = onnx_session(model).run(None, {"x": np.float32([1.5, -2])})
        assert y.tolist() == [3.0, -4.0]


@pytest.mark.parametrize("threads", [1, 2])
def test_it_runs_on_the_cpu_with_as_many_threads_as_asked(doubling, threads):
    session = onnx_session(doubling.SerializeToString(), threads)
    options = session.get_session_options()
    assert session.get_providers() == ["CPUExecutionProvider"]
    assert (options.intra_op_num_threads, options.inter_op_num_threads) == (threads, 1)
