#!/usr/bin/env python3
"""The command `profile` with runtimes that are made for this test: profile_test.py PARTITA_CLI

Each is an onnxruntime whose provider follows a rule, and crashes, hangs or floods where a test says so. After each test,
neither a process nor a temporary file may be left. Exits with 77 (skipped) when Python's onnx or onnxruntime is missing.
"""
import json
import os
import signal
import subprocess
import sys
import time
import unittest

from support.bridge_case import BridgeCase, onnx

CLI = ""

FAKE = """
import os, signal, sys, time
import onnx
__version__ = {version!r}
class GraphOptimizationLevel: ORT_DISABLE_ALL = 0
class EPFail(Exception): pass
class SessionOptions:
    def add_session_config_entry(self, key, value): pass
def get_available_providers(): return ["CPUExecutionProvider", "OtherExecutionProvider"]
class Node:
    domain = ""
    def __init__(self, node): self.name, self.op_type = node.name, node.op_type
class Part:
    def __init__(self, name, node): self.ep_name, self.nodes = name, [Node(node)]
    def get_nodes(self): return self.nodes
def facts(model):
    graph = model.graph
    node = graph.node[0]
    values = {{value.name: value.type.tensor_type for value in graph.input}}
    constants = {{tensor.name: tensor for tensor in graph.initializer}}
    first = values.get(node.input[0])
    kind = first.elem_type if first else constants[node.input[0]].data_type
    shape = [dim.dim_value for dim in first.shape.dim] if first else list(constants[node.input[0]].dims)
    known = not first or first.HasField("shape") and all(dim.HasField("dim_value") for dim in first.shape.dim)
    shape = shape if not first or first.HasField("shape") else [1] * 6
    attributes = {{attribute.name: onnx.helper.get_attribute_value(attribute) for attribute in node.attribute}}
    # What is empty is as good as a constant.
    empty = [name for name, type in values.items() if any(dim.HasField("dim_value") and not dim.dim_value for dim in type.shape.dim)]
    constant = [name in constants or name in empty for name in node.input]
    return node, kind, len(shape), known, attributes, constant, model.opset_import[0].version
class InferenceSession:
    def __init__(self, path, options=None, enable_fallback=1, providers=()):
        node, kind, rank, known, attributes, constant, opset = facts(onnx.load(path))
        if opset > {newest}: raise ValueError("opset %s is under development" % opset)
        self.node, self.names = node, [each if isinstance(each, str) else each[0] for each in providers]
        self.mine, self.beside = False, []  # nodes that are told, too, and whether they are taken
        axis = attributes.get("axis", -1 if opset >= 13 else 1)
        if node.op_type == "Softmax" and not -rank <= axis < rank: raise ValueError("there is no such axis")
        if "OtherExecutionProvider" in self.names:
            with open({log!r}, "a") as file:
                print(os.getpid(), file=file)
            {rule}
    def get_providers(self): return self.names + ["CPUExecutionProvider"]
    def get_provider_graph_assignment_info(self):
        return [Part("OtherExecutionProvider" if mine else "CPUExecutionProvider", node)
                for node, mine in [(self.node, self.mine), *self.beside]]
"""

# What of a function is taken are the nodes that it is replaced by, which have no names.
FUNCTION = """
            self.mine, node.name = known, ""
"""

# Relu in fp32 and fp16 of up to four axes; Softmax only of the last axis, in fp16 of up to three axes. Relu in fp64 fails to
# compile.
RULE = """
            if node.op_type == "Relu":
                self.mine = kind in (1, 10, 11) and rank <= 4 and known
                if self.mine and kind == 11: raise EPFail("cannot compile fp64")
            if node.op_type == "Softmax":
                self.mine = known and axis in (-1, rank - 1) and (kind == 1 or kind == 10 and rank < 4)
            if node.op_type == "Slice": self.mine = known and kind == 1 and all(constant[1:])
"""


# Relu of single numbers, and a quantized one as a whole, of 8 bits without sign only. QuantizeLinear and DequantizeLinear are
# left to others at the borders of a model.
QUANTIZED = """
            graph = onnx.load(path).graph
            self.node = next((each for each in graph.node if each.name == "probe"), node)
            kinds = {value.name: value.type.tensor_type.elem_type for value in [*graph.input, *graph.output]}
            whole = {each.output[0]: kinds.get(each.input[0]) for each in graph.node if each.op_type == "DequantizeLinear"}
            if self.node.op_type == "Relu":
                self.mine = whole.get(self.node.input[0], 2 * kind) == 2
            if self.node.op_type == "QuantizeLinear": self.mine = self.node.input[0] not in kinds
            if self.node.op_type == "DequantizeLinear": self.mine = self.node.output[0] not in kinds
"""

# The same of 8 bits with sign; those without are replaced by others before the provider is asked.
REPLACED = QUANTIZED.replace("== 2", "== 3") + """
            if 2 in whole.values(): self.node, self.mine = onnx.helper.make_node("Relu", ["x"], ["y"], name="other"), False
"""

# MatMul of quantized numbers, whose weight has one scale or, with signed numbers, one for each column; and Neg of real ones,
# whose quantizers are taken by themselves: where they have one scale.
SCALED = """
            graph = onnx.load(path).graph
            self.node = next((each for each in graph.node if each.name == "probe"), node)
            tensors = {each.name: each for each in graph.initializer}
            made = {each.output[0]: each for each in graph.node if each.op_type == "DequantizeLinear"}
            def scales(each):
                axis = [attribute.i for attribute in each.attribute if attribute.name == "axis"]
                blocks = any(attribute.name == "block_size" for attribute in each.attribute)
                return (axis[0], blocks, tensors[each.input[2]].data_type) if axis and tensors[each.input[1]].dims else None
            around = [each for each in graph.node if each is not self.node and len(each.input) == 3]
            if self.node.op_type == "MatMul" and around:
                plain = all(not scales(each) for each in around if each.output[0] != self.node.input[1])
                weight = scales(made[self.node.input[1]]) if self.node.input[1] in made else None
                self.mine = plain and (not weight or weight == (1, False, onnx.TensorProto.INT8) or
                                       weight == (-1, False, onnx.TensorProto.INT8))
                self.beside = [(each, self.mine) for each in around]
            if self.node.op_type == "Neg":
                self.mine = True
                self.beside = [(each, not scales(each)) for each in around]
            if self.node.op_type == "DequantizeLinear":
                self.mine = not tensors[self.node.input[1]].dims if self.node.input[1] in tensors else False
            if self.node.op_type == "QuantizeLinear":
                self.mine = not tensors[self.node.input[1]].dims if self.node.input[1] in tensors else False
"""

# Erf between quantizers of one type as a whole, which is not taken; elsewhere quantizers by themselves, which are.
DECLINED = """
            graph = onnx.load(path).graph
            self.node = next((each for each in graph.node if each.name == "probe"), node)
            tensors = {each.name: each for each in graph.initializer}
            around = [each for each in graph.node if each is not self.node and len(each.input) == 3]
            kinds = {tensors[each.input[2]].data_type for each in around if each.input[2] in tensors}
            self.mine = self.node.op_type in ("DequantizeLinear", "QuantizeLinear")
            if self.node.op_type == "Erf": self.beside = [(each, len(kinds) > 1) for each in around]
"""


class Profile(BridgeCase):
    output_name = "profile.json"

    def runtime(self, rule=RULE, version="1.30.0", newest=99):
        self.log = self.path("sessions")
        mine = self.fake(text=FAKE.format(rule=rule.strip(), version=version, log=self.log, newest=newest))
        # Behind it the modules that it imports, such as onnx.
        return os.pathsep.join([mine, *filter(None, [os.environ.get("PYTHONPATH")])])

    def learn(self, *arguments, operators=("Relu",)):
        return ["profile", "learn", "--provider", "Other", "-o", self.output, "--jobs", "2",
                *(word for name in operators for word in ("--operator", name)), *arguments]

    def check(self, *arguments, operators=("Relu",)):
        return ["profile", "check", self.output, "--provider", "Other",
                *(word for name in operators for word in ("--operator", name)), *arguments]

    def sessions(self):
        with open(self.log, encoding="utf-8") as file:
            return len(file.readlines())

    def written(self):
        with open(self.output, encoding="utf-8") as file:
            return json.load(file)

    def predicted(self, op, kind, shape, opset=21, **attributes):
        """(provider, code) of a node by the profile that was learned."""
        node = onnx.helper.make_node(op, ["x"], ["y"], name="n", **attributes)
        values = [onnx.helper.make_tensor_value_info(name, kind, shape) for name in ("x", "y")]
        model = onnx.helper.make_model(onnx.helper.make_graph([node], "g", values[:1], values[1:]),
                                       opset_imports=[onnx.helper.make_opsetid("", opset)], ir_version=10)
        onnx.save(model, self.path("model.onnx"))
        done = subprocess.run([CLI, "partition", self.path("model.onnx"), "--device", self.output, "--json"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        node = json.loads(done.stdout)["nodes"][0]
        return node["provider"], node["verdicts"][0]["code"]

    # What works

    def test_an_older_runtime_is_asked_in_the_opsets_that_it_loads(self):
        # Relu-14 is in force there, Swish is not yet.
        self.good(*self.learn(), path=self.runtime(newest=20))
        self.assertEqual([rule["versions"] for rule in self.written()["graph"]["Relu"]][-1], [6])
        self.assertIn("rules of opsets after 20", self.written()["learned"]["notTried"])
        self.assertEqual(self.predicted("Relu", onnx.TensorProto.FLOAT, [2, 3]), ("npu", "claimed"))
        os.remove(self.output)
        self.bad(2, "up to opset 20, the newest that this ONNX Runtime loads, ONNX has no operator Swish",
                 *self.learn(operators=("Swish",)), path=self.runtime(newest=20))

    def test_a_provider_that_leaves_single_nodes_to_others_is_asked_in_company(self):
        rule = """
            alone = len(onnx.load(path).graph.node) == 1
            self.mine = node.op_type == "Relu" or node.op_type in ("Cast", "Abs") and not alone
"""
        self.good(*self.learn(operators=("Relu", "Abs")), path=self.runtime(rule))
        self.assertEqual(list(self.written()["graph"]), ["Abs", "Relu"])
        self.assertIn("nodes that stand alone, which it leaves to others", self.written()["learned"]["notTried"])
        self.assertEqual(self.predicted("Abs", onnx.TensorProto.FLOAT, [2, 3]), ("npu", "claimed"))
        told = self.good(*self.check(operators=("Relu", "Abs")), path=self.runtime(rule))
        self.assertEqual(told["differences"], [])

    def test_the_rules_are_those_of_the_provider(self):
        told = self.good(*self.learn(operators=("Relu", "Softmax", "Abs")), path=self.runtime())
        self.assertEqual((told["operators"], told["claimed"], told["unexplained"]), (3, 2, 0))
        self.assertEqual(told["provider"], "OtherExecutionProvider")
        self.assertEqual(list(self.written()["graph"]), ["Relu", "Softmax"])
        half, single, double = onnx.TensorProto.FLOAT16, onnx.TensorProto.FLOAT, onnx.TensorProto.DOUBLE
        for node, verdict in ((("Relu", single, [2, 3, 4, 5]), ("npu", "claimed")),
                              (("Relu", half, [7]), ("npu", "claimed")),
                              (("Relu", single, [1, 2, 3, 4, 5]), ("cpu", "rankUnsupported")),
                              (("Relu", onnx.TensorProto.INT32, [2]), ("cpu", "typeUnsupported")),
                              (("Relu", single, ["n", 2]), ("cpu", "dynamicShape")),
                              (("Relu", double, [2]), ("cpu", "failsToCompile")),
                              (("Softmax", single, [3, 4, 5]), ("npu", "claimed")),
                              (("Softmax", half, [3, 4, 5]), ("npu", "claimed")),
                              (("Softmax", half, [2, 3, 4, 5]), ("cpu", "rankUnsupported")),
                              (("Abs", single, [2]), ("cpu", "noKernel"))):
            self.assertEqual(self.predicted(*node), verdict, node)
        self.assertEqual(self.predicted("Softmax", single, [3, 4, 5], axis=1), ("cpu", "attributeUnsupported"))

    def quantized(self, kind):
        """Who runs DequantizeLinear, Relu, QuantizeLinear and another QuantizeLinear by the profile that was learned."""
        make = onnx.helper.make_node
        scales = [onnx.helper.make_tensor("s", onnx.TensorProto.FLOAT, [], [0.1]), onnx.helper.make_tensor("z", kind, [], [0])]
        nodes = [make("DequantizeLinear", ["x", "s", "z"], ["a"], name="dequantize"), make("Relu", ["a"], ["b"], name="relu"),
                 make("QuantizeLinear", ["b", "s", "z"], ["y"], name="quantize"),
                 make("QuantizeLinear", ["w", "s", "z"], ["v"], name="of an input")]
        value = onnx.helper.make_tensor_value_info
        ends = [value("x", kind, [2, 3]), value("w", onnx.TensorProto.FLOAT, [2, 3])], [value(each, kind, [2, 3]) for each in "yv"]
        model = onnx.helper.make_model(onnx.helper.make_graph(nodes, "g", *ends, scales), ir_version=10,
                                       opset_imports=[onnx.helper.make_opsetid("", 21)])
        onnx.save(model, self.path("model.onnx"))
        done = subprocess.run([CLI, "partition", self.path("model.onnx"), "--device", self.output, "--json"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return {node["name"]: node["provider"] for node in json.loads(done.stdout)["nodes"]}

    def test_a_quantized_group_is_taken_or_left_as_a_whole(self):
        operators = ("Relu", "QuantizeLinear", "DequantizeLinear")
        path = self.runtime(QUANTIZED)
        told = self.good(*self.learn(operators=operators), path=path)
        self.assertEqual((told["quantized"], told["claimed_quantized"], told["unexplained"]), (1, 1, 0))
        self.assertFalse(self.written()["quantizedBorders"])
        self.assertTrue(self.written()["microsoftQuantizers"])
        self.assertEqual(self.quantized(onnx.TensorProto.UINT8),
                         {"dequantize": "npu", "relu": "npu", "quantize": "npu", "of an input": "cpu"})
        self.assertEqual(set(self.quantized(onnx.TensorProto.INT8).values()), {"cpu"})
        self.assertEqual(self.predicted("Relu", onnx.TensorProto.FLOAT, [2, 3]), ("npu", "claimed"))
        told = self.good(*self.check(operators=operators), path=path)
        self.assertEqual(told["differences"], [])

    def test_a_group_that_the_runtime_replaces_tells_nothing(self):
        operators = ("Relu", "QuantizeLinear", "DequantizeLinear")
        told = self.good(*self.learn(operators=operators), path=self.runtime(REPLACED))
        self.assertEqual((told["claimed_quantized"], told["unexplained"]), (1, 0))
        self.assertGreater(told["invalid"], 0)
        self.assertEqual({kind: self.quantized(kind)["relu"] for kind in (onnx.TensorProto.UINT8, onnx.TensorProto.INT8)},
                         {onnx.TensorProto.UINT8: "cpu", onnx.TensorProto.INT8: "npu"})

    def placed(self, op, weight, kind=onnx.TensorProto.INT8, **scales):
        """Who runs the nodes of a quantized operator with one input or, with the dims of its scales, a weight."""
        make, tensor = onnx.helper.make_node, onnx.helper.make_tensor
        dims = scales.pop("dims", [])
        count = dims[0] * (dims[1] if len(dims) > 1 else 1) if dims else 1
        byte = onnx.TensorProto.UINT8
        more = [tensor("s", onnx.TensorProto.FLOAT, [], [0.1]), tensor("z", byte, [], [0]),
                tensor("ws", onnx.TensorProto.FLOAT, dims, [0.1] * count), tensor("wz", kind, dims, [0] * count)]
        nodes = [make("QuantizeLinear", ["b", "s", "z"], ["y"], name="q")]
        if weight:
            more.append(tensor("w", kind, [4, 6], [1] * 24))
            nodes = [make("DequantizeLinear", ["x", "s", "z"], ["a"], name="x"),
                     make("DequantizeLinear", ["w", "ws", "wz"], ["v"], name="w", **scales),
                     make(op, ["a", "v"], ["b"], name="op"), *nodes]
        else:
            nodes = [make("DequantizeLinear", ["x", "ws", "wz"], ["a"], name="x", **scales), make(op, ["a"], ["b"], name="op"), *nodes]
        value = onnx.helper.make_tensor_value_info
        ends = [value("x", byte if weight else kind, [5, 4])], [value("y", byte, [5, 6] if weight else [5, 4])]
        model = onnx.helper.make_model(onnx.helper.make_graph(nodes, "g", *ends, more), ir_version=10,
                                       opset_imports=[onnx.helper.make_opsetid("", 21)])
        onnx.save(model, self.path("model.onnx"))
        done = subprocess.run([CLI, "partition", self.path("model.onnx"), "--device", self.output, "--json"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return " ".join(node["provider"] for node in json.loads(done.stdout)["nodes"])

    def test_scales_of_channels_and_blocks_are_learned_as_the_provider_takes_them(self):
        # The quantizers, which are not named, are asked about because nodes of groups are taken apart from each other.
        operators = ("MatMul", "Neg")
        told = self.good(*self.learn(operators=operators), path=self.runtime(SCALED))
        self.assertEqual((told["operators"], told["quantized"], told["unexplained"]), (4, 2, 0))
        self.assertIn("operators that --operator does not name, but quantizers where they are needed", told["not_tried"])
        whole, none, signless = "npu npu npu npu", "cpu cpu cpu cpu", onnx.TensorProto.UINT8
        self.assertEqual(self.placed("MatMul", True), whole)
        self.assertEqual(self.placed("MatMul", True, dims=[1], axis=1), whole)
        self.assertEqual(self.placed("MatMul", True, dims=[6], axis=1), whole)
        self.assertEqual(self.placed("MatMul", True, signless), whole)
        self.assertEqual(self.placed("MatMul", True, signless, dims=[6], axis=1), none)
        self.assertEqual(self.placed("MatMul", True, dims=[4], axis=0), none)
        self.assertEqual(self.placed("MatMul", True, dims=[2, 6], axis=0, block_size=2), none)
        self.assertEqual(self.placed("MatMul", True, dims=[4, 3], axis=1, block_size=2), none)
        # No group: the quantizer of channels is left alone.
        self.assertEqual(self.placed("Neg", False, signless), "npu npu npu")
        self.assertEqual(self.placed("Neg", False, signless, dims=[4], axis=1), "cpu npu npu")
        told = self.good(*self.check(operators=operators), path=self.runtime(SCALED))
        self.assertEqual(told["differences"], [])

    def test_a_group_of_an_operator_that_is_never_taken_is_declined_as_a_whole(self):
        told = self.good(*self.learn(operators=("Erf",)), path=self.runtime(DECLINED))
        self.assertEqual((told["claimed_quantized"], told["unexplained"]), (0, 0))
        self.assertEqual(self.placed("Erf", False, onnx.TensorProto.UINT8), "cpu cpu cpu")
        self.assertEqual(self.placed("Erf", False, onnx.TensorProto.INT8), "npu cpu npu")
        told = self.good(*self.check(operators=("Erf",)), path=self.runtime(DECLINED))
        self.assertEqual(told["differences"], [])

    def test_a_function_whose_nodes_are_taken_is_taken(self):
        self.good(*self.learn(operators=("Celu",)), path=self.runtime(rule=FUNCTION))
        self.assertEqual(self.predicted("Celu", onnx.TensorProto.FLOAT, [2]), ("npu", "claimed"))
        self.assertEqual(self.predicted("Celu", onnx.TensorProto.FLOAT, ["n"]), ("cpu", "dynamicShape"))

    def test_a_profile_agrees_with_what_it_was_learned_from(self):
        path = self.runtime()
        self.good(*self.learn(operators=("Relu", "Slice")), path=path)
        told = self.good(*self.check(operators=("Relu", "Slice")), path=path)
        self.assertEqual(told["differences"], [])
        self.assertEqual(told["agree"], told["probes"])
        self.assertGreater(told["probes"], 30)

    def test_a_check_lists_what_changed(self):
        self.good(*self.learn(), path=self.runtime())
        path = self.runtime(RULE.replace("(1, 10, 11)", "(1, 6, 10)"))
        done = subprocess.run([CLI, *self.check(), "--json", "--python", sys.executable], capture_output=True, text=True,
                              env=self.environment(path))
        self.assertEqual(done.returncode, 1, done.stderr)
        told = json.loads(done.stdout)
        seen = {(each["provider"], each["profile"]) for each in told["differences"]}
        self.assertEqual(seen, {("taken", "declined"), ("declined", "fails")})
        self.assertIn("int32", " ".join(each["probe"] for each in told["differences"]))
        self.assertEqual(told["agree"] + len(told["differences"]), told["probes"])
        self.assertIn("the profile says", subprocess.run([CLI, *self.check(), "--python", sys.executable], text=True,
                                                         capture_output=True, env=self.environment(path)).stdout)

    def test_a_check_lists_every_difference_also_as_text(self):
        operators = ("Relu", "Softmax", "Slice")
        self.good(*self.learn(operators=operators), path=self.runtime())
        environment = self.environment(self.runtime(RULE + "            self.mine = not self.mine\n"))
        answers = [subprocess.run([CLI, *self.check(*more, operators=operators), "--python", sys.executable], text=True,
                                  capture_output=True, env=environment).stdout for more in (["--json"], [])]
        differences = json.loads(answers[0])["differences"]
        self.assertGreater(len(differences), 40)
        self.assertEqual(len([line for line in answers[1].splitlines() if "the profile says" in line]), len(differences))

    def test_a_node_at_which_the_provider_dies_fails(self):
        for what in ("os.kill(os.getpid(), signal.SIGSEGV)", "os._exit(0)", "time.sleep(1000)",
                     "\n                    while True: os.write(1, b'flood ' * 10000)"):
            path = self.runtime(RULE.replace('raise EPFail("cannot compile fp64")', what))
            self.good(*self.learn("--force", "--timeout", "1"), path=path)
            self.assertEqual(self.predicted("Relu", onnx.TensorProto.DOUBLE, [2, 3, 4, 5]), ("cpu", "failsToCompile"), what)
            self.assertEqual(self.predicted("Relu", onnx.TensorProto.FLOAT, [2, 3, 4]), ("npu", "claimed"))
            self.assertEqual(self.predicted("Relu", onnx.TensorProto.FLOAT, [2, 3, 4, 5]), ("npu", "claimed"))

    def test_learning_goes_on_where_it_was_interrupted(self):
        path = self.runtime(RULE.replace("self.mine = kind", "time.sleep(0.05); self.mine = kind"))
        command = subprocess.Popen([CLI, *self.learn(), "--python", sys.executable], env=self.environment(path),
                                   stderr=subprocess.PIPE, text=True)
        until = time.monotonic() + 60
        while time.monotonic() < until and not (os.path.exists(self.log) and self.sessions() > 5):
            time.sleep(0.02)
        command.send_signal(signal.SIGINT)
        _, errors = command.communicate(timeout=30)
        self.assertEqual(command.returncode, 130, errors)
        self.check_nothing_is_left()
        self.assertFalse(os.path.exists(self.output))
        answers = self.output + ".answers"
        if os.path.exists(answers):  # the first batch was told
            self.assertIn(answers, errors)
        self.good(*self.learn(), path=path)
        self.assertFalse(os.path.exists(answers))

    def test_answers_that_were_kept_are_not_asked_for_again(self):
        path, answers = self.runtime(), self.path("answers")
        self.good(*self.learn("--answers", answers), path=path)
        first, asked = self.written(), self.sessions()
        with open(answers, encoding="utf-8") as file:
            lines = file.readlines()
        with open(answers, "w", encoding="utf-8") as file:
            file.writelines(lines[:-5])
            file.write(lines[-5][:10])  # half a line
        self.good(*self.learn("--answers", answers, "--force"), path=path)
        self.assertEqual(self.written(), first)
        self.assertLessEqual(self.sessions() - asked, 5)
        self.bad_here(2, "of another provider", *self.learn("--answers", answers, "--force", "-O", "a=b"), path=path)
        with open(answers, "w", encoding="utf-8") as file:
            file.write("[1]")
        self.bad_here(2, "begins in another way", *self.learn("--answers", answers, "--force"), path=path)

    # What does not

    def bad_here(self, status, words, *arguments, **more):
        """An error that leaves an earlier profile as it is."""
        done = self.cli(*arguments, **more)
        self.assertEqual(done.returncode, status, done.stderr + done.stdout)
        self.assertIn(words, done.stderr)

    def test_no_runtime_to_ask(self):
        self.bad(3, "No such file", *self.learn(), python="/nowhere/python3")
        self.bad(3, "cannot be used", *self.learn(), path=self.fake(text=""))
        path = self.runtime(version="1.20.0")
        with open(os.path.join(path.split(os.pathsep)[0], "onnxruntime/__init__.py"), "a", encoding="utf-8") as file:
            file.write("del InferenceSession.get_provider_graph_assignment_info\n")
        self.bad(3, "needs 1.24", *self.learn(), path=path)
        self.bad(2, "no provider 'Nobody'", "profile", "learn", "--provider", "Nobody", "-o", self.output, "--operator",
                 "Relu", path=self.runtime())
        self.assertFalse(os.path.exists(self.output + ".answers"))

    def test_a_provider_that_dies_at_everything(self):
        self.bad(4, "at each of 20 models", *["profile", "learn", "--provider", "Other", "-o", self.output, "--jobs", "1", "--operator", "Relu"],
                 path=self.runtime("os.kill(os.getpid(), signal.SIGSEGV)"))
        os.remove(self.output + ".answers")

    def test_a_provider_that_takes_nothing(self):
        self.bad(4, "takes none", *self.learn(), path=self.runtime("pass"))
        os.remove(self.output + ".answers")

    def test_a_provider_that_is_left_out_of_the_session(self):
        path = self.runtime()
        with open(os.path.join(path.split(os.pathsep)[0], "onnxruntime/__init__.py"), "a", encoding="utf-8") as file:
            file.write("InferenceSession.get_providers = lambda self: ['CPUExecutionProvider']\n")
        self.bad(4, "session without OtherExecutionProvider", *self.learn(), path=path)

    def test_wrong_arguments(self):
        path = self.runtime()
        self.bad(2, "no operator Nonsense", *self.learn(operators=("Nonsense",)), path=path)
        self.bad(2, "name it with -o", "profile", "learn", "--provider", "Other", path=path)
        self.bad(2, "of one provider", *self.learn("--provider", "CPU"), path=path)
        self.bad(2, "learning reads no profile", "profile", "learn", "x.json", "--provider", "Other", "-o", self.output,
                 path=path)
        self.bad(2, "no profile to check", "profile", "check", "--provider", "Other", path=path)
        for text, words in (('{"name": "half", "graph": {"Relu": [{"versions"', "JSON"),
                            ('{"name": "a", "graph": {"Relu": [{"constraints": [{"rank": {"output": "Y"}}]}]}}', "rank"),
                            ('{"name": "a", "graph": {"Relu": [{"constraints": [{"type": {"input": "X", "is": ["real"]}}]}]}}',
                             "no type 'real'"),
                            ('{"name": "a", "graph": {"Relu": [{"constraints": [{"source": {"input": "X", "is": "odd"}}]}]}}',
                             "'odd' is none of constant")):
            self.program(text, "half.json")
            done = self.cli("profile", "check", self.path("half.json"), "--provider", "Other", path=path)
            self.assertIn(done.returncode, (2, 3), done.stderr)
            self.assertIn(words, done.stderr)
            self.assertIn("half.json:1", done.stderr)


if __name__ == "__main__":
    CLI = os.path.abspath(sys.argv[1])
    BridgeCase.cli_path = CLI
    unittest.main(argv=sys.argv[:1], verbosity=1)
