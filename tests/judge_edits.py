#!/usr/bin/env python3
"""Makes edits that people ask for with `partita-cli edit`, and judges the models that it writes.

  judge_edits.py PARTITA_CLI [PATTERN]

Each edited model must pass ONNX's checker with strict inference, and give in ONNX Runtime what numpy or an edit of
the same kind by onnx's own Python gives. Exits with 77 (skipped) when Python's onnx or onnxruntime is missing, and
with 1 when an edit fails or a result differs.
"""
import copy
import fnmatch
import json
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import onnx
    import onnxruntime as ort
    from onnx import TensorProto, helper, numpy_helper
except ImportError as error:
    print(f"skipped: {error}; ./test fetches what is needed")
    sys.exit(77)

CLI = os.path.abspath(sys.argv[1])
RNG = np.random.default_rng(5)
F = TensorProto.FLOAT


def array(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


IMAGE = array(1, 3, 8, 8)
WEIGHTS = {"conv_w": array(4, 3, 3, 3), "conv_b": array(4), "fc_w": array(4, 5), "fc_b": array(5)}


def network(batch=1, opset=17):
    """Conv, Relu, an Identity, a Dropout, a global mean, Reshape to the batch, Gemm."""
    nodes = [
        helper.make_node("Conv", ["image", "conv_w", "conv_b"], ["c"], "conv", pads=[1, 1, 1, 1]),
        helper.make_node("Relu", ["c"], ["r"], "relu"),
        helper.make_node("Identity", ["r"], ["i"], "identity"),
        helper.make_node("Dropout", ["i"], ["d"], "dropout"),
        helper.make_node("GlobalAveragePool", ["d"], ["g"], "mean"),
        helper.make_node("Reshape", ["g", "flat"], ["f"], "reshape"),
        helper.make_node("Gemm", ["f", "fc_w", "fc_b"], ["y"], "fc"),
    ]
    weights = [numpy_helper.from_array(value, name) for name, value in WEIGHTS.items()]
    weights.append(numpy_helper.from_array(np.array([1, 4], np.int64), "flat"))
    graph = helper.make_graph(
        nodes, "net", [helper.make_tensor_value_info("image", F, [batch, 3, 8, 8])],
        [helper.make_tensor_value_info("y", F, [batch, 5])], weights)
    return helper.make_model(graph, ir_version=10, opset_imports=[helper.make_opsetid("", opset)],
                             producer_name="judge")


def small(nodes, inputs, outputs, weights=(), opset=17):
    info = helper.make_tensor_value_info
    graph = helper.make_graph(nodes, "g", [info(*i) for i in inputs], [info(*o) for o in outputs],
                              [numpy_helper.from_array(value, name) for name, value in weights])
    return helper.make_model(graph, ir_version=10, opset_imports=[helper.make_opsetid("", opset)])


def run(model, feeds):
    source = model if isinstance(model, str) else model.SerializeToString()
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    session = ort.InferenceSession(source, options, providers=["CPUExecutionProvider"])
    return dict(zip([o.name for o in session.get_outputs()], session.run(None, feeds)))


def changed(model, change):
    model = copy.deepcopy(model)
    change(model)
    return model


def node(model, name):
    return next(n for n in model.graph.node if n.name == name)


def set_weight(model, name, value):
    for i, tensor in enumerate(model.graph.initializer):
        if tensor.name == name:
            model.graph.initializer[i].CopyFrom(numpy_helper.from_array(value, name))


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


# Each case returns: model, options, feeds for the edited model, expected outputs; and, if needed, files of the
# folder (name: array or JSON) and a function that looks at the edited model.

@case
def rename_input_and_output():
    model = network()
    return model, ["--rename", "image=picture", "--rename", "y=scores"], {"picture": IMAGE}, \
        {"scores": run(model, {"image": IMAGE})["y"]}


@case
def delete_a_node_and_reconnect():
    model = network()
    expected = changed(model, lambda m: (node(m, "identity").input.__setitem__(0, "c"), m.graph.node.remove(node(m, "relu"))))
    return model, ["--connect", "identity:0=c", "--delete", "relu"], {"image": IMAGE}, run(expected, {"image": IMAGE})


@case
def bypass_identity():
    model = network()
    return model, ["--bypass", "identity"], {"image": IMAGE}, run(model, {"image": IMAGE}), {}, \
        lambda m: all(n.op_type != "Identity" for n in m.graph.node)


@case
def remove_dropout():
    model = network()
    return model, ["--bypass", "op:Dropout"], {"image": IMAGE}, run(model, {"image": IMAGE}), {}, \
        lambda m: all(n.op_type != "Dropout" for n in m.graph.node)


@case
def softmax_at_the_end():
    model = network()
    return model, ["--insert", "y=Softmax(axis=1)"], {"image": IMAGE}, {"y": softmax(run(model, {"image": IMAGE})["y"])}


@case
def identity_on_an_edge():
    model = network()
    return model, ["--insert", "c=Identity"], {"image": IMAGE}, run(model, {"image": IMAGE})


@case
def input_of_bytes_with_a_cast():
    model = network()
    image = RNG.integers(0, 255, (1, 3, 8, 8)).astype(np.uint8)
    return model, ["--insert", "image=Cast(to=float32)", "--type", "image=uint8"], {"image": image}, \
        run(model, {"image": image.astype(np.float32)})


@case
def normalized_input():
    model = network()
    steps = [{"op": "add_initializer", "name": "offset", "value": {"type": "float32", "values": 0.5}},
             {"op": "add_initializer", "name": "scale", "value": {"type": "float32", "values": 4}},
             {"op": "insert_node", "operator": "Sub", "on": "image", "inputs": ["offset"], "name": "shifted"},
             {"op": "insert_node", "operator": "Mul", "on": "op:Sub", "inputs": ["scale"]}]
    return model, ["--script", "s.json"], {"image": IMAGE}, run(model, {"image": (IMAGE - np.float32(0.5)) * 4}), \
        {"s.json": {"version": 1, "edits": steps}}


@case
def channels_last_input():
    model = network()
    return model, ["--insert", "image=Transpose(perm=0,3,1,2)", "--input-shape", "image:1,8,8,3"], \
        {"image": IMAGE.transpose(0, 2, 3, 1).copy()}, run(model, {"image": IMAGE})


@case
def fix_a_symbolic_batch():
    model = network("batch")
    model.graph.initializer[4].CopyFrom(numpy_helper.from_array(np.array([-1, 4], np.int64), "flat"))
    return model, ["--dim", "batch=2"], {"image": np.concatenate([IMAGE, -IMAGE])}, \
        {"y": np.concatenate([run(model, {"image": i})["y"] for i in (IMAGE, -IMAGE)])}, {}, \
        lambda m: m.graph.input[0].type.tensor_type.shape.dim[0].dim_value == 2


@case
def make_the_batch_dynamic():
    model = network()
    images = [IMAGE, -IMAGE, 2 * IMAGE]
    return model, ["--batch", "batch"], {"image": np.concatenate(images)}, \
        {"y": np.concatenate([run(model, {"image": i})["y"] for i in images])}


@case
def another_batch_size():
    model = network()
    images = [IMAGE, -IMAGE, 2 * IMAGE, 3 * IMAGE]
    return model, ["--batch", "4"], {"image": np.concatenate(images)}, \
        {"y": np.concatenate([run(model, {"image": i})["y"] for i in images])}


@case
def newer_opset():
    nodes = [helper.make_node("ReduceSum", ["x"], ["s"], "sum", axes=[1], keepdims=1),
             helper.make_node("Squeeze", ["s"], ["y"], "squeeze", axes=[1])]
    model = small(nodes, [("x", F, [2, 3])], [("y", F, [2])], opset=11)
    x = array(2, 3)
    return model, ["--opset", "18"], {"x": x}, {"y": x.sum(1)}, {}, lambda m: m.opset_import[0].version == 18


@case
def an_inner_tensor_as_output():
    model = network()
    expected = changed(model, lambda m: m.graph.output.append(helper.make_tensor_value_info("r", F, None)))
    return model, ["--output", "r"], {"image": IMAGE}, run(expected, {"image": IMAGE})


@case
def change_an_attribute():
    model = network()
    def stride(m):
        node(m, "conv").attribute.append(helper.make_attribute("strides", [2, 2]))
    return model, ["--set", "conv.strides=2,2"], {"image": IMAGE}, run(changed(model, stride), {"image": IMAGE})


@case
def reset_an_attribute():
    model = network()
    def unpad(m):
        del node(m, "conv").attribute[:]
    return model, ["--reset", "conv.pads"], {"image": IMAGE}, run(changed(model, unpad), {"image": IMAGE})


@case
def replace_weights():
    model, weights = network(), array(4, 5)
    return model, ["--tensor", "fc_w=w.npy"], {"image": IMAGE}, \
        run(changed(model, lambda m: set_weight(m, "fc_w", weights)), {"image": IMAGE}), {"w.npy": weights}


@case
def weights_in_half_precision_with_a_cast_back():
    model = network()
    def rounded(m):
        for name, value in WEIGHTS.items():
            set_weight(m, name, value.astype(np.float16).astype(np.float32))
    return model, ["--store", "kind:initializer type:float32=float16"], {"image": IMAGE}, \
        run(changed(model, rounded), {"image": IMAGE}), {}, \
        lambda m: sum(t.data_type == TensorProto.FLOAT16 for t in m.graph.initializer) == 4


@case
def cut_the_front_off():
    model = network()
    steps = [{"op": "add_input", "name": "features", "type": "float32", "shape": [1, 4, 8, 8]},
             {"op": "reroute_readers", "from": "d", "to": "features"},
             {"op": "delete_nodes", "nodes": ["conv", "relu", "identity", "dropout"]},
             {"op": "remove_input", "tensor": "image"}]
    features = array(1, 4, 8, 8)
    expected = {"y": features.mean((2, 3)) @ WEIGHTS["fc_w"] + WEIGHTS["fc_b"]}
    return model, ["--script", "s.json"], {"features": features}, expected, {"s.json": {"version": 1, "edits": steps}}, \
        lambda m: len(m.graph.node) == 3


@case
def a_weight_as_input():
    model = network()
    bias = array(5)
    return model, ["--form", "fc_b=input"], {"image": IMAGE, "fc_b": bias}, \
        run(changed(model, lambda m: set_weight(m, "fc_b", bias)), {"image": IMAGE})


@case
def an_input_as_constant():
    model = small([helper.make_node("Add", ["x", "k"], ["y"])], [("x", F, [2, 3]), ("k", F, [3])], [("y", F, [2, 3])])
    x = array(2, 3)
    step = {"op": "change_tensor_form", "tensor": "k", "form": "constant", "value": [1.5, 2.5, -3]}
    return model, ["--script", "s.json"], {"x": x}, {"y": x + np.array([1.5, 2.5, -3], np.float32)}, \
        {"s.json": {"version": 1, "edits": [step]}}


@case
def another_activation():
    model = network()
    def sigmoid(m):
        node(m, "relu").op_type = "Sigmoid"
    return model, ["--replace-operator", "op:Relu=Sigmoid"], {"image": IMAGE}, run(changed(model, sigmoid), {"image": IMAGE})


@case
def leaky_activation_with_its_slope():
    model = network()
    def leaky(m):
        node(m, "relu").op_type = "LeakyRelu"
        node(m, "relu").attribute.append(helper.make_attribute("alpha", 0.25))
    return model, ["--replace-operator", "relu=LeakyRelu", "--set", "relu.alpha=0.25"], {"image": IMAGE}, \
        run(changed(model, leaky), {"image": IMAGE})


@case
def reorder_and_remove_outputs():
    nodes = [helper.make_node(op, ["x"], [name]) for op, name in (("Neg", "a"), ("Abs", "b"), ("Exp", "c"))]
    model = small(nodes, [("x", F, [3])], [(name, F, [3]) for name in "abc"])
    x = array(3)
    steps = [{"op": "reorder_interface", "outputs": ["c", "b"]}, {"op": "remove_output", "output": "a"}]
    return model, ["--script", "s.json", "--delete", "op:Neg"], {"x": x}, {"c": np.exp(x), "b": np.abs(x)}, \
        {"s.json": {"version": 1, "edits": steps}}, lambda m: [o.name for o in m.graph.output] == ["c", "b"]


@case
def weights_in_a_data_file():
    model = network()
    return model, ["--external", "kind:initializer type:float32"], {"image": IMAGE}, run(model, {"image": IMAGE}), {}, \
        lambda m: sum(t.data_location == TensorProto.EXTERNAL for t in m.graph.initializer) == 4


@case
def equal_weights_once():
    w = array(3)
    model = small([helper.make_node("Add", ["x", "v"], ["s"]), helper.make_node("Mul", ["s", "w"], ["y"])],
                  [("x", F, [3])], [("y", F, [3])], [("v", w), ("w", w)])
    x = array(3)
    return model, ["--share"], {"x": x}, {"y": (x + w) * w}, {}, lambda m: len(m.graph.initializer) == 1


@case
def what_is_said_about_a_model():
    model = network()
    return model, ["--doc", "a net", "--metadata", "author=me", "--producer", "hand"], {"image": IMAGE}, \
        run(model, {"image": IMAGE}), {}, \
        lambda m: m.doc_string == "a net" and m.metadata_props[0].value == "me" and m.producer_name == "hand"


def rectified(shape, opset=17):
    """y = -relu(x)"""
    nodes = [helper.make_node("Relu", ["x"], ["r"], "relu"), helper.make_node("Neg", ["r"], ["y"], "neg")]
    return small(nodes, [("x", F, shape)], [("y", F, shape)], opset=opset)


@case
def nodes_become_a_function():
    model = network()
    step = {"op": "extract_function", "nodes": ["conv", "relu", "mean"], "name": "Stem", "domain": "local"}
    steps = [{"op": "bypass_nodes", "nodes": ["identity", "dropout"]}, step]
    return model, ["--script", "s.json"], {"image": IMAGE}, run(model, {"image": IMAGE}), \
        {"s.json": {"version": 1, "edits": steps}}, \
        lambda m: [n.op_type for n in m.graph.node] == ["Stem", "Reshape", "Gemm"] and len(m.functions) == 1


@case
def a_branch_becomes_a_function():
    model = branching(constant=False)
    feeds = {"x": array(3), "c": np.array(False)}
    return model, ["--extract-function", "op:If=local.Choice"], feeds, run(model, feeds), {}, \
        lambda m: [n.op_type for n in m.graph.node] == ["Relu", "Choice"]


@case
def a_function_is_inlined():
    model = rectified([3])
    body = [helper.make_node("LeakyRelu", ["p"], ["t"], "leaky"), helper.make_node("Add", ["t", "p"], ["q"], "add")]
    body[0].attribute.add(name="alpha", ref_attr_name="slope", type=onnx.AttributeProto.FLOAT)
    model.functions.append(helper.make_function("my", "Sloped", ["p"], ["q"], body,
                                                [helper.make_opsetid("", 17)], ["slope"]))
    model.opset_import.append(helper.make_opsetid("my", 1))
    for name, slope in (("relu", 0.5), ("neg", 0.25)):
        call = node(model, name)
        call.op_type, call.domain = "Sloped", "my"
        call.attribute.append(helper.make_attribute("slope", slope))
    x = array(3)
    return model, ["--inline-function", "my.Sloped"], {"x": x}, run(model, {"x": x}), {}, \
        lambda m: not m.functions and len(m.graph.node) == 4


@case
def a_function_and_back():
    model = network()
    steps = [{"op": "extract_function", "nodes": "fc", "name": "Head", "domain": "local"},
             {"op": "inline_function", "nodes": "op:Head"}]
    return model, ["--script", "s.json"], {"image": IMAGE}, run(model, {"image": IMAGE}), \
        {"s.json": {"version": 1, "edits": steps}}, lambda m: m.graph.node[-1].op_type == "Gemm"


def branching(constant):
    """y = c ? -relu(x) : |relu(x)|"""
    def branch(op, name):
        value = helper.make_tensor_value_info(name, F, [3])
        return helper.make_graph([helper.make_node(op, ["r"], [name])], name, [], [value])
    nodes = [helper.make_node("Relu", ["x"], ["r"], "relu"),
             helper.make_node("If", ["c"], ["y"], "if", then_branch=branch("Neg", "t"), else_branch=branch("Abs", "e"))]
    inputs = [("x", F, [3])] + ([] if constant else [("c", TensorProto.BOOL, [])])
    return small(nodes, inputs, [("y", F, [3])], [("c", np.array(True))] if constant else [])


@case
def the_branch_of_a_known_condition():
    model = branching(constant=True)
    x = array(3)
    return model, ["--take-branch", "op:If"], {"x": x}, {"y": -np.maximum(x, 0)}, {}, \
        lambda m: [n.op_type for n in m.graph.node] == ["Relu", "Neg"] and not m.graph.initializer


@case
def half_precision_on_an_edge():
    x = array(2, 3)
    return rectified([2, 3]), ["--cast-and-back", "r=float16"], {"x": x}, \
        {"y": -np.maximum(x, 0).astype(np.float16).astype(np.float32)}, {}, \
        lambda m: [n.op_type for n in m.graph.node] == ["Relu", "Cast", "Cast", "Neg"]


@case
def another_layout_on_an_edge():
    x = array(2, 3, 4)
    return rectified([2, 3, 4]), ["--transpose-and-back", "r=2,0,1"], {"x": x}, {"y": -np.maximum(x, 0)}, {}, \
        lambda m: [n.op_type for n in m.graph.node] == ["Relu", "Transpose", "Transpose", "Neg"]


@case
def an_edge_is_quantized():
    x = array(2, 3)
    codes = np.clip(np.rint(np.maximum(x, 0) / np.float32(0.02)) + 10, 0, 255)
    return rectified([2, 3]), ["--quantize", "r=uint8:0.02,10"], {"x": x}, \
        {"y": (-(codes - 10) * np.float32(0.02)).astype(np.float32)}


@case
def each_channel_is_quantized():
    x = array(2, 3)
    scale, zero = np.array([0.02, 0.03, 0.05], np.float32), np.array([0, -5, 7])
    codes = np.clip(np.rint(np.maximum(x, 0) / scale) + zero, -128, 127)
    step = {"op": "insert_quantization", "on": "r", "type": "int8", "scale": [0.02, 0.03, 0.05], "zero_point": [0, -5, 7]}
    return rectified([2, 3]), ["--script", "s.json"], {"x": x}, {"y": (-(codes - zero) * scale).astype(np.float32)}, \
        {"s.json": {"version": 1, "edits": [step]}}


def takes_marks(model, settings):
    """Whether ONNX Runtime makes a session that assigns nodes by their marks."""
    options = ort.SessionOptions()
    options.add_session_config_entry("session.layer_assignment_settings", settings)
    ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return True


@case
def nodes_are_marked_for_a_provider():
    x = array(3)
    def marks(m):
        return {n.name: [(p.key, p.value) for p in n.metadata_props] for n in m.graph.node}
    return rectified([3]), ["--mark", "*=front", "--mark", "neg=head", "--unmark", "relu"], {"x": x}, \
        {"y": -np.maximum(x, 0)}, {}, \
        lambda m: marks(m) == {"relu": [], "neg": [("layer_ann", "head")]} and takes_marks(m, "cpu(=head)")


@case
def nodes_become_a_model_of_their_own():
    model = network()
    features = array(1, 4, 8, 8)
    expected = {"g": features.mean((2, 3), keepdims=True)}
    return model, ["extract", "--nodes", "op:GlobalAveragePool"], {"d": features}, expected, {}, lambda m: len(m.graph.node) == 1


def judge(build, folder):
    model, options, feeds, expected, files, holds = complete(build())
    onnx.save(model, os.path.join(folder, "in.onnx"))
    for name, content in files.items():
        if name.endswith(".npy"):
            np.save(os.path.join(folder, name), content)
        else:
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                json.dump(content, file)
    if options[0] == "extract":
        command = ["extract", "in.onnx", "out.onnx", *options[1:]]
    else:
        command = ["edit", "in.onnx", "-o", "out.onnx", *options, "--save-script", "again.json"]
    done = subprocess.run([CLI, *command], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        return f"status {done.returncode}: {done.stdout.strip()} {done.stderr.strip()}"
    problem = compare(os.path.join(folder, "out.onnx"), feeds, expected, holds)
    if problem or options[0] == "extract":
        return problem
    # The saved script does the same again.
    again = subprocess.run([CLI, "edit", "in.onnx", "-o", "again.onnx", "--script", "again.json"], cwd=folder,
                           capture_output=True, text=True, check=False)
    if again.returncode:
        return f"the saved script: status {again.returncode}: {again.stdout.strip()} {again.stderr.strip()}"
    return compare(os.path.join(folder, "again.onnx"), feeds, expected, holds)


def complete(parts):
    return tuple(parts) + ({}, lambda m: True)[len(parts) - 4:]


def compare(path, feeds, expected, holds):
    try:
        onnx.checker.check_model(path, full_check=True)
        actual = run(path, feeds)
    except Exception as error:  # what ONNX and ONNX Runtime raise
        return f"not accepted: {str(error)[:300]}"
    if not holds(onnx.load(path, load_external_data=False)):
        return "the written model does not have what was asked for"
    if list(actual) != list(expected):
        return f"outputs {list(actual)}, expected {list(expected)}"
    for name, value in expected.items():
        if actual[name].shape != value.shape or actual[name].dtype != value.dtype or \
                not np.allclose(actual[name], value, rtol=1e-4, atol=1e-5):
            return f"{name} differs by {np.abs(actual[name] - value).max() if actual[name].shape == value.shape else actual[name].shape}"
    return None


def main():
    pattern = sys.argv[2] if len(sys.argv) > 2 else "*"
    judged = bad = 0
    for name, build in CASES.items():
        if not fnmatch.fnmatch(name, pattern):
            continue
        with tempfile.TemporaryDirectory() as folder:
            problem = judge(build, folder)
        print(f"{name:44} {problem or 'as expected'}")
        judged += 1
        bad += problem is not None
    print(f"{judged - bad} of {judged} edits as expected")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
