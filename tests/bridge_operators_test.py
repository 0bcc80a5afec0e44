#!/usr/bin/env python3
"""Models with operators of a user's own library, run by ONNX Runtime: bridge_operators_test.py PARTITA_CLI PLUGIN LIBRARY

LIBRARY is tests/support/custom_operators.cpp, a real one. After each test, neither a process nor a temporary file may be left.
Exits with 77 (skipped) when Python's onnxruntime or one of the libraries is missing.
"""
import json
import os
import sys
import unittest

from support.bridge_case import BridgeCase, OFF, np, onnx
from onnx import TensorProto, helper, numpy_helper

PLUGIN, LIBRARY = "", ""


class BridgeOperators(BridgeCase):
    def model(self, factor=3.0):
        """Twice X, then a factor of it by the operator of the library, then twice that."""
        twice = [numpy_helper.from_array(np.eye(8, dtype=np.float32) * 2, name) for name in "vw"]
        nodes = [helper.make_node("MatMul", ["x", "v"], ["a"], name="first"),
                 helper.make_node("Scaled", ["a"], ["b"], name="scaled", domain="test.partita", factor=factor),
                 helper.make_node("MatMul", ["b", "w"], ["y"], name="last")]
        ends = [[helper.make_tensor_value_info(name, TensorProto.FLOAT, [2, 8])] for name in "xy"]
        imports = [helper.make_opsetid("", 17), helper.make_opsetid("test.partita", 1)]
        onnx.save(helper.make_model(helper.make_graph(nodes, "g", *ends, twice), opset_imports=imports, ir_version=8),
                  self.path("model.onnx"))
        return self.path("model.onnx")

    def record(self, *arguments, library=None, model=None):
        custom = ["--custom-ops", library or LIBRARY] if library != "" else []
        return ["record", model or self.model(), "-o", self.output, "--provider", "CPU", *custom, *arguments]

    def computed(self, model, *arguments):
        os.makedirs(self.path("inputs"), exist_ok=True)
        with open(self.path("inputs/input_0.pb"), "wb") as file:
            file.write(numpy_helper.from_array(np.arange(16, dtype=np.float32).reshape(2, 8), "x").SerializeToString())
        self.good("run", model, "--custom-ops", LIBRARY, "--inputs", self.path("inputs"), "--outputs",
                  self.path("outputs"), "--force", *arguments)
        tensor = onnx.TensorProto()
        with open(self.path("outputs/output_0.pb"), "rb") as file:
            tensor.ParseFromString(file.read())
        return numpy_helper.to_array(tensor).ravel().tolist()

    # What works

    def test_its_operators_are_run_and_recorded(self):
        told = self.good(*self.record("--run", "--against-cpu", *OFF))
        self.assertEqual([each["max_abs"] for each in told["against_cpu"]], [0])
        with open(self.output, encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(json.loads(text)["settings"]["custom_ops"], [LIBRARY])
        for name in ("first", "scaled", "last"):
            self.assertIn(f'"{name}"', text)
        self.assertEqual(self.computed(self.model(), "--with", "python"), [12 * x for x in range(16)])

    def test_the_library_given_twice_is_one(self):
        self.good(*self.record("--custom-ops", LIBRARY))

    def test_a_context_model_beside_its_operators(self):
        npu = ["--with", f"python:PartitaNpu:{PLUGIN}", "-O", "device=npu"]
        self.output = self.path("context.onnx")
        self.good("compile", self.model(), *npu, "--custom-ops", LIBRARY, "-o", self.output)
        nodes = [node.op_type for node in onnx.load(self.output).graph.node]
        self.assertEqual(nodes.count("Scaled"), 1)
        self.assertGreater(nodes.count("EPContext"), 0)
        self.assertEqual(self.computed(self.output, *npu), [12 * x for x in range(16)])

    # What is no such library

    def test_a_library_of_another_architecture(self):
        with open(LIBRARY, "rb") as file:
            content = bytearray(file.read())
        content[18:20] = (40).to_bytes(2, "little")
        with open(self.path("arm.so"), "wb") as file:
            file.write(content)
        self.bad(4, "arm.so is for arm, this Python for ", *self.record(library=self.path("arm.so")))
        self.bad(4, "provider.so is for arm, this Python for ", "record", self.model(), "-o", self.output, "--provider",
                 f"Other:{self.copied('arm.so', 'provider.so')}")

    def copied(self, name, to, size=None):
        with open(self.path(name) if name else LIBRARY, "rb") as file:
            content = file.read()
        with open(self.path(to), "wb") as file:
            file.write(content[:size])
        return self.path(to)

    def test_files_that_are_no_library(self):
        half = self.copied("", "half.so", os.path.getsize(LIBRARY) // 2)
        self.bad(4, "half.so is cut off (", *self.record(library=half))
        for size, name in ((0, "empty.so"), (40, "short.so")):
            self.bad(4, f"{name} is no shared library", *self.record(library=self.copied("", name, size)))
        with open(self.path("text.so"), "w", encoding="utf-8") as file:
            file.write("a text, longer than the header of a library, which has sixty-four bytes\n")
        self.bad(4, "text.so is no shared library", *self.record(library=self.path("text.so")))
        self.bad(4, "does not take the library " + self.path("gone.so"), *self.record(library=self.path("gone.so")))
        self.bad(4, "does not take the library " + self.folder.name, *self.record(library=self.folder.name))

    def test_a_library_without_operators(self):
        self.bad(4, "has no operators: the function RegisterCustomOps is missing (", *self.record(library=PLUGIN))

    def test_without_the_library(self):
        self.bad(4, "Scaled(-1) is not a registered function/op", *self.record(library=""))
        self.bad(4, "if it is an operator of a library, add that to the session (see --custom-ops)", *self.record(library=""))

    def test_an_operator_that_refuses_its_attributes(self):
        self.bad(4, "the factor is negative", *self.record(model=self.model(factor=-1.0)))


if __name__ == "__main__":
    BridgeCase.cli_path, PLUGIN, LIBRARY = (os.path.abspath(path) for path in sys.argv[1:4])
    if not os.path.exists(PLUGIN) or not os.path.exists(LIBRARY):
        print("skipped: the plug-in or the library of operators was not built: ONNX Runtime's headers are missing")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1], verbosity=1)
