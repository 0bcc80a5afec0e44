#!/usr/bin/env python3
"""Partita's NPU as a provider of ONNX Runtime: plugin_test.py PARTITA_CLI LIBRARY

Models are small and made here. Exits with 77 (skipped) when Python's onnx or onnxruntime or the library is missing.
"""
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy as np
    import onnx
    import onnxruntime as ort
    from onnx import TensorProto, helper, numpy_helper
except ImportError as error:
    print(f"skipped: {error}; ./test fetches what is needed")
    sys.exit(77)

PROVIDER = "PartitaNpuExecutionProvider"
CLI, LIBRARY = "", ""
OFF = ["--config", "session.graph_optimization_level=disabled"]
X = np.random.default_rng(1).standard_normal((2, 8)).astype(np.float32)


def save(path, nodes, constants=(), shape=(2, 8), outputs=("y",), opset=17):
    graph = helper.make_graph(
        nodes, "small", [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name in outputs], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, path)
    return path


def two_parts(path, seed=0, middle="Hardmax"):
    """Two parts for the device `npu`, which does not take the operator between them."""
    rng = np.random.default_rng(seed)
    weights = [numpy_helper.from_array(rng.standard_normal((8, 8)).astype(np.float32), name) for name in "vw"]
    return save(path, [helper.make_node("MatMul", ["x", "v"], ["a"], name="first"),
                       helper.make_node("Relu", ["a"], ["b"], name="second"),
                       helper.make_node(middle, ["b"], ["c"], name="middle"),
                       helper.make_node("MatMul", ["c", "w"], ["d"], name="third"),
                       helper.make_node("Tanh", ["d"], ["y"], name="fourth")], weights)


def session(model, options=None, **entries):
    settings = ort.SessionOptions()
    settings.log_severity_level = 4
    settings.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    settings.add_session_config_entry("session.record_ep_graph_assignment_info", "1")
    for key, value in entries.items():
        settings.add_session_config_entry("ep." + key, value)
    devices = [each for each in ort.get_ep_devices() if each.ep_name == PROVIDER]
    settings.add_provider_for_devices(devices, {"device": "npu"} if options is None else options)
    return ort.InferenceSession(model, settings, enable_fallback=0)


def placed(made):
    return {frozenset(node.name for node in part.get_nodes())
            for part in made.get_provider_graph_assignment_info() if part.ep_name == PROVIDER}


def contexts_of(path):
    return [{a.name: helper.get_attribute_value(a) for a in node.attribute}
            for node in onnx.load(path).graph.node if node.op_type == "EPContext"]


def cli(*arguments):
    return subprocess.run([CLI, *arguments], capture_output=True, text=True)


class Plugin(unittest.TestCase):
    def setUp(self):
        self.kept = tempfile.TemporaryDirectory()
        self.folder = self.kept.name
        self.model = two_parts(self.path("model.onnx"))
        self.expected = ort.InferenceSession(self.model, providers=["CPUExecutionProvider"]).run(None, {"x": X})[0]

    def tearDown(self):
        self.kept.cleanup()

    def path(self, name):
        return os.path.join(self.folder, name)

    def check(self, made):
        np.testing.assert_allclose(made.run(None, {"x": X})[0], self.expected, rtol=1e-5, atol=1e-6)

    def run_here(self, model):
        np.savez(self.path("in.npz"), x=X)
        done = cli("run", model, "--device", "npu", "--inputs", self.path("in.npz"), "--outputs", self.path("out.npz"),
                   "--force")
        self.assertEqual(done.returncode, 0, done.stderr)
        return np.load(self.path("out.npz"))["y"]

    def test_places_and_runs_as_the_program_does(self):
        made = session(self.model)
        self.assertEqual(placed(made), {frozenset(["first", "second"]), frozenset(["third", "fourth"])})
        self.check(made)

    def test_the_device_tells_the_options_and_their_defaults(self):
        device = next(each for each in ort.get_ep_devices() if each.ep_name == PROVIDER)
        listed = json.loads(cli("providers", "--json").stdout)[0]["options"]
        self.assertEqual(dict(device.ep_metadata)["options"].split(","), [each["name"] for each in listed])
        self.assertEqual(dict(device.ep_options),
                         {each["name"]: each["default"] for each in listed
                          if each["default"] and each["name"] not in ("min_run_length", "dump_om_model")})
        # A session that is given them is as one without.
        made = session(self.model, {**dict(device.ep_options), "device": "npu"})
        self.assertEqual(placed(made), placed(session(self.model)))
        self.check(made)

    def test_a_device_that_wants_long_runs_leaves_short_ones(self):
        self.assertEqual(placed(session(self.model, {"device": "ascend310"})), set())
        made = session(self.model, {"device": "ascend310", "min_run_length": "2"})
        self.assertEqual(placed(made), {frozenset(["first", "second", "middle", "third", "fourth"])})

    def test_single_operator_mode_takes_node_by_node(self):
        made = session(self.model, {"device": "npu", "enable_cann_graph": "0"})
        self.assertEqual(placed(made), {frozenset([name]) for name in ("first", "second", "third", "fourth")})
        self.check(made)

    def test_all_options_are_known_by_their_names(self):
        options = {"device": "npu", "device_id": "0", "npu_mem_limit": "2147483648",
                   "arena_extend_strategy": "kSameAsRequested", "enable_cann_graph": "1", "dump_graphs": "1",
                   "precision_mode": "allow_fp32_to_fp16", "op_select_impl_mode": "high_precision",
                   "optypelist_for_implmode": "Pooling", "dump_om_model": "1", "dump_dir": self.folder}
        made = session(self.model, options)
        self.assertEqual(len(placed(made)), 2)
        names = os.listdir(self.folder)
        self.assertEqual(sum(name.endswith(".om") for name in names), 2, names)
        self.assertEqual(sum(name.endswith(".onnx") for name in names), 3, names)

    def test_a_wrong_option_is_an_error_that_says_what_to_do(self):
        for options, text in (({"device_id": "7"}, "Invalid device ID: 7"), ({"nonsense": "1"}, "nonsense"),
                              ({"device": "nowhere"}, "nowhere"), ({"npu_mem_limit": "-1"}, "npu_mem_limit")):
            with self.assertRaises(Exception) as refused:
                session(self.model, options)
            self.assertIn(text, str(refused.exception))

    def test_too_little_memory_is_an_error_or_a_cut_and_no_crash(self):
        try:
            self.check(session(self.model, {"device": "npu", "npu_mem_limit": "64"}))
        except Exception as refused:
            self.assertIn("memory", str(refused).lower())

    def test_context_models_go_both_ways(self):
        theirs = self.path("theirs_ctx.onnx")
        self.check(session(self.model, context_enable="1", context_file_path=theirs))
        contexts = contexts_of(theirs)
        self.assertEqual([c["main_context"] for c in contexts], [1, 0])
        self.assertEqual(contexts[0]["ep_cache_context"], b"theirs_npu.bin")
        self.assertEqual(cli("lint", theirs).returncode, 0)
        np.testing.assert_allclose(self.run_here(theirs), self.expected, rtol=1e-5, atol=1e-6)
        self.check(session(theirs))
        ours = self.path("ours_ctx.onnx")
        done = cli("compile", self.model, "-o", ours, "--device", "npu", *OFF)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check(session(ours))

    def test_a_context_may_be_embedded_and_loaded_from_memory(self):
        path = self.path("embedded_ctx.onnx")
        session(self.model, context_enable="1", context_file_path=path, context_embed_mode="1")
        self.assertFalse([name for name in os.listdir(self.folder) if name.endswith(".bin")])
        with open(path, "rb") as file:
            self.check(session(file.read()))
        np.testing.assert_allclose(self.run_here(path), self.expected, rtol=1e-5, atol=1e-6)

    def test_a_model_from_memory_finds_its_binary_by_the_context_path(self):
        path = self.path("model_ctx.onnx")
        session(self.model, context_enable="1")
        with open(path, "rb") as file:
            self.check(session(file.read(), context_file_path=path))

    def test_the_prefix_names_the_partitions(self):
        path = self.path("prefixed_ctx.onnx")
        session(self.model, context_enable="1", context_file_path=path, context_node_name_prefix="left_")
        self.assertTrue(all(c["partition_name"].startswith(b"left_") for c in contexts_of(path)))
        self.check(session(path))

    def test_weights_of_the_cpu_may_lie_in_a_file(self):
        model = save(self.path("cpu.onnx"), [
            helper.make_node("Relu", ["x"], ["a"], name="a"), helper.make_node("Hardmax", ["a"], ["b"], name="b"),
            helper.make_node("PRelu", ["b", "s"], ["c"], name="c"), helper.make_node("Hardmax", ["c"], ["y"], name="d")],
            [numpy_helper.from_array(np.ones((2, 8), np.float32), "s")])
        path = self.path("cpu_ctx.onnx")
        made = session(model, context_enable="1", context_file_path=path,
                       context_model_external_initializers_file_name="cpu.data")
        np.testing.assert_array_equal(session(path).run(None, {"x": X})[0], made.run(None, {"x": X})[0])
        np.testing.assert_array_equal(self.run_here(path), made.run(None, {"x": X})[0])
        ours = self.path("ours_ctx.onnx")
        done = cli("compile", model, "-o", ours, "--device", "npu", "--external-initializers", "ours.data", *OFF)
        self.assertEqual(done.returncode, 0, done.stderr)
        np.testing.assert_array_equal(session(ours).run(None, {"x": X})[0], made.run(None, {"x": X})[0])

    def test_model_compiler_writes_a_context_model(self):
        settings = ort.SessionOptions()
        devices = [each for each in ort.get_ep_devices() if each.ep_name == PROVIDER]
        settings.add_provider_for_devices(devices, {"device": "npu"})
        path = self.path("compiled_ctx.onnx")
        ort.ModelCompiler(settings, self.model).compile_to_file(path)
        self.assertEqual(len(contexts_of(path)), 2)
        self.check(session(path))
        np.testing.assert_allclose(self.run_here(path), self.expected, rtol=1e-5, atol=1e-6)

    def test_merged_context_models_load(self):
        other = two_parts(self.path("other.onnx"), seed=5)
        for name in ("model", "other"):
            session(self.path(f"{name}.onnx"), context_enable="1")
        merged = self.path("merged_ctx.onnx")
        done = cli("merge", self.path("model_ctx.onnx"), self.path("other_ctx.onnx"), "-o", merged, "--prefix", "m_,o_")
        self.assertEqual(done.returncode, 0, done.stderr)
        found = dict(zip(("m_y", "o_y"), session(merged).run(["m_y", "o_y"], {"m_x": X, "o_x": X})))
        np.testing.assert_allclose(found["m_y"], self.expected, rtol=1e-5, atol=1e-6)
        np.testing.assert_array_equal(found["o_y"], session(other).run(None, {"x": X})[0])

    def test_what_onnxruntime_made_of_a_model_is_taken_too(self):
        bias = [numpy_helper.from_array(np.ones((8, 8), np.float32), "w"),
                numpy_helper.from_array(np.ones(8, np.float32), "b")]
        model = save(self.path("bias.onnx"), [helper.make_node("MatMul", ["x", "w"], ["a"], name="product"),
                                              helper.make_node("Add", ["a", "b"], ["y"], name="bias")], bias)
        settings = ort.SessionOptions()
        settings.add_session_config_entry("session.record_ep_graph_assignment_info", "1")
        devices = [each for each in ort.get_ep_devices() if each.ep_name == PROVIDER]
        settings.add_provider_for_devices(devices, {"device": "npu"})
        made = ort.InferenceSession(model, settings)
        self.assertEqual(placed(made), {frozenset(["product/MatMulAddFusion"])})
        np.testing.assert_allclose(made.run(None, {"x": X})[0], X @ np.ones((8, 8)) + 1, rtol=1e-5)

    def test_types_of_all_kinds_cross_the_border(self):
        for kind in (TensorProto.FLOAT16, TensorProto.INT64, TensorProto.INT32, TensorProto.UINT8, TensorProto.BOOL):
            dtype = helper.tensor_dtype_to_np_dtype(kind)
            graph = helper.make_graph([helper.make_node("Reshape", ["x", "s"], ["y"], name="r")], "g",
                                      [helper.make_tensor_value_info("x", kind, (2, 3))],
                                      [helper.make_tensor_value_info("y", kind, (3, 2))],
                                      [numpy_helper.from_array(np.array([3, 2], np.int64), "s")])
            path = self.path(f"type{kind}.onnx")
            onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
            made = session(path)
            self.assertEqual(placed(made), {frozenset(["r"])})
            x = np.arange(6).reshape(2, 3).astype(dtype)
            np.testing.assert_array_equal(made.run(None, {"x": x})[0], x.reshape(3, 2))

    def test_sessions_share_one_binary(self):
        first, second = self.path("first.onnx"), self.path("second.onnx")
        two_parts(first, seed=3)
        two_parts(second, seed=3, middle="Hardmax")
        alive = [session(first, context_enable="1", share_ep_contexts="1"),
                 session(second, context_enable="1", share_ep_contexts="1", stop_share_ep_contexts="1")]
        self.assertEqual([n for n in os.listdir(self.folder) if n.endswith(".bin")], ["first_npu.bin"])
        loaded = [session(self.path(f"{name}_ctx.onnx"), share_ep_contexts="1") for name in ("first", "second")]
        for name, before, after in zip(("first", "second"), alive, loaded):
            expected = before.run(None, {"x": X})[0]
            np.testing.assert_array_equal(after.run(None, {"x": X})[0], expected)
            np.testing.assert_allclose(self.run_here(self.path(f"{name}_ctx.onnx")), expected, rtol=1e-5, atol=1e-6)
        with self.assertRaises(Exception) as refused:
            session(self.path("first_ctx.onnx"), share_ep_contexts="1", context_enable="1")
        self.assertIn("compiled already", str(refused.exception))

    def test_a_binary_that_partita_shares_is_taken_graph_by_graph(self):
        first, second = two_parts(self.path("first.onnx"), seed=3), two_parts(self.path("second.onnx"), seed=4)
        expected = [session(path).run(None, {"x": X})[0] for path in (first, second)]
        done = cli("compile-shared", f"{first},{second}", "-o", self.path("shared"), "--device", "npu")
        self.assertEqual(done.returncode, 0, done.stderr)
        for name, wanted in zip(("first", "second"), expected):
            made = session(self.path(os.path.join("shared", f"{name}_ctx.onnx")), share_ep_contexts="1")
            np.testing.assert_allclose(made.run(None, {"x": X})[0], wanted, rtol=1e-5, atol=1e-6)

    def test_a_damaged_or_missing_binary_is_an_invalid_graph(self):
        path = self.path("model_ctx.onnx")
        session(self.model, context_enable="1")
        binary = self.path("model_npu.bin")
        with open(binary, "r+b") as file:
            file.seek(100)
            file.write(b"damage")
        for damage in (None, os.remove):
            if damage:
                damage(binary)
            with self.assertRaises(Exception) as refused:
                session(path)
            self.assertIn("INVALID_GRAPH", str(refused.exception))

    def test_a_context_for_another_device_is_refused(self):
        session(self.model, context_enable="1")
        with self.assertRaises(Exception) as refused:
            session(self.path("model_ctx.onnx"), {"device": "ascend910"})
        self.assertIn("INVALID_GRAPH", str(refused.exception))

    def test_a_context_model_is_not_compiled_again(self):
        session(self.model, context_enable="1")
        with self.assertRaises(Exception) as refused:
            session(self.path("model_ctx.onnx"), context_enable="1", context_file_path=self.path("again_ctx.onnx"))
        self.assertIn("compiled already", str(refused.exception))
        self.assertFalse(os.path.exists(self.path("again_ctx.onnx")))

    def test_many_threads_may_run_one_session(self):
        made = session(self.model)
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for result in pool.map(lambda _: made.run(None, {"x": X})[0], range(200)):
                np.testing.assert_allclose(result, self.expected, rtol=1e-5, atol=1e-6)

    def test_the_library_may_be_unregistered_and_registered_again(self):
        done = subprocess.run([sys.executable, "-c", f"""
import numpy as np, onnxruntime as ort
for name in ("first", "second"):
    ort.register_execution_provider_library(name, {LIBRARY!r})
    options = ort.SessionOptions()
    options.add_provider_for_devices([d for d in ort.get_ep_devices() if d.ep_name == {PROVIDER!r}], {{"device": "npu"}})
    session = ort.InferenceSession({self.model!r}, options)
    print(session.run(None, {{"x": np.ones((2, 8), np.float32)}})[0].shape)
    del session, options
    ort.unregister_execution_provider_library(name)
"""], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, "(2, 8)\n(2, 8)\n"), done.stderr)

    def test_dynamic_sizes_run_in_any_size(self):
        model = save(self.path("dynamic.onnx"), [helper.make_node("Neg", ["x"], ["a"], name="a"),
                                                 helper.make_node("Relu", ["a"], ["y"], name="b")], shape=("n", "m"))
        made = session(model, {"device": "ascend310", "min_run_length": "1"})
        self.assertEqual(placed(made), {frozenset(["a", "b"])})
        for size in ((2, 8), (0, 3), (5, 1)):
            x = np.full(size, -2, np.float32)
            np.testing.assert_array_equal(made.run(None, {"x": x})[0], -x)

    def test_bodies_are_placed_as_predicted(self):
        then = helper.make_graph([helper.make_node("Neg", ["x"], ["t"], name="negate")], "then", [],
                                 [helper.make_tensor_value_info("t", TensorProto.FLOAT, (2, 8))])
        other = helper.make_graph([helper.make_node("Hardmax", ["x"], ["e"], name="harden")], "else", [],
                                  [helper.make_tensor_value_info("e", TensorProto.FLOAT, (2, 8))])
        model = save(self.path("if.onnx"), [
            helper.make_node("ReduceSum", ["x"], ["s"], name="sum", keepdims=0),
            helper.make_node("Greater", ["s", "zero"], ["c"], name="greater"),
            helper.make_node("If", ["c"], ["y"], name="if", then_branch=then, else_branch=other)],
            [numpy_helper.from_array(np.float32(0), "zero")])
        made = session(model)
        old = tuple(int(number) for number in ort.__version__.split(".")[:3]) < (1, 24, 4)
        inside = set() if old else {frozenset(["negate"])}  # old versions cannot compile in bodies
        self.assertEqual(placed(made), {frozenset(["sum", "greater"])} | inside)
        for x in (np.ones_like(X), -np.ones_like(X)):
            expected = ort.InferenceSession(model, providers=["CPUExecutionProvider"]).run(None, {"x": x})[0]
            np.testing.assert_array_equal(made.run(None, {"x": x})[0], expected)
        device = self.path("outside.json")
        with open(device, "w", encoding="utf-8") as file:
            json.dump({"name": "outside", "extends": "npu", "bodies": False}, file)
        self.assertEqual(placed(session(model, {"device": device})), {frozenset(["sum", "greater"])})


if __name__ == "__main__":
    CLI, LIBRARY = sys.argv[1], os.path.abspath(sys.argv[2])
    if not os.path.exists(LIBRARY):
        print(f"skipped: there is no {LIBRARY}: the headers of ONNX Runtime are missing; ./run --plugin says why")
        sys.exit(77)
    ort.set_default_logger_severity(4)
    ort.register_execution_provider_library("partita", LIBRARY)
    unittest.main(argv=sys.argv[:1], verbosity=1)
