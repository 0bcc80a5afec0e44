#!/usr/bin/env python3
"""The command `compile --with` with ONNX Runtime and with what is none: bridge_compile_test.py PARTITA_CLI LIBRARY SAMPLE

LIBRARY is the plug-in provider, which compiles; without it most tests are skipped. After each test, neither a process nor
a temporary file may be left. Exits with 77 (skipped) when Python's onnxruntime is missing.
"""
import json
import os
import shutil
import subprocess
import sys
import unittest

from support.bridge_case import BridgeCase, NPU, np, onnx, ort

LIBRARY, SAMPLE = "", ""

# A compiler for FAKE that does something in place of compiling.
COMPILES = """
import shutil
class ModelCompiler:
    def __init__(self, *more, **named): pass
    def compile_to_file(self, path):
        {compile}
class SessionOptions(SessionOptions):
    def add_provider(self, name, options): pass
"""


class BridgeCompile(BridgeCase):
    output_name = "out/sample_ctx.onnx"

    def setUp(self):
        super().setUp()
        self.here = self.path("out")

    def files(self):
        return sorted(os.listdir(self.here)) if os.path.exists(self.here) else []

    def compile_with(self, *arguments, who="python", model=None):
        return ["compile", model or SAMPLE, "--with", who, "-o", self.output, *arguments]

    def on_npu(self, *arguments, model=None):
        if not os.path.exists(LIBRARY):
            self.skipTest(f"there is no {LIBRARY}")
        return self.compile_with("-O", "device=npu", *arguments, who="python:PartitaNpu:" + LIBRARY, model=model)

    def computes_the_same(self):
        told = self.good("run", self.output, "--with", "python:PartitaNpu:" + LIBRARY, "-O", "device=npu", "--source",
                         SAMPLE, "--against-cpu")
        self.assertTrue(all(each["max_rel"] < 1e-2 for each in told["against_cpu"]))
        ours = subprocess.run([self.cli_path, "run", self.output, "--device", "npu"], capture_output=True, text=True)
        self.assertEqual(ours.returncode, 0, ours.stderr)

    def fake_compiler(self, text):
        folder = self.fake()
        with open(os.path.join(folder, "onnxruntime/__init__.py"), "a", encoding="utf-8") as file:
            file.write(COMPILES.format(compile=text))
        return folder

    # What works

    def test_a_context_model_is_written_and_checked(self):
        told = self.good(*self.on_npu())
        self.assertEqual((told["onnxruntime"], told["partitions"], told["findings"]), (ort.__version__, 1, []))
        self.assertEqual(told["by_compiler"], hasattr(ort, "ModelCompiler"))
        self.assertEqual(told["label"], f"compiled by ONNX Runtime {ort.__version__}, {NPU}")
        self.assertEqual(self.files(), sorted(["sample_ctx.onnx", *told["files"]]))
        self.assertEqual(told["binary_bytes"], os.path.getsize(os.path.join(self.here, told["files"][0])))
        nodes = onnx.load(self.output).graph.node
        self.assertEqual([node.op_type for node in nodes].count("EPContext"), 1)
        self.computes_the_same()

    def test_session_entries_do_it_too(self):
        told = self.good(*self.on_npu("--by-session"))
        self.assertFalse(told["by_compiler"])
        self.assertEqual(len(self.files()), 2)
        self.computes_the_same()

    def test_the_binary_may_be_inside(self):
        for more in (["--embed"], ["--config", "ep.context_embed_mode=1"], ["--embed", "--by-session"]):
            told = self.good(*self.on_npu(*more))
            self.assertEqual((told["files"], self.files()), ([], ["sample_ctx.onnx"]))
            self.assertGreater(told["binary_bytes"], 1000)
            self.computes_the_same()
            os.remove(self.output)

    def test_the_prefix_reaches_the_provider(self):
        self.good(*self.on_npu("--prefix", "mine_"))
        names = [attribute.s.decode() for node in onnx.load(self.output).graph.node for attribute in node.attribute
                 if attribute.name == "partition_name"]
        self.assertTrue(names and all(name.startswith("mine_") for name in names), names)

    def test_weights_of_the_cpu_go_into_a_file(self):
        for more in ([], ["--by-session"]):
            told = self.good(*self.on_npu("--external-initializers", "weights.bin", *more, model=self.with_cpu_part()))
            self.assertIn("weights.bin", told["files"])
            self.assertEqual(self.files(), sorted(["sample_ctx.onnx", *told["files"]]))
            self.assertEqual(told["findings"], [])
            shutil.rmtree(self.here)

    def with_cpu_part(self):
        """A model with a node that the device does not take, which has a weight."""
        helper, kind = onnx.helper, onnx.TensorProto
        weight = onnx.numpy_helper.from_array(np.ones(2048, np.uint8), "w")
        nodes = [helper.make_node("Sigmoid" if i else "Relu", [f"v{i}"], [f"v{i + 1}"]) for i in range(8)]
        nodes.append(helper.make_node("BitShift", ["b", "w"], ["c"], direction="LEFT"))
        inputs, outputs = ([helper.make_tensor_value_info(floats, kind.FLOAT, [64]),
                            helper.make_tensor_value_info(bytes_, kind.UINT8, [2048])]
                           for floats, bytes_ in (("v0", "b"), ("v8", "c")))
        graph = helper.make_graph(nodes, "g", inputs, outputs, [weight])
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), self.path("cpu.onnx"))
        return self.path("cpu.onnx")

    def test_the_name_of_the_model_is_enough(self):
        os.mkdir(self.here)
        model = os.path.join(self.here, "model.onnx")
        onnx.save(onnx.load(SAMPLE), model)
        arguments = self.on_npu(model=model)
        del arguments[arguments.index("-o"):arguments.index("-o") + 2]
        self.assertEqual(self.good(*arguments)["output"], os.path.join(self.here, "model_ctx.onnx"))

    def test_what_is_there_is_not_replaced_unasked(self):
        self.good(*self.on_npu())
        before = self.contents()
        done = self.cli(*self.on_npu())
        self.assertEqual(done.returncode, 2)
        self.assertEqual(self.contents(), before)

    def contents(self):
        contents = {}
        for name in self.files():
            with open(os.path.join(self.here, name), "rb") as file:
                contents[name] = file.read()
        return contents

    def stays_whole(self, model, *more):
        """A model of the folder keeps its binary and its weights while another one, or its successor, is written."""
        before = self.contents()
        del before[model]
        told = self.good(*self.on_npu("--force", *more, model=self.with_cpu_part()))
        after = self.contents()
        self.assertEqual({name: after[name] for name in before}, before)
        self.assertEqual(sorted(set(after) - set(before) - {model}), sorted({*told["files"], "sample_ctx.onnx"} - {model}))
        self.assertEqual(told["findings"], [])
        done = subprocess.run([self.cli_path, "run", self.output, "--device", "npu", "--source", self.with_cpu_part(),
                               "--against-cpu"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_model_is_replaced_last_and_its_binary_stays(self):
        for more in (["--external-initializers", "weights.bin"], ["--by-session"]):
            self.good(*self.on_npu("--external-initializers", "weights.bin", model=self.with_cpu_part()))
            self.stays_whole("sample_ctx.onnx", *more)
            shutil.rmtree(self.here)

    def test_a_binary_of_another_model_stays(self):
        self.good(*self.on_npu("--external-initializers", "weights.bin", model=self.with_cpu_part()))
        os.rename(self.output, os.path.join(self.here, "other.onnx"))
        before = self.contents()["other.onnx"]
        self.stays_whole("other.onnx", "--external-initializers", "weights.bin")
        self.assertEqual(self.contents()["other.onnx"], before)

    def test_new_names_of_binaries_are_no_binaries_of_the_same_model(self):
        def context(*binaries):
            nodes = [onnx.helper.make_node("EPContext", ["x"], [f"y{i}"], name=f"n{i}", domain="com.microsoft", main_context=1,
                                           embed_mode=0, ep_cache_context=binary, source="QNN", partition_name=f"n{i}")
                     for i, binary in enumerate(binaries)]
            values = [onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [1])
                      for name in ("x", *(f"y{i}" for i in range(len(binaries))))]
            imports = [onnx.helper.make_opsetid("", 17), onnx.helper.make_opsetid("com.microsoft", 1)]
            return onnx.helper.make_model(onnx.helper.make_graph(nodes, "g", values[:1], values[1:]), opset_imports=imports,
                                          ir_version=8)

        os.mkdir(self.here)
        onnx.save(context("a.bin"), os.path.join(self.here, "other.onnx"))
        onnx.save(context("a.bin", "a_2.bin"), self.path("made.onnx"))
        for path in (os.path.join(self.here, "a.bin"), self.path("a.bin"), self.path("a_2.bin")):
            with open(path, "w", encoding="utf-8") as file:
                file.write(path)
        before = self.contents()
        text = f"shutil.copy({self.path('made.onnx')!r}, path)"
        for name in ("a.bin", "a_2.bin"):
            text += f"; shutil.copy({self.path(name)!r}, os.path.dirname(path))"
        told = self.good(*self.compile_with("--force"), path=self.fake_compiler(text))
        after = self.contents()
        self.assertEqual({name: after[name] for name in before}, before)
        named = [attribute.s.decode() for node in onnx.load(self.output).graph.node for attribute in node.attribute
                 if attribute.name == "ep_cache_context"]
        self.assertEqual(sorted(named), sorted(told["files"]))
        self.assertEqual([after[name].decode() for name in named], [self.path("a.bin"), self.path("a_2.bin")])

    # What does not

    def test_wrong_arguments(self):
        self.bad(2, "no context model would be written", *self.compile_with("--config", "ep.context_enable=0"))
        self.bad(2, "standard input", *self.compile_with(model="-"))
        self.bad(2, "no provider 'Qnn'", *self.compile_with(who="python:Qnn"))
        self.bad(4, "/nowhere.so", *self.compile_with(who="python:Qnn:/nowhere.so"))
        for more in (["--device", "npu"], ["--no-fold"], ["-p", "npu"]):
            done = subprocess.run([self.cli_path, *self.compile_with(*more)], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
        self.assertEqual(self.files(), [])

    def test_an_option_that_the_provider_refuses(self):
        arguments = self.on_npu()
        arguments[arguments.index("device=npu")] = "device=nonsense"
        self.bad(4, "could not compile the model", *arguments)
        self.bad(4, "made no session", *arguments, "--by-session")
        self.assertEqual(self.files(), [])

    def test_a_provider_that_compiles_nothing(self):
        for more in ([], ["--by-session"]):
            self.bad(4, "CPU compiled nothing", *self.compile_with(*more))
        self.assertEqual(self.files(), [])

    def test_a_context_model_is_not_compiled_again(self):
        self.good(*self.on_npu())
        context, self.output = self.output, self.path("out/again_ctx.onnx")
        self.bad(2, "holds compiled graphs already", *self.on_npu(model=context))

    def test_settings_reach_the_compiler(self):
        path = self.fake_compiler("raise ValueError('odd')")
        with open(os.path.join(path, "onnxruntime/__init__.py"), "a", encoding="utf-8") as file:
            file.write("""
class ModelCompiler(ModelCompiler):
    def __init__(self, options, *more, **named): raise ValueError(str(sorted(vars(options).items())))
""")
        self.bad(4, "('intra_op_num_threads', 2), ('operators', '/o.so')",
                 *self.compile_with("--threads", "2", "--custom-ops", "/o.so"), path=path)

    def test_a_compiler_that_fails_leaves_nothing(self):
        for text, words in (("raise ValueError('odd')", "could not compile the model: odd"),
                            ("os.kill(os.getpid(), signal.SIGABRT)", "crashed with the signal 6"),
                            ("open(path, 'w').write('half'); os._exit(3)", "status 3"),
                            ("open(path, 'w').write('half')", "cannot be read"),
                            ("os.symlink('/etc/hostname', path)", "compiled nothing"),
                            ("os.mkdir(path)", "compiled nothing"),
                            ("shutil.rmtree(os.path.dirname(path))", "compiled nothing"),
                            (f"shutil.copy({SAMPLE!r}, path)", "compiled nothing"),
                            ("open(path + '.bin', 'w').write('x'); os.fork(); time.sleep(1000)", "longer than 2 s"),
                            ("\n        while True: os.write(2, b'flood ' * 1000)", "printed without end")):
            with self.subTest(text):
                self.bad(4, words, *self.compile_with("--timeout", "2"), path=self.fake_compiler(text))
                self.assertEqual(self.files(), [])

    def test_faults_of_what_was_written_are_listed(self):
        broken = self.path("broken.onnx")
        node = onnx.helper.make_node("EPContext", ["x"], ["y"], domain="com.microsoft", main_context=1, embed_mode=0,
                                     ep_cache_context="gone.bin", source=NPU, partition_name="p")
        value = [onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [1]) for name in "xy"]
        graph = onnx.helper.make_graph([node], "g", value[:1], value[1:])
        imports = [onnx.helper.make_opsetid("", 17), onnx.helper.make_opsetid("com.microsoft", 1)]
        onnx.save(onnx.helper.make_model(graph, opset_imports=imports, ir_version=8), broken)
        done = subprocess.run([self.cli_path, *self.compile_with("--json"), "--python", sys.executable], text=True,
                              capture_output=True, env=self.environment(self.fake_compiler(f"shutil.copy({broken!r}, path)")))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("error", [finding["severity"] for finding in json.loads(done.stdout)["findings"]])
        self.assertEqual(self.files(), ["sample_ctx.onnx"])


if __name__ == "__main__":
    BridgeCase.cli_path, LIBRARY, SAMPLE = (os.path.abspath(path) for path in sys.argv[1:4])
    unittest.main(argv=sys.argv[:1], verbosity=1)
