"""Writes two small models that fit together, for the walk in the README: `features.onnx` makes 64
numbers of an image, `classifier.onnx` makes 10 probabilities of those.

    python3 make_pair.py        # needs onnx and numpy
"""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

random = np.random.default_rng(7)


def weight(name, *shape):
    scale = 1 / np.sqrt(np.prod(shape[1:]))
    return numpy_helper.from_array((random.standard_normal(shape) * scale).astype(np.float32), name)


def save(path, nodes, inputs, outputs, weights):
    def ports(entries):
        return [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
                for name, shape in entries]

    graph = helper.make_graph(nodes, path.split(".")[0], ports(inputs), ports(outputs), weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)],
                              producer_name="partita-sample")
    model.ir_version = 9
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, path)


def features():
    nodes, weights, last, channels = [], [], "image", 3
    for stage, width in enumerate((16, 32, 64)):
        prefix = f"stage{stage}"
        weights += [weight(f"{prefix}.w", width, channels, 3, 3), weight(f"{prefix}.b", width)]
        nodes += [
            helper.make_node("Conv", [last, f"{prefix}.w", f"{prefix}.b"], [f"{prefix}.c"],
                             f"{prefix}/conv", pads=[1, 1, 1, 1]),
            helper.make_node("Relu", [f"{prefix}.c"], [f"{prefix}.r"], f"{prefix}/relu"),
            helper.make_node("MaxPool", [f"{prefix}.r"], [f"{prefix}.p"], f"{prefix}/pool",
                             kernel_shape=[2, 2], strides=[2, 2]),
        ]
        last, channels = f"{prefix}.p", width
    nodes += [helper.make_node("GlobalAveragePool", [last], ["mean"], "mean"),
              helper.make_node("Flatten", ["mean"], ["features"], "flatten")]
    save("features.onnx", nodes, [("image", [1, 3, 64, 64])], [("features", [1, 64])], weights)


def classifier():
    weights = [weight("hidden.w", 64, 128), weight("hidden.b", 128), weight("last.w", 128, 10),
               weight("last.b", 10)]
    nodes = [
        helper.make_node("Gemm", ["features", "hidden.w", "hidden.b"], ["hidden"], "hidden/gemm"),
        helper.make_node("Relu", ["hidden"], ["hidden.r"], "hidden/relu"),
        helper.make_node("LayerNormalization", ["hidden.r", "norm.s"], ["normal"], "norm"),
        helper.make_node("Gemm", ["normal", "last.w", "last.b"], ["scores"], "last/gemm"),
        helper.make_node("Softmax", ["scores"], ["probabilities"], "softmax"),
    ]
    weights.append(numpy_helper.from_array(np.ones(128, np.float32), "norm.s"))
    save("classifier.onnx", nodes, [("features", [1, 64])], [("probabilities", [1, 10])], weights)


features()
classifier()
