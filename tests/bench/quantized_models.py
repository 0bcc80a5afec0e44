#!/usr/bin/env python3
"""Writes a float32 model in the number formats that devices take, as ONNX Runtime's own tools make them.

  quantized_models.py OUT_FOLDER MODEL [MODEL ...] [--formats qdq,qoperator,dynamic,fp16]

qdq and qoperator: 8 bits, calibrated on seeded random inputs; dynamic: weights of 8 bits, activations rounded in each
run; fp16: weights, inputs and outputs in half precision. compare_speed.py takes what it writes. A format that a model
cannot have is named and left out. Exits with 77 where Python's onnxruntime is missing.
"""
import argparse
import logging
import os
import sys

try:
    import onnx
    import onnxruntime as ort
    from onnxruntime.quantization import (CalibrationDataReader, QuantFormat, QuantType, quantize_dynamic,
                                          quantize_static)
    from onnxruntime.transformers.float16 import convert_float_to_float16
except ImportError:
    print("onnxruntime is not installed: skipped")
    sys.exit(77)

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from compare_with_onnxruntime import feeds_for  # noqa: E402  the same inputs as the comparison


class RandomInputs(CalibrationDataReader):
    def __init__(self, path):
        session = ort.InferenceSession(path, providers=["CPUExecutionProvider"])
        self.feeds = iter([feeds_for(session) for _ in range(2)])

    def get_next(self):
        return next(self.feeds, None)


def static(form):
    def write(path, out):
        quantize_static(path, out, RandomInputs(path), quant_format=form, activation_type=QuantType.QUInt8,
                        weight_type=QuantType.QInt8)
    return write


def dynamic(path, out):
    quantize_dynamic(path, out, weight_type=QuantType.QInt8)


def half(path, out):
    onnx.save(convert_float_to_float16(onnx.load(path)), out)


FORMATS = {"qdq": static(QuantFormat.QDQ), "qoperator": static(QuantFormat.QOperator), "dynamic": dynamic, "fp16": half}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--formats", default=",".join(FORMATS))
    given = parser.parse_args()
    logging.disable(logging.WARNING)  # whole types, thousands of lines
    ort.set_default_logger_severity(3)
    os.makedirs(given.folder, exist_ok=True)
    for path in given.models:
        for name in given.formats.split(","):
            out = os.path.join(given.folder, f"{os.path.splitext(os.path.basename(path))[0]}_{name}.onnx")
            try:
                FORMATS[name](path, out)
                ort.InferenceSession(out, providers=["CPUExecutionProvider"])
                print(out)
            except Exception as error:  # whatever the tools raise
                print(f"{out}: {str(error).splitlines()[0]}")
                if os.path.exists(out):
                    os.remove(out)


main()
