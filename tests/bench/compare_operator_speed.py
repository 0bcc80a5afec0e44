#!/usr/bin/env python3
"""Compares the speed of single operators of Partita's CPU provider and of ONNX Runtime, at sizes of real models.

  compare_operator_speed.py PARTITA_CLI [PATTERN] [--threads N] [--rounds N]

Prints medians and the median ratio ONNX Runtime's time / ours, slowest first. Cases that ONNX Runtime cannot run
are left out. Exits with 77 where Python's onnx or onnxruntime is missing.
"""
import argparse
import os
import re
import statistics
import sys
import tempfile

try:
    import numpy as np
    import onnx
    import onnxruntime as ort
    from onnx import TensorProto, helper, numpy_helper
except ImportError:
    print("onnx or onnxruntime is not installed: skipped")
    sys.exit(77)

from compare_speed import block as block_of, ours

RNG = np.random.default_rng(11)


def f(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def half(*shape):
    return f(*shape).astype(np.float16)


def integers(low, high, *shape, dtype=np.int64):
    return RNG.integers(low, high, shape).astype(dtype)


def u8(*shape):
    return integers(0, 256, *shape, dtype=np.uint8)


def i8(*shape):
    return integers(-127, 128, *shape, dtype=np.int8)


def one(value, dtype=np.float32):
    return np.array(value, dtype)


def list64(*values):
    return np.array(values, np.int64)


class Weight:
    """An operand that the model holds; others are given to it."""

    def __init__(self, array):
        self.array = array


def w(array):
    return Weight(np.asarray(array))


IMAGE, TOKENS, HEADS = f(1, 64, 56, 56), f(1, 384, 768), f(1, 12, 384, 64)
QUANT = [w(one(0.02)), w(one(120, np.uint8))]

# name, operator, inputs in order (None: left out), attributes, number of outputs
CASES = []


def case(name, operator, inputs, outputs=1, domain="", **attributes):
    CASES.append((name, operator, inputs, outputs, domain, attributes))


for op in ("Abs Ceil Cos Elu Erf Exp Floor HardSigmoid HardSwish IsNaN LeakyRelu Neg Not Relu Round Selu Sigmoid Sign "
           "Sin Softplus Softsign Tanh Atan Mish Gelu Celu ThresholdedRelu").split():
    case(f"unary {op}", op, [IMAGE > 0 if op == "Not" else IMAGE])
for op in "Sqrt Log Reciprocal".split():
    case(f"unary {op}", op, [np.abs(IMAGE) + 0.1])
for op in "Add Sub Mul Div Max Min Less Equal GreaterOrEqual PRelu".split():
    case(f"binary {op}", op, [IMAGE, f(*IMAGE.shape)])
    case(f"binary {op}, a value for each channel", op, [IMAGE, f(64, 1, 1)])
case("binary Pow 2.5", "Pow", [np.abs(IMAGE), w(one(2.5))])
case("binary Mod int64", "Mod", [integers(0, 1000, 64, 3136), integers(1, 9, 64, 3136)])
for op in "Add Mul Div".split():
    case(f"binary {op} int64", op, [integers(1, 1000, 64, 3136), integers(1, 9, 64, 3136)])
    case(f"binary {op} float16", op, [half(64, 3136), half(64, 3136)])
    case(f"binary {op} double", op, [f(64, 3136).astype(np.float64), f(64, 3136).astype(np.float64) + 5])
case("binary Add int64, small", "Add", [integers(1, 1000, 4), integers(1, 9, 4)])
case("And", "And", [IMAGE > 0, IMAGE > 1])
case("Where", "Where", [IMAGE > 0, IMAGE, f(*IMAGE.shape)])
case("Where, one value", "Where", [f(1, 1, 384, 384) > 0, f(1, 12, 384, 384), w(one(-1e9))])
case("Clip", "Clip", [IMAGE, w(one(0.0)), w(one(6.0))])
case("Sum of 3", "Sum", [IMAGE, IMAGE, IMAGE])
for source, target, name in [(IMAGE, TensorProto.FLOAT16, "float to half"), (half(64, 3136), TensorProto.FLOAT, "half to float"),
                             (IMAGE, TensorProto.INT64, "float to int64"), (integers(0, 9, 64, 3136), TensorProto.FLOAT, "int64 to float"),
                             (IMAGE, TensorProto.UINT8, "float to uint8"), (u8(64, 3136), TensorProto.FLOAT, "uint8 to float"),
                             (IMAGE > 0, TensorProto.FLOAT, "bool to float"), (IMAGE, TensorProto.BOOL, "float to bool"),
                             (integers(0, 9, 64, 3136), TensorProto.INT32, "int64 to int32"), (IMAGE, TensorProto.BFLOAT16, "float to bfloat16")]:
    case(f"Cast {name}", "Cast", [source], to=target)

for op in "ReduceMean ReduceSum ReduceMax ReduceL2 ReduceProd ReduceLogSumExp ReduceMin ReduceSumSquare".split():
    case(f"{op}, last axis", op, [TOKENS, w(list64(-1))])
    case(f"{op}, first axes", op, [IMAGE, w(list64(2, 3))])
    case(f"{op}, middle axis", op, [TOKENS, w(list64(1))])
case("ReduceMean, all", "ReduceMean", [TOKENS])
case("ReduceMax int64", "ReduceMax", [integers(0, 99, 384, 768), w(list64(-1))])
case("ArgMax, last axis", "ArgMax", [f(384, 1000)], axis=-1)
case("ArgMax, channels", "ArgMax", [f(1, 21, 256, 256)], axis=1)
case("CumSum", "CumSum", [TOKENS, w(one(-1, np.int64))])
case("CumSum, middle axis", "CumSum", [TOKENS, w(one(1, np.int64))])
case("TopK 10 of 30000", "TopK", [f(1, 30000), w(list64(10))], 2)
case("TopK 1000 of 100000", "TopK", [f(1, 100000), w(list64(1000))], 2)
case("TopK, middle axis", "TopK", [f(1, 100, 3000), w(list64(5))], 2, axis=1)
case("Softmax", "Softmax", [f(1, 12, 384, 384)])
case("Softmax, channels", "Softmax", [f(1, 21, 128, 128)], axis=1)
case("LogSoftmax", "LogSoftmax", [f(16, 30000)])
case("LayerNormalization", "LayerNormalization", [TOKENS, w(f(768)), w(f(768))])
case("RMSNormalization", "SimplifiedLayerNormalization", [TOKENS, w(f(768))], domain="")
case("InstanceNormalization", "InstanceNormalization", [IMAGE, w(f(64)), w(f(64))])
case("GroupNormalization", "GroupNormalization", [IMAGE, w(f(64)), w(f(64))], num_groups=8)
case("BatchNormalization", "BatchNormalization", [IMAGE, w(f(64)), w(f(64)), w(f(64)), w(np.abs(f(64)) + 1)])
case("LRN", "LRN", [IMAGE], size=5)
case("LpNormalization", "LpNormalization", [TOKENS])
case("MeanVarianceNormalization", "MeanVarianceNormalization", [IMAGE])

case("Transpose heads", "Transpose", [f(1, 384, 12, 64)], perm=[0, 2, 1, 3])
case("Transpose matrix", "Transpose", [f(1024, 1024)], perm=[1, 0])
case("Transpose to channels last", "Transpose", [IMAGE], perm=[0, 2, 3, 1])
case("Transpose to channels first, uint8", "Transpose", [u8(1, 224, 224, 3)], perm=[0, 3, 1, 2])
case("Concat channels", "Concat", [IMAGE, IMAGE, IMAGE], axis=1)
case("Concat, last axis", "Concat", [TOKENS, TOKENS], axis=2)
case("Split", "Split", [f(1, 384, 2304)], 3, axis=2, num_outputs=3)
case("Slice rows", "Slice", [TOKENS, w(list64(10)), w(list64(300)), w(list64(1))])
case("Slice columns", "Slice", [TOKENS, w(list64(10)), w(list64(600)), w(list64(2))])
case("Slice every other", "Slice", [IMAGE, w(list64(0, 0)), w(list64(56, 56)), w(list64(2, 3)), w(list64(2, 2))])
case("Slice backwards", "Slice", [TOKENS, w(list64(-1)), w(list64(-9999)), w(list64(2)), w(list64(-1))])
case("Pad zeros", "Pad", [IMAGE, w(list64(0, 0, 1, 1, 0, 0, 1, 1))])
case("Pad reflect", "Pad", [IMAGE, w(list64(0, 0, 3, 3, 0, 0, 3, 3))], mode="reflect")
case("Pad edge", "Pad", [IMAGE, w(list64(0, 0, 3, 3, 0, 0, 3, 3))], mode="edge")
case("Expand", "Expand", [f(1, 64, 1, 56), w(list64(1, 64, 56, 56))])
case("Tile", "Tile", [f(1, 64, 28, 28), w(list64(1, 1, 2, 2))])
case("Gather rows", "Gather", [w(f(30000, 768)), integers(0, 30000, 1, 384)])
case("Gather columns", "Gather", [TOKENS, integers(0, 768, 100)], axis=2)
case("GatherElements", "GatherElements", [f(1000, 256), integers(0, 1000, 500, 256)], axis=0)
case("GatherND", "GatherND", [f(1, 384, 768), np.stack([integers(0, 1, 1, 200), integers(0, 384, 1, 200)], -1)])
case("ScatterND", "ScatterND", [f(1, 384, 768), np.stack([integers(0, 1, 1, 200), integers(0, 384, 1, 200)], -1), f(1, 200, 768)])
case("ScatterElements", "ScatterElements", [f(1000, 256), integers(0, 1000, 500, 256), f(500, 256)], axis=0)
case("ScatterElements add", "ScatterElements", [f(1000, 256), integers(0, 1000, 500, 256), f(500, 256)], axis=0, reduction="add")
case("NonZero", "NonZero", [f(384, 768) > 1])
case("Compress", "Compress", [f(5000, 91), f(5000) > 0], axis=0)
case("OneHot", "OneHot", [integers(0, 1000, 384), w(one(1000, np.int64)), w(np.array([0, 1], np.float32))])
case("EyeLike", "EyeLike", [f(384, 384)])
case("Trilu", "Trilu", [f(12, 384, 384)])
case("DepthToSpace", "DepthToSpace", [f(1, 64, 112, 112)], blocksize=2)
case("SpaceToDepth", "SpaceToDepth", [f(1, 16, 224, 224)], blocksize=2)
case("ReverseSequence", "ReverseSequence", [f(384, 4, 256), list64(384, 100, 200, 300)])
case("Unique", "Unique", [integers(0, 1000, 20000)], 4)
case("Resize nearest ×2", "Resize", [IMAGE, None, w(np.array([1, 1, 2, 2], np.float32))], mode="nearest")
case("Resize linear ×2", "Resize", [IMAGE, None, w(np.array([1, 1, 2, 2], np.float32))], mode="linear")
case("Resize linear, aligned", "Resize", [f(1, 21, 33, 33), None, None, w(list64(1, 21, 257, 257))], mode="linear", coordinate_transformation_mode="align_corners")
case("Resize cubic ×2", "Resize", [f(1, 3, 112, 112), None, w(np.array([1, 1, 2, 2], np.float32))], mode="cubic")
case("Resize nearest asymmetric floor", "Resize", [IMAGE, None, w(np.array([1, 1, 2, 2], np.float32))], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor")
case("GridSample", "GridSample", [IMAGE, np.clip(f(1, 56, 56, 2) * 0.5, -1, 1)])
case("RoiAlign", "RoiAlign", [IMAGE, np.abs(f(50, 4)) * 20 + np.array([0, 0, 20, 20], np.float32), np.zeros(50, np.int64)], output_height=7, output_width=7, sampling_ratio=2)

case("MaxPool 3×3/2", "MaxPool", [f(1, 64, 112, 112)], kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
case("MaxPool 5×5", "MaxPool", [f(1, 256, 20, 20)], kernel_shape=[5, 5], strides=[1, 1], pads=[2] * 4)
case("MaxPool with indices", "MaxPool", [f(1, 64, 112, 112)], 2, kernel_shape=[2, 2], strides=[2, 2])
case("MaxPool 1-d", "MaxPool", [f(1, 256, 3000)], kernel_shape=[2], strides=[2])
case("AveragePool 3×3", "AveragePool", [IMAGE], kernel_shape=[3, 3], pads=[1] * 4)
case("AveragePool 2×2/2", "AveragePool", [IMAGE], kernel_shape=[2, 2], strides=[2, 2])
case("GlobalAveragePool", "GlobalAveragePool", [f(1, 1280, 7, 7)])
case("GlobalMaxPool", "GlobalMaxPool", [f(1, 1280, 7, 7)])
case("LpPool", "LpPool", [IMAGE], kernel_shape=[2, 2], strides=[2, 2])

case("Conv 1×1", "Conv", [IMAGE, w(f(128, 64, 1, 1))])
case("Conv 3×3", "Conv", [IMAGE, w(f(64, 64, 3, 3))], pads=[1] * 4)
case("Conv depthwise", "Conv", [IMAGE, w(f(64, 1, 3, 3))], pads=[1] * 4, group=64)
case("Conv 1-d", "Conv", [f(1, 80, 3000), w(f(384, 80, 3))], pads=[1, 1])
case("Conv 1-d, dilated", "Conv", [f(1, 64, 4000), w(f(64, 64, 3))], pads=[4, 4], dilations=[4])
case("Conv 3-d", "Conv", [f(1, 16, 16, 28, 28), w(f(32, 16, 3, 3, 3))], pads=[1] * 6)
case("Conv grouped", "Conv", [IMAGE, w(f(64, 16, 3, 3))], pads=[1] * 4, group=4)
case("Conv, weights given", "Conv", [IMAGE, f(64, 64, 3, 3)], pads=[1] * 4)


def conv_case(name, channels, size, kernel, filters=None, group=1, stride=1, dilation=1):
    """A convolution with "same" padding of an image of as many axes as `size` has, or 2."""
    size = [size] * 2 if isinstance(size, int) else list(size)
    axes, pad = len(size), dilation * (kernel - 1) // 2
    case(f"Conv {name}", "Conv", [f(1, channels, *size), w(f(filters or channels, channels // group, *[kernel] * axes))], group=group,
         pads=[pad] * 2 * axes, strides=[stride] * axes, dilations=[dilation] * axes)


def qlinear_case(name, channels, size, kernel, filters=None, group=1, stride=1):
    filters = filters or channels
    case(f"QLinearConv {name}", "QLinearConv",
         [u8(1, channels, size, size), *QUANT, w(i8(filters, channels // group, kernel, kernel)), w(np.abs(f(filters)) * 0.01 + 0.001),
          w(np.zeros(filters, np.int8)), w(one(0.05)), w(one(110, np.uint8)), w(integers(-999, 999, filters, dtype=np.int32))],
         group=group, pads=[kernel // 2] * 4, strides=[stride] * 2)


for plane, channels, kernel, stride in [(112, 16, 3, 1), (112, 32, 3, 1), (112, 64, 3, 2), (112, 96, 3, 2), (56, 24, 3, 1), (56, 144, 3, 1), (56, 144, 3, 2),
                                        (56, 144, 5, 2), (28, 32, 3, 1), (28, 192, 3, 1), (28, 192, 3, 2), (28, 240, 5, 1), (14, 16, 3, 1), (14, 64, 3, 1),
                                        (14, 384, 3, 1), (14, 480, 5, 1), (14, 576, 3, 2), (14, 672, 5, 2), (7, 64, 3, 1), (7, 960, 3, 1), (7, 960, 5, 1)]:
    step = f"/{stride}" if stride > 1 else ""
    conv_case(f"depthwise {kernel}×{kernel}{step}, {channels} of {plane}²", channels, plane, kernel, group=channels, stride=stride)
    qlinear_case(f"depthwise {kernel}×{kernel}{step}, {channels} of {plane}²", channels, plane, kernel, group=channels, stride=stride)
conv_case("depthwise 1-d, 31", 256, [400], 31, group=256)
conv_case("depthwise 1-d, 3", 256, [400], 3, group=256)
conv_case("depthwise 3×3, dilated", 256, 28, 3, group=256, dilation=2)
for channels, size, group, stride in [(64, 56, 32, 1), (128, 56, 32, 1), (128, 56, 32, 2), (256, 28, 32, 1), (256, 14, 32, 1), (240, 28, 3, 1), (24, 56, 4, 1)]:
    step = f"/{stride}" if stride > 1 else ""
    conv_case(f"{channels} in {group} groups of {size}²{step}", channels, size, 3, group=group, stride=stride)
    qlinear_case(f"{channels} in {group} groups of {size}²{step}", channels, size, 3, group=group, stride=stride)
conv_case("1×1, 240 in 3 groups", 240, 28, 1, group=3)
conv_case("3×3, dilated", 64, 56, 3, dilation=2)
for channels, filters, size, kernel, stride in [(1, 8, 28, 5, 1), (1, 16, 28, 3, 1), (8, 16, 14, 5, 1), (1, 6, 32, 5, 1), (3, 8, 32, 3, 2), (8, 8, 28, 3, 1), (4, 4, 8, 3, 1),
                                                (3, 32, 224, 3, 2), (3, 64, 224, 7, 2), (3, 16, 160, 3, 2), (16, 4, 20, 1, 1), (64, 10, 20, 1, 1)]:
    step = f"/{stride}" if stride > 1 else ""
    conv_case(f"{channels} to {filters} of {size}², {kernel}×{kernel}{step}", channels, size, kernel, filters, stride=stride)
    qlinear_case(f"{channels} to {filters} of {size}², {kernel}×{kernel}{step}", channels, size, kernel, filters, stride=stride)
conv_case("1-d, 1 to 16, 9", 1, [1000], 9, filters=16)
conv_case("1-d, 64 to 64, 3", 64, [100], 3)
case("ConvTranspose 2×2/2", "ConvTranspose", [f(1, 128, 28, 28), w(f(128, 64, 2, 2))], strides=[2, 2])
case("ConvTranspose 4×4/2", "ConvTranspose", [f(1, 128, 28, 28), w(f(128, 64, 4, 4))], strides=[2, 2], pads=[1] * 4)
case("ConvTranspose 1-d", "ConvTranspose", [f(1, 256, 400), w(f(256, 128, 16))], strides=[8], pads=[4, 4])
case("ConvTranspose depthwise", "ConvTranspose", [IMAGE, w(f(64, 1, 4, 4))], strides=[2, 2], pads=[1] * 4, group=64)
case("ConvInteger", "ConvInteger", [u8(1, 64, 28, 28), w(u8(64, 64, 3, 3)), w(one(120, np.uint8)), w(one(128, np.uint8))], pads=[1] * 4)
case("QLinearConv", "QLinearConv", [u8(1, 64, 56, 56), *QUANT, w(i8(64, 64, 3, 3)), w(np.abs(f(64)) * 0.01 + 0.001), w(np.zeros(64, np.int8)), w(one(0.05)), w(one(110, np.uint8)), w(integers(-999, 999, 64, dtype=np.int32))], pads=[1] * 4)
case("QLinearConv 1×1", "QLinearConv", [u8(1, 64, 56, 56), *QUANT, w(i8(128, 64, 1, 1)), w(np.abs(f(128)) * 0.01 + 0.001), w(np.zeros(128, np.int8)), w(one(0.05)), w(one(110, np.uint8))])
case("QLinearConv depthwise", "QLinearConv", [u8(1, 64, 56, 56), *QUANT, w(i8(64, 1, 3, 3)), w(np.abs(f(64)) * 0.01 + 0.001), w(np.zeros(64, np.int8)), w(one(0.05)), w(one(110, np.uint8))], pads=[1] * 4, group=64)
case("DeformConv", "DeformConv", [f(1, 32, 28, 28), w(f(32, 32, 3, 3)), f(1, 18, 28, 28)], pads=[1] * 4)

case("MatMul 384×768×3072", "MatMul", [f(384, 768), w(f(768, 3072))])
case("MatMul 1×768×3072", "MatMul", [f(1, 768), w(f(768, 3072))])
case("MatMul heads", "MatMul", [HEADS, f(1, 12, 64, 384)])
case("MatMul, both given", "MatMul", [f(512, 512), f(512, 512)])
case("MatMul double", "MatMul", [f(256, 256).astype(np.float64), f(256, 256).astype(np.float64)])
case("MatMul float16", "MatMul", [half(256, 256), half(256, 256)])
case("MatMul int32", "MatMul", [integers(0, 9, 128, 128, dtype=np.int32), integers(0, 9, 128, 128, dtype=np.int32)])
case("Gemm", "Gemm", [f(64, 2048), w(f(1000, 2048)), w(f(1000))], transB=1)
case("MatMulInteger", "MatMulInteger", [u8(384, 768), w(i8(768, 768)), w(one(120, np.uint8)), w(one(0, np.int8))])
case("QLinearMatMul", "QLinearMatMul", [u8(384, 768), *QUANT, w(i8(768, 768)), w(one(0.01)), w(one(0, np.int8)), w(one(0.3)), w(one(110, np.uint8))])
case("DynamicQuantizeLinear", "DynamicQuantizeLinear", [TOKENS], 3)
case("QuantizeLinear", "QuantizeLinear", [IMAGE, *QUANT])
case("QuantizeLinear by channel", "QuantizeLinear", [IMAGE, w(np.abs(f(64)) + 0.01), w(np.zeros(64, np.int8))], axis=1)
case("DequantizeLinear", "DequantizeLinear", [u8(1, 64, 56, 56), *QUANT])
case("DequantizeLinear by channel", "DequantizeLinear", [i8(1, 64, 56, 56), w(np.abs(f(64)) + 0.01), w(np.zeros(64, np.int8))], axis=1)
for name, equation, left, right in [("bhqd,bhkd", "bhqd,bhkd->bhqk", HEADS, HEADS), ("bqhd,bkhd", "bqhd,bkhd->bhqk", f(1, 384, 12, 64), f(1, 384, 12, 64)),
                                    ("bsd,hde", "bsd,hde->bshe", TOKENS, f(12, 768, 64)), ("ij,jk", "ij,jk->ik", f(256, 256), f(256, 256))]:
    case(f"Einsum {name}", "Einsum", [left, right], equation=equation)
case("LSTM", "LSTM", [f(100, 1, 128), w(f(1, 512, 128)), w(f(1, 512, 128)), w(f(1, 1024))], 3, hidden_size=128)
case("LSTM, both directions", "LSTM", [f(100, 4, 128), w(f(2, 1024, 128)), w(f(2, 1024, 256)), w(f(2, 2048))], 3, hidden_size=256, direction="bidirectional")
case("GRU", "GRU", [f(100, 1, 128), w(f(1, 384, 128)), w(f(1, 384, 128)), w(f(1, 768))], 2, hidden_size=128, linear_before_reset=1)
case("RNN", "RNN", [f(100, 1, 128), w(f(1, 128, 128)), w(f(1, 128, 128)), w(f(1, 256))], 2, hidden_size=128)
case("Attention-23", "Attention", [HEADS, HEADS, HEADS], domain="23")
case("Attention-23, float mask", "Attention", [HEADS, HEADS, HEADS, f(1, 1, 384, 384)], domain="23")
case("Attention-23, boolean mask", "Attention", [HEADS, HEADS, HEADS, f(384, 384) > -1], domain="23")
case("Attention-23, causal", "Attention", [HEADS, HEADS, HEADS], domain="23", is_causal=1)
case("Attention-23, causal, 1024 rows", "Attention", [f(1, 12, 1024, 64)] * 3, domain="23", is_causal=1)
case("Attention-23, 128 rows", "Attention", [f(1, 12, 128, 64)] * 3, domain="23")
case("Attention-23, 1024 rows", "Attention", [f(1, 12, 1024, 64)] * 3, domain="23")
case("Attention-23, 4096 rows", "Attention", [f(1, 2, 4096, 64)] * 3, domain="23")
case("Attention-23, shared keys", "Attention", [HEADS, f(1, 4, 384, 64), f(1, 4, 384, 64)], domain="23", is_causal=1)
case("Attention-23, three axes", "Attention", [TOKENS, f(1, 384, 256), f(1, 384, 256)], domain="23", is_causal=1, q_num_heads=12, kv_num_heads=4)
case("Attention-23, softcap", "Attention", [HEADS, HEADS, HEADS], domain="23", softcap=30.0)
case("Attention-23, one token", "Attention", [f(1, 12, 1, 64)] * 3 + [None] + [f(1, 12, 1023, 64)] * 2, 3, domain="23")
case("Attention-23, one token, shared keys", "Attention", [f(1, 12, 1, 64), f(1, 4, 1, 64), f(1, 4, 1, 64), None] + [f(1, 4, 1023, 64)] * 2, 3, domain="23")
case("Attention-23, 64 tokens, past", "Attention", [f(1, 12, 64, 64), f(1, 4, 64, 64), f(1, 4, 64, 64), None] + [f(1, 4, 960, 64)] * 2, 3, domain="23", is_causal=1)
case("Attention-24, lengths", "Attention", [f(4, 12, 128, 64), f(4, 12, 512, 64), f(4, 12, 512, 64), None, None, None, list64(512, 300, 200, 128)], domain="24", is_causal=1)
case("DFT", "DFT", [f(1, 400, 512, 1), None, w(one(2, np.int64))], onesided=1)
case("STFT", "STFT", [f(1, 16000), w(one(160, np.int64)), w(f(400)), w(one(400, np.int64))])
case("NonMaxSuppression", "NonMaxSuppression", [np.sort(np.abs(f(1, 3000, 4)) * 100, -1), np.abs(f(1, 10, 3000)) % 1, w(list64(100)), w(one(0.5)), w(one(0.3))])
case("TfIdfVectorizer", "TfIdfVectorizer", [integers(0, 20, 20, 200)], mode="TF", min_gram_length=2, max_gram_length=2, max_skip_count=0, ngram_counts=[0, 4], ngram_indexes=[0, 1, 2, 3, 4, 5, 6], pool_int64s=[2, 3, 5, 4, 5, 6, 7, 8, 6, 7])
case("Det", "Det", [f(100, 8, 8)])
case("BitShift", "BitShift", [integers(0, 99, 384, 768, dtype=np.uint32), integers(0, 9, 384, 768, dtype=np.uint32)], direction="LEFT")
case("Dropout", "Dropout", [IMAGE])
case("Shape", "Shape", [IMAGE])
case("Hardmax", "Hardmax", [TOKENS])
case("RandomNormalLike", "RandomNormalLike", [IMAGE])

MS = "com.microsoft"
case("FastGelu", "FastGelu", [TOKENS, w(f(768))], domain=MS)
case("BiasGelu", "BiasGelu", [TOKENS, w(f(768))], domain=MS)
case("QuickGelu", "QuickGelu", [TOKENS], domain=MS)
case("SkipLayerNormalization", "SkipLayerNormalization", [TOKENS, TOKENS, w(f(768)), w(f(768))], domain=MS)
case("MultiHeadAttention", "MultiHeadAttention", [TOKENS, TOKENS, TOKENS], domain=MS, num_heads=12)
case("MultiHeadAttention, mask", "MultiHeadAttention", [TOKENS, TOKENS, TOKENS, None, integers(0, 2, 1, 384, dtype=np.int32)], domain=MS, num_heads=12)
case("MultiHeadAttention, causal", "MultiHeadAttention", [TOKENS, TOKENS, TOKENS], domain=MS, num_heads=12, unidirectional=1)
case("MultiHeadAttention, causal with bias", "MultiHeadAttention", [TOKENS, TOKENS, TOKENS, None, None, f(1, 12, 384, 384)], domain=MS, num_heads=12, unidirectional=1)
case("Attention of com.microsoft", "Attention", [TOKENS, w(f(768, 2304)), w(f(2304))], domain=MS, num_heads=12)
case("Attention of com.microsoft, causal", "Attention", [TOKENS, w(f(768, 2304)), w(f(2304))], domain=MS, num_heads=12, unidirectional=1)
case("GroupQueryAttention", "GroupQueryAttention", [f(1, 128, 768), f(1, 128, 256), f(1, 128, 256), None, None, w(np.array([127], np.int32)), w(one(128, np.int32))], 3, domain=MS, num_heads=12, kv_num_heads=4)
case("MatMulNBits", "MatMulNBits", [f(1, 1, 1024), w(u8(1024, 32, 16)), w(np.abs(f(1024 * 32)) * 0.01)], domain=MS, K=1024, N=1024, bits=4, block_size=32)
case("MatMulNBits, prompt", "MatMulNBits", [f(1, 64, 1024), w(u8(1024, 32, 16)), w(np.abs(f(1024 * 32)) * 0.01)], domain=MS, K=1024, N=1024, bits=4, block_size=32)
case("QLinearAdd", "QLinearAdd", [u8(1, 64, 56, 56), *QUANT, u8(1, 64, 56, 56), *QUANT, w(one(0.03)), w(one(110, np.uint8))], domain=MS)
case("QLinearMul", "QLinearMul", [u8(1, 64, 56, 56), *QUANT, u8(1, 64, 56, 56), *QUANT, w(one(0.03)), w(one(110, np.uint8))], domain=MS)
case("QLinearSigmoid", "QLinearSigmoid", [u8(1, 64, 56, 56), *QUANT, w(one(1 / 256)), w(one(0, np.uint8))], domain=MS)
case("QLinearLeakyRelu", "QLinearLeakyRelu", [u8(1, 64, 56, 56), *QUANT, w(one(0.02)), w(one(120, np.uint8))], domain=MS)
case("QLinearGlobalAveragePool", "QLinearGlobalAveragePool", [u8(1, 1280, 7, 7), *QUANT, w(one(0.02)), w(one(120, np.uint8))], domain=MS)
case("QLinearAveragePool", "QLinearAveragePool", [u8(1, 64, 56, 56), *QUANT, w(one(0.02)), w(one(120, np.uint8))], domain=MS, kernel_shape=[2, 2], strides=[2, 2])
case("QLinearConcat", "QLinearConcat", [w(one(0.03)), w(one(110, np.uint8)), u8(1, 64, 56, 56), *QUANT, u8(1, 32, 56, 56), w(one(0.05)), w(one(99, np.uint8))], domain=MS, axis=1)
case("QLinearSoftmax", "QLinearSoftmax", [u8(12, 384, 384), *QUANT, w(one(1 / 256)), w(one(0, np.uint8))], domain=MS, axis=-1, opset=13)
case("QLinearWhere", "QLinearWhere", [IMAGE > 0, u8(1, 64, 56, 56), *QUANT, u8(1, 64, 56, 56), *QUANT, w(one(0.03)), w(one(110, np.uint8))], domain=MS)
case("QLinearAdd, a code for each channel", "QLinearAdd", [u8(1, 64, 56, 56), *QUANT, u8(64, 1, 1), *QUANT, w(one(0.03)), w(one(110, np.uint8))], domain=MS)
case("DynamicQuantizeMatMul", "DynamicQuantizeMatMul", [TOKENS, w(i8(768, 768)), w(one(0.01))], domain=MS)
case("MatMulIntegerToFloat", "MatMulIntegerToFloat", [u8(384, 768), w(i8(768, 768)), w(one(0.02)), w(one(0.01)), w(one(120, np.uint8))], domain=MS)
case("FusedConv", "FusedConv", [IMAGE, w(f(64, 64, 3, 3)), w(f(64))], domain=MS, pads=[1] * 4, activation="Relu")

ML = "ai.onnx.ml"
TREES, DEPTH = 100, 6


def forest():
    """Full binary trees over 30 features."""
    inner, all_nodes = 2 ** DEPTH - 1, 2 ** (DEPTH + 1) - 1
    ids = list(range(all_nodes))
    nodes = {"treeids": [t for t in range(TREES) for _ in ids], "nodeids": ids * TREES,
             "featureids": [int(v) for v in RNG.integers(0, 30, TREES * all_nodes)],
             "values": [float(v) for v in f(TREES * all_nodes)],
             "modes": (["BRANCH_LEQ"] * inner + ["LEAF"] * (all_nodes - inner)) * TREES,
             "truenodeids": [2 * i + 1 if i < inner else 0 for i in ids] * TREES,
             "falsenodeids": [2 * i + 2 if i < inner else 0 for i in ids] * TREES}
    attributes = {f"nodes_{key}": value for key, value in nodes.items()}
    leaves = [i for i in ids if i >= inner]
    attributes.update(target_treeids=[t for t in range(TREES) for _ in leaves], target_nodeids=leaves * TREES,
                      target_ids=[0] * (len(leaves) * TREES), target_weights=[float(v) for v in f(len(leaves) * TREES)], n_targets=1)
    return attributes


case("TreeEnsembleRegressor, 1 row", "TreeEnsembleRegressor", [f(1, 30)], domain=ML, **forest())
case("TreeEnsembleRegressor, 1000 rows", "TreeEnsembleRegressor", [f(1000, 30)], domain=ML, **forest())
case("Scaler", "Scaler", [f(1000, 30)], domain=ML, offset=[0.5] * 30, scale=[2.0] * 30)
case("LinearRegressor", "LinearRegressor", [f(1000, 30)], domain=ML, coefficients=[float(v) for v in f(30)], intercepts=[0.5])
case("Normalizer", "Normalizer", [f(1000, 30)], domain=ML, norm="L2")


def model_of(operator, inputs, outputs, domain, attributes):
    names, given, weights = [], [], []
    for i, operand in enumerate(inputs):
        name = "" if operand is None else f"i{i}"
        names.append(name)
        if isinstance(operand, Weight):
            weights.append(numpy_helper.from_array(operand.array, name))
        elif operand is not None:
            given.append(helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(operand.dtype), operand.shape))
    opset = int(domain) if domain.isdigit() else 20
    domain = "" if domain.isdigit() else domain
    results = [f"o{i}" for i in range(outputs)]
    node = helper.make_node(operator, names, results, domain=domain, **attributes)
    graph = helper.make_graph([node], "case", given, [onnx.ValueInfoProto(name=name) for name in results], weights)
    imports = [helper.make_opsetid("", opset), helper.make_opsetid(MS, 1), helper.make_opsetid(ML, 3)]
    return helper.make_model(graph, ir_version=10, opset_imports=imports)


def measure(cli, folder, each, threads, rounds):
    """(ONNX Runtime's ms, ours, ratio); None where ONNX Runtime has no such kernel."""
    name, operator, inputs, outputs, domain, attributes = each
    path, archive = os.path.join(folder, "case.onnx"), os.path.join(folder, "in.npz")
    onnx.save(model_of(operator, inputs, outputs, domain, attributes), path)
    feeds = {f"i{i}": x for i, x in enumerate(inputs) if x is not None and not isinstance(x, Weight)}
    np.savez(archive, **feeds)
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 4
    try:
        session = ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        session.run(None, feeds)
    except Exception:
        return None
    binding = session.io_binding()  # leaves Python's conversion of the outputs out of the time
    for key, value in feeds.items():
        binding.bind_ortvalue_input(key, ort.OrtValue.ortvalue_from_numpy(value))
    for output in session.get_outputs():
        binding.bind_output(output.name)

    class Bound:
        def run(self, *_):
            session.run_with_iobinding(binding)

    def block():
        return block_of(Bound(), None, BLOCK_SECONDS)

    def mine(repeat):
        return ours(cli, path, archive, threads, repeat)["latency_ms"]["median"]

    def as_many_as_fit(milliseconds):
        return min(20000, max(3, int(BLOCK_SECONDS * 1e3 / milliseconds)))

    repeat = as_many_as_fit(mine(1))
    other, own = [block()], []
    for _ in range(rounds):
        own.append(mine(repeat))
        other.append(block())
    ratios = [(other[i] + other[i + 1]) / 2 / own[i] for i in range(rounds)]
    return statistics.median(other), statistics.median(own), statistics.median(ratios)


BLOCK_SECONDS = 0.1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("pattern", nargs="?", default="")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    print(f"ONNX Runtime {ort.__version__}, {given.threads} thread(s)")
    rows, missing = [], []
    with tempfile.TemporaryDirectory() as folder:
        for each in CASES:
            if not re.search(given.pattern, each[0]):
                continue
            try:
                measured = measure(given.cli, folder, each, given.threads, given.rounds)
            except Exception as error:  # a failing case must not hide the others
                print(f"{each[0]}: {error}")
                continue
            if measured:
                rows.append((measured[2], each[0], measured[0], measured[1]))
            else:
                missing.append(each[0])
    print(f"{'':38} {'theirs':>10} {'ours':>10} {'theirs':>6}\n{'operator':38} {'ms':>10} {'ms':>10} {'/ ours':>6}")
    for ratio, name, other, mine in sorted(rows):
        print(f"{name:38} {other:10.4f} {mine:10.4f} {ratio:6.2f}")
    if missing:
        print("not in ONNX Runtime: " + ", ".join(missing))


if __name__ == "__main__":
    main()
