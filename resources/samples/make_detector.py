#!/usr/bin/env python3
"""Writes detector.onnx, the bundled sample: a small detector with a few operators that the default
device does not have, so that its picture shows a split. Needs: pip install onnx numpy. Seeded."""
import numpy as np, onnx
from onnx import TensorProto, helper, numpy_helper

rng = np.random.default_rng(2024)
nodes, weights = [], []


def weight(name, *shape, scale=None):
    fan = np.prod(shape[1:]) if len(shape) > 1 else 1
    data = rng.standard_normal(shape).astype(np.float32) * (scale or 1 / np.sqrt(fan))
    weights.append(numpy_helper.from_array(data.astype(np.float32), name))
    return name


def node(op, inputs, name, **attributes):
    nodes.append(helper.make_node(op, inputs, [name + "_out"], name=name, **attributes))
    return name + "_out"


def conv(x, name, cin, cout, k=3, stride=1, group=1):
    pad = k // 2
    return node("Conv", [x, weight(name + ".weight", cout, cin // group, k, k), weight(name + ".bias", cout, scale=0.1)], name,
                kernel_shape=[k, k], strides=[stride, stride], pads=[pad] * 4, group=group)


def block(x, name, cin, cout, stride=1):
    y = conv(x, name + "/expand", cin, cin * 2, 1)
    y = node("Relu", [y], name + "/relu1")
    y = conv(y, name + "/depthwise", cin * 2, cin * 2, 3, stride, cin * 2)
    y = node("Relu", [y], name + "/relu2")
    y = conv(y, name + "/project", cin * 2, cout, 1)
    return node("Add", [y, x], name + "/add") if stride == 1 and cin == cout else y


def head(x, name, channels, out):
    y = node("Relu", [conv(x, name + "/conv", channels, channels)], name + "/relu")
    cls = node("Sigmoid", [conv(y, name + "/cls", channels, out, 1)], name + "/score")
    box = conv(y, name + "/box", channels, 4, 1)
    both = node("Concat", [cls, box], name + "/concat", axis=1)
    flat = node("Reshape", [both, "flat"], name + "/flatten")
    return node("Transpose", [flat], name + "/transpose", perm=[0, 2, 1])


weights.append(numpy_helper.from_array(np.array([0, 6, -1], np.int64), "flat"))
x = node("Relu", [conv("image", "stem/conv", 3, 8, 3, 2)], "stem/relu")
c2 = block(block(x, "stage1/block1", 8, 8), "stage1/block2", 8, 16, 2)
c3 = block(block(c2, "stage2/block1", 16, 16), "stage2/block2", 16, 32, 2)
c4 = block(block(c3, "stage3/block1", 32, 32), "stage3/block2", 32, 32)
# The neck: LayerNormalization is not in the device's list, so this part falls back.
t = node("Transpose", [c4], "neck/to_last", perm=[0, 2, 3, 1])
t = node("LayerNormalization", [t, weight("neck/norm.scale", 32), weight("neck/norm.bias", 32, scale=0.1)], "neck/norm", axis=-1)
t = node("Transpose", [t], "neck/to_first", perm=[0, 3, 1, 2])
weights.append(numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), "up.scales"))
up = node("Resize", [t, "", "up.scales"], "neck/up", mode="nearest")
p3 = node("Relu", [node("Add", [conv(up, "neck/lateral", 32, 16, 1), c2], "neck/add")], "neck/relu")
nodes.append(helper.make_node("Identity", [head(p3, "head8", 16, 2)], ["boxes_8"], name="out8"))
nodes.append(helper.make_node("Identity", [head(t, "head16", 32, 2)], ["boxes_16"], name="out16"))
graph = helper.make_graph(
    nodes, "detector", [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 3, 64, 64])],
    [helper.make_tensor_value_info("boxes_8", TensorProto.FLOAT, [1, 256, 6]),
     helper.make_tensor_value_info("boxes_16", TensorProto.FLOAT, [1, 64, 6])], weights)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9, producer_name="partita sample")
onnx.checker.check_model(model, full_check=True)
onnx.save(model, __file__.replace("make_detector.py", "detector.onnx"))
