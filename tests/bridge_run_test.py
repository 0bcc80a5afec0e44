#!/usr/bin/env python3
"""The command `run --with` with ONNX Runtime and with what is none: bridge_run_test.py PARTITA_CLI LIBRARY SAMPLE

LIBRARY is the plug-in provider, which need not be there. After each test, neither a process nor a temporary file may be
left. Exits with 77 (skipped) when Python's onnxruntime is missing.
"""
import json
import os
import subprocess
import sys
import time
import unittest

from support.bridge_case import BridgeCase, CPU, NPU, OFF, np, onnx, ort
from onnx import TensorProto, helper, numpy_helper

LIBRARY, SAMPLE = "", ""

# A session of FAKE that runs; `{run}` is what its run does.
RUNS = """
class Value:
    name, type = "boxes_8", "tensor(float)"
class InferenceSession(InferenceSession):
    def get_outputs(self): return [Value()]
    def run(self, names, feeds):
        {run}
"""


class BridgeRun(BridgeCase):
    output_name = "outputs.npz"

    def run_with(self, *arguments, model=None, who="python"):
        return ["run", model or SAMPLE, "--with", who, *arguments]

    def model(self, node, inputs, outputs, opset=21, ir=10):
        """The file of a model with one node, or several."""
        nodes = node if isinstance(node, list) else [node]
        graph = helper.make_graph(nodes, "g", inputs, outputs)
        imports = [helper.make_opsetid("", opset), helper.make_opsetid("ai.onnx.ml", 3)]
        onnx.save(helper.make_model(graph, opset_imports=imports, ir_version=ir), self.path("model.onnx"))
        return self.path("model.onnx")

    def feed(self, *values):
        """A folder of inputs as ONNX's test data."""
        os.makedirs(self.path("inputs"), exist_ok=True)
        for number, value in enumerate(values):
            with open(self.path(f"inputs/input_{number}.pb"), "wb") as file:
                file.write(value.SerializeToString())
        return self.path("inputs")

    def agrees(self, model, *values):
        """Partita computes the same from the same inputs, and what the runtime wrote can be read again."""
        inputs = ["--inputs", self.feed(*values)] if values else []
        outputs = self.path("outputs")
        told = self.good(*self.run_with(*inputs, "--outputs", outputs, "--against-cpu", model=model))
        self.assertTrue(all(each["comparable"] and each["max_abs"] == 0 for each in told["against_cpu"]), told)
        again = subprocess.run([self.cli_path, "run", model, "-p", "cpu", *inputs, "--compare", outputs, "--json"],
                               capture_output=True, text=True)
        self.assertEqual(again.returncode, 0, again.stderr)
        return told

    def fake_run(self, run):
        folder = self.fake()
        with open(os.path.join(folder, "onnxruntime/__init__.py"), "a", encoding="utf-8") as file:
            file.write(RUNS.format(run=run))
        return folder + ":" + os.path.dirname(os.path.dirname(np.__file__))

    # What works

    def test_a_model_runs_and_is_compared_in_every_way(self):
        told = self.good(*self.run_with("--repeat", "3", "--warmup", "1", "--outputs", self.output, "--against-cpu",
                                        "--against-reference", "--against-onnxruntime"))
        self.assertEqual(told["onnxruntime"], ort.__version__)
        self.assertIn(f"measured (ONNX Runtime {ort.__version__}, {CPU})", told["label"])
        self.assertGreater(told["nodes_of"][CPU], 50)
        self.assertGreater(told["latency_ms"]["min"], 0)
        self.assertLessEqual(told["latency_ms"]["min"], told["latency_ms"]["p90"])
        self.assertGreater(told["peak_rss_bytes"], 1 << 20)
        for name in ("against_cpu", "against_reference"):
            self.assertTrue(all(each["comparable"] and each["max_rel"] < 1e-4 for each in told[name]))
        self.assertTrue(all(each["max_abs"] == 0 for each in told["against_onnxruntime"]))
        text = self.cli(*self.run_with("--compare", self.output, "--against-onnxruntime")).stdout
        self.assertIn("equal: largest difference", text)
        self.assertIn("equals ONNX Runtime's CPU provider's", text)

    def test_its_outputs_are_those_of_the_session(self):
        image = np.random.default_rng(1).normal(size=(1, 3, 64, 64)).astype(np.float32)
        np.savez(self.path("inputs.npz"), image=image)
        self.good(*self.run_with("--inputs", self.path("inputs.npz"), "--outputs", self.output))
        session = ort.InferenceSession(SAMPLE, providers=[CPU])
        with np.load(self.output) as written:
            for output, value in zip(session.get_outputs(), session.run(None, {"image": image})):
                self.assertTrue(np.array_equal(written[output.name], value))

    def test_what_differs_from_the_expected_is_said(self):
        self.good(*self.run_with("--outputs", self.output, "--seed", "1"))
        done = subprocess.run([self.cli_path, *self.run_with("--compare", self.output, "--seed", "2"), "--python",
                               sys.executable], capture_output=True, text=True, env=self.environment(None))
        self.assertEqual(done.returncode, 1)
        self.assertIn("different: largest difference", done.stdout)

    def test_a_provider_in_a_library_computes_what_the_device_does(self):
        if not os.path.exists(LIBRARY):
            self.skipTest(f"there is no {LIBRARY}")
        who = "python:PartitaNpu:" + LIBRARY
        told = self.good(*self.run_with("-O", "device=npu", "--outputs", self.output, "--against-onnxruntime", *OFF,
                                        who=who))
        self.assertGreater(told["nodes_of"][NPU], 50)
        self.assertTrue(all(each["max_rel"] < 1e-2 for each in told["against_onnxruntime"]))
        ours = subprocess.run([self.cli_path, "run", SAMPLE, "--device", "npu", *OFF, "--compare", self.output, "--rtol",
                               "0", "--atol", "0"], capture_output=True, text=True)
        self.assertEqual(ours.returncode, 0, ours.stdout + ours.stderr)

    def test_a_context_model_is_compared_with_its_source(self):
        if not os.path.exists(LIBRARY):
            self.skipTest(f"there is no {LIBRARY}")
        context = self.path("sample_ctx.onnx")
        subprocess.run([self.cli_path, "compile", SAMPLE, "-o", context, "--device", "npu"], check=True,
                       capture_output=True)
        arguments = self.run_with("-O", "device=npu", "--against-onnxruntime", "--against-cpu", model=context,
                                  who="python:PartitaNpu:" + LIBRARY)
        self.bad(2, "--source", *arguments)
        told = self.good(*arguments, "--source", SAMPLE)
        self.assertTrue(all(each["max_rel"] < 1e-2 for name in ("against_cpu", "against_onnxruntime")
                            for each in told[name]))

    def test_settings_hold_and_a_fixed_size_is_that_of_the_inputs(self):
        values = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["N", 2]) for name in "xy"]
        model = self.model(helper.make_node("Relu", ["x"], ["y"]), values[:1], values[1:])
        told = self.good(*self.run_with("--free-dim", "N=4", "--threads", "2", "--executor", "parallel",
                                        "--against-onnxruntime", model=model))
        self.assertEqual(told["outputs"][0]["shape"], [4, 2])
        self.assertTrue(told["against_onnxruntime"][0]["comparable"])
        self.bad(2, "has a size 'K'", *self.run_with("--free-dim", "K=4", model=model))
        done = subprocess.run([self.cli_path, "run", model, "--free-dim", "N=4"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)  # only of a session of ONNX Runtime

    def test_every_type_of_numbers_passes(self):
        for name in ("FLOAT", "DOUBLE", "FLOAT16", "BFLOAT16", "INT8", "INT16", "INT32", "INT64", "UINT8", "UINT16",
                     "UINT32", "UINT64", "BOOL", "FLOAT8E4M3FN", "FLOAT8E4M3FNUZ", "FLOAT8E5M2", "FLOAT8E5M2FNUZ"):
            with self.subTest(name):
                kind = getattr(TensorProto, name)
                model = self.model(helper.make_node("Identity", ["x"], ["y"]),
                                   [helper.make_tensor_value_info("x", kind, [2, 2])],
                                   [helper.make_tensor_value_info("y", kind, [2, 2])])
                self.agrees(model, helper.make_tensor("x", kind, [2, 2], [0, 1, 0, 1] if name == "BOOL" else [0, 1, 2, 3]))
                for each in os.listdir(self.path("outputs")):
                    os.remove(self.path("outputs/" + each))

    def test_numbers_of_four_bits_pass(self):
        for name, values in (("INT4", [-8, 7, 3]), ("UINT4", [15, 0, 9])):
            kind = getattr(TensorProto, name)
            model = self.model(helper.make_node("DequantizeLinear", ["x", "scale"], ["y"]),
                               [helper.make_tensor_value_info("x", kind, [3]),
                                helper.make_tensor_value_info("scale", TensorProto.FLOAT, [])],
                               [helper.make_tensor_value_info("y", TensorProto.FLOAT, [3])])
            told = self.good(*self.run_with("--inputs", self.feed(helper.make_tensor("x", kind, [3], values),
                                                                  numpy_helper.from_array(np.float32(0.5), "scale")),
                                            "--outputs", self.output, "--against-cpu", "--force", model=model))
            self.assertTrue(all(each["max_abs"] == 0 for each in told["against_cpu"]))
            with np.load(self.output) as written:
                self.assertEqual(written["y"].tolist(), [0.5 * value for value in values])

    def test_empty_and_scalar_values_pass(self):
        for shape in ([0, 3], []):
            model = self.model(helper.make_node("Identity", ["x"], ["y"]),
                               [helper.make_tensor_value_info("x", TensorProto.BFLOAT16, shape)],
                               [helper.make_tensor_value_info("y", TensorProto.BFLOAT16, shape)])
            self.agrees(model, helper.make_tensor("x", TensorProto.BFLOAT16, shape, [] if shape else [2]))
            os.remove(self.path("outputs/output_0.pb"))

    def test_texts_pass(self):
        info = [helper.make_tensor_value_info(name, TensorProto.STRING, [3]) for name in "xy"]
        model = self.model(helper.make_node("Identity", ["x"], ["y"]), info[:1], info[1:])
        self.agrees(model, helper.make_tensor("x", TensorProto.STRING, [3], ["", "a\nb", "\u4e2d\u6587"]))
        with open(self.path("outputs/output_0.pb"), "rb") as file:
            self.assertEqual(list(onnx.load_tensor_from_string(file.read()).string_data),
                             [b"", b"a\nb", "\u4e2d\u6587".encode()])

    def test_sequences_pass_in_both_directions(self):
        sequence = helper.make_tensor_sequence_value_info
        model = self.model([helper.make_node("SequenceAt", ["s", "n"], ["first"]),
                            helper.make_node("SequenceConstruct", ["first", "first"], ["y"])],
                           [sequence("s", TensorProto.FLOAT, [2]),
                            helper.make_tensor_value_info("n", TensorProto.INT64, [])],
                           [sequence("y", TensorProto.FLOAT, None)])
        arrays = [np.array([1, 2], np.float32), np.array([3, 4], np.float32)]
        told = self.agrees(model, numpy_helper.from_list(arrays, "s"), numpy_helper.from_array(np.int64(1), "n"))
        self.assertEqual(told["outputs"][0]["type"], "sequence of 2")

    def test_maps_come_out(self):
        kind = onnx.TypeProto()
        kind.sequence_type.elem_type.map_type.key_type = TensorProto.INT64
        kind.sequence_type.elem_type.map_type.value_type.tensor_type.elem_type = TensorProto.FLOAT
        model = self.model(helper.make_node("ZipMap", ["x"], ["y"], domain="ai.onnx.ml", classlabels_int64s=[7, 5]),
                           [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 2])],
                           [helper.make_value_info("y", kind)])
        inputs = self.feed(numpy_helper.from_array(np.float32([[1, 2], [3, 4]]), "x"))
        told = self.good(*self.run_with("--inputs", inputs, "--against-cpu", model=model))
        self.assertEqual(told["outputs"][0]["type"], "sequence of 2")
        self.assertTrue(all(each["comparable"] and each["max_abs"] == 0 for each in told["against_cpu"]), told)

    def test_names_of_any_kind_pass(self):
        for name in ("../x", "a/b", "a b\n\"c\" \u4e2d"):
            model = self.model(helper.make_node("Identity", [name], [name + "y"]),
                               [helper.make_tensor_value_info(name, TensorProto.FLOAT, [2])],
                               [helper.make_tensor_value_info(name + "y", TensorProto.FLOAT, [2])])
            told = self.good(*self.run_with("--against-cpu", model=model))
            self.assertTrue(told["against_cpu"][0]["comparable"])

    def test_an_old_runtime_runs_but_does_not_tell_who_got_which_node(self):
        path = self.fake(text="""
import os, sys
sys.path[:] = [each for each in sys.path if each != os.path.dirname(os.path.dirname(__file__))]
del sys.modules["onnxruntime"]
import onnxruntime
for kind in onnxruntime.InferenceSession.__mro__:
    if "get_provider_graph_assignment_info" in vars(kind):
        del kind.get_provider_graph_assignment_info
""")
        whole = path + ":" + os.environ.get("PYTHONPATH", "")
        told = self.good(*self.run_with("--against-cpu"), path=whole)
        self.assertEqual((told["nodes_of"], told["label"]), ({}, f"measured (ONNX Runtime {ort.__version__}, {CPU})"))
        self.assertTrue(all(each["comparable"] for each in told["against_cpu"]))

    def test_a_model_whose_nodes_are_all_folded_runs(self):
        one = onnx.helper.make_tensor("one", TensorProto.FLOAT, [2], [1, 2])
        model = self.model(helper.make_node("Constant", [], ["y"], value=one), [],
                           [helper.make_tensor_value_info("y", TensorProto.FLOAT, [2])])
        told = self.good(*self.run_with("--against-cpu", model=model))
        self.assertEqual([each["max_abs"] for each in told["against_cpu"]], [0])

    # What does not

    def test_wrong_arguments(self):
        for who in ("", "pyth", "python:", ":QNN"):
            self.bad(2, "", *self.run_with(who=who))
        self.bad(2, "no provider 'Qnn'", *self.run_with(who="python:Qnn"))
        self.bad(2, "standard input", *self.run_with(model="-"))
        self.bad(2, "no context model", *self.run_with("--config", "ep.context_enable=1"))
        self.bad(2, "is no size", *self.run_with("--memory", "much"))
        for more in (["--device", "npu"], ["--reference"], ["--stages"], ["--values", "x"]):
            done = subprocess.run([self.cli_path, *self.run_with(*more)], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn("--with", done.stderr)
        done = subprocess.run([self.cli_path, "run", SAMPLE, "--python", "python3"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)

    def test_no_interpreter_and_no_runtime(self):
        self.bad(3, "No such file", *self.run_with(), python="/nowhere/python3")
        self.bad(3, "is no Python interpreter", *self.run_with(), python="/bin/true")
        self.bad(3, "needs 1.15", *self.run_with(), path=self.fake(version="1.2.0"))
        self.bad(3, "cannot be used", *self.run_with(), path=self.fake(text=""))

    def test_a_context_model_alone_is_not_compared_with_the_cpu(self):
        values = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1]) for name in "xy"]
        node = helper.make_node("EPContext", ["x"], ["y"], domain="com.microsoft", main_context=1, embed_mode=1,
                                ep_cache_context=b"x", source="Other")
        imports = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
        onnx.save(helper.make_model(helper.make_graph([node], "g", values[:1], values[1:]), opset_imports=imports,
                                    ir_version=8), self.path("c_ctx.onnx"))
        self.bad(2, "--source", *self.run_with("--against-onnxruntime", model=self.path("c_ctx.onnx")))

    def test_a_run_that_fails_is_an_error(self):
        np.savez(self.path("inputs.npz"), image=np.zeros((1, 3, 8, 8), np.float32))
        self.bad(3, "shape", *self.run_with("--inputs", self.path("inputs.npz")))
        self.bad(4, "could not run the model: odd", *self.run_with(), path=self.fake_run("raise ValueError('odd')"))
        self.bad(4, "crashed with the signal 11", *self.run_with(),
                 path=self.fake_run("os.kill(os.getpid(), signal.SIGSEGV)"))

    def test_the_first_of_several_runs_is_not_timed_unless_it_is_asked_for(self):
        fourth = self.fake_run("""
        self.runs = getattr(self, "runs", 0) + 1
        if self.runs == 4: raise ValueError("a fourth run")
        return [lambda: 1]""")
        self.bad(4, "a fourth run", *self.run_with("--repeat", "3"), path=fourth)
        self.bad(4, "a fourth run", *self.run_with("--repeat", "2", "--warmup", "2"), path=fourth)
        self.bad(4, "cannot be taken over", *self.run_with("--repeat", "3", "--warmup", "0"), path=fourth)

    def test_a_run_that_hangs_or_floods_is_ended(self):
        begin = time.monotonic()
        self.bad(4, "longer than 1 s", *self.run_with("--timeout", "1"),
                 path=self.fake_run("os.fork(); time.sleep(1000)"))
        self.bad(4, "printed without end", *self.run_with(),
                 path=self.fake_run("\n            while True: os.write(2, b'flood ' * 1000)"))
        self.assertLess(time.monotonic() - begin, 60)

    def test_a_run_that_takes_all_memory_is_ended(self):
        self.bad(4, "allow it more memory", *self.run_with("--memory", "1GB", "--outputs", self.output),
                 path=self.fake_run("return [bytearray(1 << 40)]"))

    def test_outputs_that_are_none_are_an_error(self):
        self.bad(4, "the output 'boxes_8' cannot be taken over", *self.run_with(),
                 path=self.fake_run("return [lambda: 1]"))

    def test_half_an_answer_is_an_error(self):
        value = {"name": "boxes_8", "type": 1, "shape": [2], "file": "a"}
        for outputs in (None, 7, [], [7], [{}], [value], [dict(value, shape=[1], type=2)] * 2, [dict(value, type=99)], [dict(value, shape=[3])],
                        [dict(value, shape=[-1])], [dict(value, shape=[1 << 62, 1 << 62])],
                        [dict(value, file="../answer.json")], [dict(value, file="/etc/passwd")],
                        [{"name": "x", "items": [[[]]]}], [{"name": "x", "keys": value, "values": 1}],
                        [dict(value, type=8)]):
            answer = json.dumps({"onnxruntime": "1.30.0", "outputs": outputs})
            python = self.program(f"#!/bin/sh\nprintf 1 > $2/a; printf '%s' '{answer}' > $2/answer.json\n")
            done = self.cli(*self.run_with("--outputs", self.output), python=python)
            self.assertEqual(done.returncode, 4, answer + done.stderr)
            self.assertIn("cannot be read", done.stderr)
            self.assertFalse(os.path.exists(self.output))


if __name__ == "__main__":
    BridgeCase.cli_path, LIBRARY, SAMPLE = (os.path.abspath(path) for path in sys.argv[1:4])
    unittest.main(argv=sys.argv[:1], verbosity=1)
