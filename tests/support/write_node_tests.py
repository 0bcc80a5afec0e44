#!/usr/bin/python3
"""Writes the backend node tests of Python's onnx as files: write_node_tests.py FOLDER

Each test gets FOLDER/NAME/model.onnx and test_data_set_N/{input,output}_N.pb, in the form of older releases
of ONNX, and data.json with the tolerances of ONNX's own runner. The tool of the onnx package writes only the
other kinds of tests.
"""
import json
import os
import sys

from onnx import TensorProto, numpy_helper
from onnx.backend.test.loader import load_node_model_tests

WRITERS = {"map_type": numpy_helper.from_dict, "sequence_type": numpy_helper.from_list,
           "optional_type": numpy_helper.from_optional, "tensor_type": numpy_helper.from_array}


def write(path, proto):
    with open(path, "wb") as file:
        file.write(proto.SerializeToString())


def write_values(folder, prefix, values, declared):
    for i, (value, info) in enumerate(zip(values, declared)):
        if not isinstance(value, TensorProto):
            value = WRITERS[info.type.WhichOneof("value")](value, info.name)
        write(os.path.join(folder, f"{prefix}_{i}.pb"), value)


def tolerances(case):
    halves = any(output.type.tensor_type.elem_type == TensorProto.BFLOAT16 for output in case.model.graph.output)
    return {"rtol": max(case.rtol, 2**-6) if halves else case.rtol, "atol": case.atol}


def main():
    for case in load_node_model_tests():
        folder = os.path.join(sys.argv[1], case.name)
        graph = case.model.graph
        os.makedirs(folder)
        write(os.path.join(folder, "model.onnx"), case.model)
        with open(os.path.join(folder, "data.json"), "w", encoding="utf-8") as file:
            json.dump(tolerances(case), file)
        for i, (inputs, outputs) in enumerate(case.data_sets):
            data = os.path.join(folder, f"test_data_set_{i}")
            os.makedirs(data)
            write_values(data, "input", inputs, graph.input)
            write_values(data, "output", outputs, graph.output)


if __name__ == "__main__":
    main()
