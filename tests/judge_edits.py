#!/usr/bin/env python3
"""Makes edits that people ask for with `partita-cli edit`, and judges the models that it writes.

  judge_edits.py PARTITA_CLI [PATTERN [FOLDER]]

The edits are those of data/edits. FOLDER has models that were made in the window, as the tests EditsByHand leave them
in the folder that PARTITA_KEEP_EDITED names; they are judged as well. Each edited model must pass ONNX's checker with
strict inference, give in ONNX Runtime what numpy or an edit of the same kind by onnx's own Python gives, and say the
sizes of its outputs that onnx's inference knows. Exits with 77 (skipped) when Python's onnx or onnxruntime is missing,
and with 1 when an edit fails or a result differs.
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
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "edits")
with open(os.path.join(DATA, "cases.json"), encoding="utf-8") as cases_file:
    EDITS = json.load(cases_file)
RNG = np.random.default_rng(5)
F = TensorProto.FLOAT


def array(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


IMAGE = array(1, 3, 8, 8)


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


def weight(model, name):
    return numpy_helper.to_array(next(tensor for tensor in model.graph.initializer if tensor.name == name))


def set_weight(model, name, value):
    for i, tensor in enumerate(model.graph.initializer):
        if tensor.name == name:
            model.graph.initializer[i].CopyFrom(numpy_helper.from_array(value, name))


def loaded(name):
    """A model of the folder `data/edits`."""
    with open(os.path.join(DATA, f"{name}.txt"), encoding="utf-8") as file:
        return onnx.parser.parse_model(file.read())


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


# What cases.json says of each case: its model, and the options, the script and the weights of the edit. A case gets
# the model as it was, and returns feeds for the edited one and the outputs that are expected; and, if needed, a function
# that looks at the edited model.

@case
def rename_input_and_output(model):
    return {"picture": IMAGE}, {"scores": run(model, {"image": IMAGE})["y"]}


@case
def delete_a_node_and_reconnect(model):
    expected = changed(model, lambda m: (node(m, "identity").input.__setitem__(0, "c"), m.graph.node.remove(node(m, "relu"))))
    return {"image": IMAGE}, run(expected, {"image": IMAGE})


@case
def bypass_identity(model):
    return {"image": IMAGE}, run(model, {"image": IMAGE}), \
        lambda m: all(n.op_type != "Identity" for n in m.graph.node)


@case
def remove_dropout(model):
    return {"image": IMAGE}, run(model, {"image": IMAGE}), lambda m: all(n.op_type != "Dropout" for n in m.graph.node)


@case
def softmax_at_the_end(model):
    return {"image": IMAGE}, {"y": softmax(run(model, {"image": IMAGE})["y"])}


@case
def identity_on_an_edge(model):
    return {"image": IMAGE}, run(model, {"image": IMAGE})


@case
def input_of_bytes_with_a_cast(model):
    image = RNG.integers(0, 255, (1, 3, 8, 8)).astype(np.uint8)
    return {"image": image}, run(model, {"image": image.astype(np.float32)})


@case
def normalized_input(model):
    return {"image": IMAGE}, run(model, {"image": (IMAGE - np.float32(0.5)) * 4})


@case
def channels_last_input(model):
    return {"image": IMAGE.transpose(0, 2, 3, 1).copy()}, run(model, {"image": IMAGE})


@case
def fix_a_symbolic_batch(model):
    return {"image": np.concatenate([IMAGE, -IMAGE])}, \
        {"y": np.concatenate([run(model, {"image": i})["y"] for i in (IMAGE, -IMAGE)])}, \
        lambda m: m.graph.input[0].type.tensor_type.shape.dim[0].dim_value == 2


@case
def make_the_batch_dynamic(model):
    images = [IMAGE, -IMAGE, 2 * IMAGE]
    return {"image": np.concatenate(images)}, {"y": np.concatenate([run(model, {"image": i})["y"] for i in images])}


@case
def another_batch_size(model):
    images = [IMAGE, -IMAGE, 2 * IMAGE, 3 * IMAGE]
    return {"image": np.concatenate(images)}, {"y": np.concatenate([run(model, {"image": i})["y"] for i in images])}


@case
def newer_opset(model):
    x = array(2, 3)
    return {"x": x}, {"y": x.sum(1)}, lambda m: m.opset_import[0].version == 18


@case
def an_inner_tensor_as_output(model):
    expected = changed(model, lambda m: m.graph.output.append(helper.make_tensor_value_info("r", F, None)))
    return {"image": IMAGE}, run(expected, {"image": IMAGE})


@case
def change_an_attribute(model):
    def stride(m):
        node(m, "conv").attribute.append(helper.make_attribute("strides", [2, 2]))
    return {"image": IMAGE}, run(changed(model, stride), {"image": IMAGE})


@case
def reset_an_attribute(model):
    def unpad(m):
        del node(m, "conv").attribute[:]
    return {"image": IMAGE}, run(changed(model, unpad), {"image": IMAGE})


@case
def replace_weights(model):
    weights = np.array(EDITS["replace_weights"]["weights"], np.float32)
    return {"image": IMAGE}, run(changed(model, lambda m: set_weight(m, "fc_w", weights)), {"image": IMAGE})


@case
def weights_in_half_precision_with_a_cast_back(model):
    def rounded(m):
        for name in ("conv_w", "conv_b", "fc_w", "fc_b"):
            set_weight(m, name, weight(m, name).astype(np.float16).astype(np.float32))
    return {"image": IMAGE}, run(changed(model, rounded), {"image": IMAGE}), \
        lambda m: sum(t.data_type == TensorProto.FLOAT16 for t in m.graph.initializer) == 4


@case
def cut_the_front_off(model):
    features = array(1, 4, 8, 8)
    expected = {"y": features.mean((2, 3)) @ weight(model, "fc_w") + weight(model, "fc_b")}
    return {"features": features}, expected, lambda m: len(m.graph.node) == 3


@case
def a_weight_as_input(model):
    bias = array(5)
    return {"image": IMAGE, "fc_b": bias}, run(changed(model, \
        lambda m: set_weight(m, "fc_b", bias)), {"image": IMAGE})


@case
def an_input_as_constant(model):
    x = array(2, 3)
    return {"x": x}, {"y": x + np.array([1.5, 2.5, -3], np.float32)}


@case
def another_activation(model):
    def sigmoid(m):
        node(m, "relu").op_type = "Sigmoid"
    return {"image": IMAGE}, run(changed(model, sigmoid), {"image": IMAGE})


@case
def leaky_activation_with_its_slope(model):
    def leaky(m):
        node(m, "relu").op_type = "LeakyRelu"
        node(m, "relu").attribute.append(helper.make_attribute("alpha", 0.25))
    return {"image": IMAGE}, run(changed(model, leaky), {"image": IMAGE})


@case
def reorder_and_remove_outputs(model):
    x = array(3)
    return {"x": x}, {"c": np.exp(x), "b": np.abs(x)}, lambda m: [o.name for o in m.graph.output] == ["c", "b"]


@case
def weights_in_a_data_file(model):
    return {"image": IMAGE}, run(model, {"image": IMAGE}), \
        lambda m: sum(t.data_location == TensorProto.EXTERNAL for t in m.graph.initializer) == 4


@case
def equal_weights_once(model):
    w, x = weight(model, "w"), array(3)
    return {"x": x}, {"y": (x + w) * w}, lambda m: len(m.graph.initializer) == 1


@case
def what_is_said_about_a_model(model):
    return {"image": IMAGE}, run(model, {"image": IMAGE}), \
        lambda m: m.doc_string == "a net" and m.metadata_props[0].value == "me" and m.producer_name == "hand"


@case
def nodes_become_a_function(model):
    return {"image": IMAGE}, run(model, {"image": IMAGE}), \
        lambda m: [n.op_type for n in m.graph.node] == ["Stem", "Reshape", "Gemm"] and len(m.functions) == 1


@case
def a_branch_becomes_a_function(model):
    feeds = {"x": array(3), "c": np.array(False)}
    return feeds, run(model, feeds), lambda m: [n.op_type for n in m.graph.node] == ["Relu", "Choice"]


@case
def a_function_is_inlined(model):
    x = array(3)
    return {"x": x}, run(model, {"x": x}), lambda m: not m.functions and len(m.graph.node) == 4


@case
def a_function_and_back(model):
    return {"image": IMAGE}, run(model, {"image": IMAGE}), lambda m: m.graph.node[-1].op_type == "Gemm"


@case
def the_branch_of_a_known_condition(model):
    x = array(3)
    return {"x": x}, {"y": -np.maximum(x, 0)}, \
        lambda m: [n.op_type for n in m.graph.node] == ["Relu", "Neg"] and not m.graph.initializer


@case
def half_precision_on_an_edge(model):
    x = array(2, 3)
    return {"x": x}, {"y": -np.maximum(x, 0).astype(np.float16).astype(np.float32)}, \
        lambda m: [n.op_type for n in m.graph.node] == ["Relu", "Cast", "Cast", "Neg"]


@case
def another_layout_on_an_edge(model):
    x = array(2, 3, 4)
    return {"x": x}, {"y": -np.maximum(x, 0)}, \
        lambda m: [n.op_type for n in m.graph.node] == ["Relu", "Transpose", "Transpose", "Neg"]


@case
def an_edge_is_quantized(model):
    x = array(2, 3)
    codes = np.clip(np.rint(np.maximum(x, 0) / np.float32(0.02)) + 10, 0, 255)
    return {"x": x}, {"y": (-(codes - 10) * np.float32(0.02)).astype(np.float32)}


@case
def each_channel_is_quantized(model):
    x = array(2, 3)
    scale, zero = np.array([0.02, 0.03, 0.05], np.float32), np.array([0, -5, 7])
    codes = np.clip(np.rint(np.maximum(x, 0) / scale) + zero, -128, 127)
    return {"x": x}, {"y": (-(codes - zero) * scale).astype(np.float32)}


def takes_marks(model, settings):
    """Whether ONNX Runtime makes a session that assigns nodes by their marks."""
    options = ort.SessionOptions()
    options.add_session_config_entry("session.layer_assignment_settings", settings)
    ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return True


@case
def nodes_are_marked_for_a_provider(model):
    x = array(3)
    def marks(m):
        return {n.name: [(p.key, p.value) for p in n.metadata_props] for n in m.graph.node}
    return {"x": x}, {"y": -np.maximum(x, 0)}, \
        lambda m: marks(m) == {"relu": [], "neg": [("layer_ann", "head")]} and takes_marks(m, "cpu(=head)")


@case
def nodes_become_a_model_of_their_own(model):
    features = array(1, 4, 8, 8)
    expected = {"g": features.mean((2, 3), keepdims=True)}
    return {"d": features}, expected, lambda m: len(m.graph.node) == 1


def write_case(name, folder):
    """Writes the model of a case, and what its options name; returns the model and the options."""
    said = EDITS[name]
    model, options = loaded(said["model"]), said.get("options", [])
    onnx.save(model, os.path.join(folder, "in.onnx"))
    if "weights" in said:
        np.save(os.path.join(folder, "w.npy"), np.array(said["weights"], np.float32))
    if "script" in said:
        with open(os.path.join(folder, "s.json"), "w", encoding="utf-8") as file:
            json.dump({"version": 1, "edits": said["script"]}, file)
        options = ["--script", "s.json", *options]
    return model, options


def judge(name, folder, by_hand):
    """What is wrong with the model that the command line makes, and with the one that was made in the window."""
    model, options = write_case(name, folder)
    feeds, expected, holds = (*CASES[name](model), lambda m: True)[:3]
    if options[0] == "extract":
        command = ["extract", "in.onnx", "out.onnx", *options[1:]]
    else:
        command = ["edit", "in.onnx", "-o", "out.onnx", *options, "--save-script", "again.json"]
    done = subprocess.run([CLI, *command], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        return f"status {done.returncode}: {done.stdout.strip()} {done.stderr.strip()}"
    problem = compare(os.path.join(folder, "out.onnx"), feeds, expected, holds)
    if not problem and os.path.exists(by_hand):
        problem = compare(by_hand, feeds, expected, holds)
        problem = problem and f"made in the window: {problem}"
    if problem or options[0] == "extract":
        return problem
    # The saved script does the same again.
    again = subprocess.run([CLI, "edit", "in.onnx", "-o", "again.onnx", "--script", "again.json"], cwd=folder,
                           capture_output=True, text=True, check=False)
    if again.returncode:
        return f"the saved script: status {again.returncode}: {again.stdout.strip()} {again.stderr.strip()}"
    return compare(os.path.join(folder, "again.onnx"), feeds, expected, holds)


def sizes(output):
    """The sizes that a model states of an output: numbers, names, None; none at all without a shape."""
    shape = output.type.tensor_type.shape
    return [dim.dim_value if dim.HasField("dim_value") else dim.dim_param or None for dim in shape.dim]


def unsaid_sizes(path, actual):
    """What the file says less, or else, of its outputs than onnx's own inference and the run."""
    model = onnx.load(path)
    named = {name for value in model.graph.input for name in sizes(value)}
    silent = copy.deepcopy(model)
    for output in silent.graph.output:
        output.type.tensor_type.ClearField("shape")
    inferred = onnx.shape_inference.infer_shapes(silent, data_prop=True)
    for said, known in zip(model.graph.output, inferred.graph.output):
        ran = actual[said.name].shape
        if len(sizes(said)) != len(ran) or any(isinstance(a, int) and a != b for a, b in zip(sizes(said), ran)):
            return f"{said.name} is said to be {sizes(said)}, and is {list(ran)}"
        for one, other in zip(sizes(said), sizes(known)):
            if one is None and other is not None and (isinstance(other, int) or other in named):
                return f"{said.name} is said to be {sizes(said)}, where inference finds {sizes(known)}"
    return None


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
    return unsaid_sizes(path, actual)


def main():
    if set(EDITS) != set(CASES):
        print(f"in cases.json or in this file only: {sorted(set(EDITS) ^ set(CASES))}")
        return 1
    pattern = sys.argv[2] if len(sys.argv) > 2 else "*"
    window = sys.argv[3] if len(sys.argv) > 3 else ""
    judged = bad = made = 0
    for name in EDITS:
        if not fnmatch.fnmatch(name, pattern):
            continue
        by_hand = os.path.join(window, f"{name}.onnx") if window else ""
        with tempfile.TemporaryDirectory() as folder:
            problem = judge(name, folder, by_hand)
        print(f"{name:44} {problem or 'as expected'}")
        judged += 1
        made += os.path.exists(by_hand)
        bad += problem is not None
    if window and not made:
        print(f"there is no model of an edit in {window}")
        return 1
    print(f"{judged - bad} of {judged} edits as expected" + (f", {made} of them made in the window, too" if made else ""))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
