#!/usr/bin/env python3
"""ONNX Runtime judges what operator_fuzz and graph_fuzz ran: onnxruntime_cases.py FOLDER [PATTERN]

FOLDER was written by `operator_fuzz --dump FOLDER` or `graph_fuzz --dump FOLDER`: a folder for each case with model.onnx, input_0.pb …
and Partita's output_0.pb …. A case that ONNX Runtime does not run is only counted, because ONNX Runtime knows
fewer types and versions. Where the two differ, ONNX's own reference decides: a case in which it agrees with
Partita is counted, too, and so is one of the known differences. Prints the others. Exits with 1 for a
difference, with 77 without onnxruntime.
"""
import collections
import os
import re
import sys

try:
    import numpy as np
    import onnx
    import onnxruntime as ort
    from onnx import numpy_helper
    from onnx.reference import ReferenceEvaluator
except ImportError:
    print("onnx or onnxruntime is not installed: skipped")
    sys.exit(77)

TOLERANCE = {"float16": 6e-3, "float32": 2e-4, "float64": 2e-4, "bfloat16": 4e-2}



def attributes(node):
    return {each.name: onnx.helper.get_attribute_value(each) for each in node.attribute}


def constant(attribute):
    return numpy_helper.to_array(attribute.t) if attribute.HasField("t") else None


def is_finite(feeds, model):
    constants = [numpy_helper.to_array(each) for each in model.graph.initializer]
    constants += [value for node in model.graph.node for value in map(constant, node.attribute) if value is not None]
    return all(np.isfinite(each).all() for each in [*feeds.values(), *constants]
               if isinstance(each, np.ndarray) and each.dtype.kind == "f")


def is_empty(case):
    return any(0 in each.shape for each in case.feeds.values() if isinstance(each, np.ndarray))


def apart(case):
    """How far integers are apart; 0 for another difference."""
    found = re.search(r"integers apart by (\d+)", case.text)
    return int(found.group(1)) if found else 0


def one_score(case):
    given = attributes(case.node)
    return (given.get("post_transform") in (b"SOFTMAX", b"SOFTMAX_ZERO")
            and given.get("n_targets", given.get("targets", 1)) == 1)


def without_votes(case):
    """Whether no tree votes for some class or target, where ONNX Runtime guesses a binary model."""
    given = attributes(case.node)
    voted = {*given.get("class_ids", []), *given.get("target_ids", [])}
    labels = given.get("classlabels_strings") or given.get("classlabels_int64s") or []
    return len(voted) < max(len(labels), given.get("n_targets", 1)) or given.get("aggregate_function") in (b"MIN", b"MAX")


Case = collections.namedtuple("Case", "node feeds is_finite text")
# What ONNX leaves open, or what its text and ONNX Runtime decide in two ways: operators, where, why.
KNOWN = [
    (r"Random|Multinomial|Bernoulli|Dropout", lambda case: True, "a seed has no standard generator"),
    (r"(Max|GlobalMax)Pool|Reduce(Max|Min)|STFT|LSTM|GRU|RNN", lambda case: not case.is_finite, "a NaN stays a NaN here"),
    (r"AveragePool|MaxPool|LpPool",
     lambda case: attributes(case.node).get("ceil_mode") and b"SAME" in attributes(case.node).get("auto_pad", b""),
     "auto_pad alone decides the shape of SAME"),
    (r"LpPool", lambda case: case.text.endswith("instead of inf"), "sums in double do not overflow"),
    (r"LSTM|GRU|RNN", is_empty, "the state after no step is the first one"),
    (r"TreeEnsemble|LinearRegressor", one_score, "softmax of one score is 1"),
    (r"TreeEnsemble", without_votes, "a class or target without a vote"),
    (r"Gather", lambda case: case.text.endswith("other strings"), "ONNX Runtime loses strings that a loop collects"),
    (r"Cast|ReduceLog", lambda case: apart(case) > 100, "a number that does not fit an integer"),
    (r"Shrink", lambda case: apart(case) > 2**53, "ONNX Runtime computes integers in float"),
    (r"Attention", lambda case: attributes(case.node).get("softcap", 0) < 0, "a softcap below 0"),
    (r"Celu", lambda case: attributes(case.node).get("alpha", 1) == 0, "alpha 0"),
]


def read(path, kind):
    with open(path, "rb") as file:
        data = file.read()
    if kind == "tensor":
        return numpy_helper.to_array(onnx.TensorProto.FromString(data))
    return [numpy_helper.to_array(each) for each in onnx.SequenceProto.FromString(data).tensor_values]


def kind_of(value):
    return "sequence" if value.type.WhichOneof("value") == "sequence_type" else "tensor"


def differs(expected, actual, loose):
    """How `actual` differs from `expected`, in a few words; None where it does not."""
    if isinstance(expected, list) or isinstance(actual, list):
        if not isinstance(actual, list) or not isinstance(expected, list) or len(expected) != len(actual):
            return "another kind or length"
        return next((text for pair in zip(expected, actual) if (text := differs(*pair, loose))), None)
    if not isinstance(expected, np.ndarray):
        return None  # maps have no form in test data
    if str(actual.dtype).startswith("float8") and expected.dtype == np.uint8:
        actual = actual.view(np.uint8)  # ONNX Runtime gives the codes
    if expected.dtype != actual.dtype and not {expected.dtype.kind, actual.dtype.kind} <= {"U", "O", "S"}:
        return f"{actual.dtype} instead of {expected.dtype}"
    if expected.shape != actual.shape:
        return f"shape {actual.shape} instead of {expected.shape}"
    if expected.dtype.kind in "USO":
        same = [str(a) for a in expected.flat] == [b.decode() if isinstance(b, bytes) else str(b) for b in actual.flat]
        return None if same else "other strings"
    if expected.dtype.kind in "iub":
        step = 1 if loose and expected.dtype.itemsize == 1 else 0
        worst = np.abs(expected.astype(object) - actual.astype(object)).max() if expected.size else 0
        return None if worst <= step else f"integers apart by {worst}"
    rtol = TOLERANCE.get(str(expected.dtype), 0.3)
    a, b = expected.astype(np.complex128), actual.astype(np.complex128)
    finite = np.isfinite(a)
    allowed = rtol * (np.abs(a[finite]).max(initial=0) + 0.01)
    with np.errstate(invalid="ignore"):
        wrong = ~((np.abs(a - b) <= allowed) | (a == b) | (np.isnan(a) & np.isnan(b)))
    if not wrong.any():
        return None
    at = tuple(np.argwhere(wrong)[0]) if wrong.ndim else ()
    return f"{b[at].real:.7g} instead of {a[at].real:.7g}"


def judge(folder):
    model = onnx.load(os.path.join(folder, "model.onnx"))
    options = ort.SessionOptions()
    options.log_severity_level = 4
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    try:
        session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        feeds = {value.name: read(os.path.join(folder, f"input_{i}.pb"), kind_of(value))
                 for i, value in enumerate(model.graph.input)}
        expected = session.run(None, feeds)
    except Exception as error:  # ONNX Runtime's exceptions have no common Python class
        return "not run", str(error).split("\n")[0][:100]
    nodes = [node for node in nodes_of(model.graph) if node.name == "tested"] or list(nodes_of(model.graph))
    loose = any("Quantize" in node.op_type or node.op_type.startswith("QLinear") for node in nodes)
    text = difference(folder, expected, loose)
    if not text:
        return "equal", ""
    try:
        if not difference(folder, ReferenceEvaluator(model).run(None, feeds), loose):
            return "equal to ONNX's reference only", ""
    except Exception:  # it does not know every operator and case
        pass
    for node in nodes:
        case = Case(node, feeds, is_finite(feeds, model), text)
        for pattern, applies, reason in KNOWN:
            if re.match(pattern, node.op_type) and applies(case):
                return f"known: {reason}", ""
    return "differs", text


def nodes_of(graph):
    """The nodes of the graph and of its bodies. One named "tested" is what the case is about."""
    for node in graph.node:
        yield node
        for attribute in node.attribute:
            if attribute.HasField("g"):
                yield from nodes_of(attribute.g)


def difference(folder, expected, loose):
    """How Partita's outputs differ, in a few words; None where they do not."""
    for i, value in enumerate(expected):
        path = os.path.join(folder, f"output_{i}.pb")
        kind = "sequence" if isinstance(value, list) and (not value or isinstance(value[0], np.ndarray)) else "tensor"
        if isinstance(value, list) and kind == "tensor" or value is None or isinstance(value, dict):
            continue
        if text := differs(value, read(path, kind), loose):
            return f"output {i}: {text}"
    return None


def judge_apart(folder):
    """Judges in a child process, because some models crash ONNX Runtime."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            os.write(writer, "\n".join(judge(folder)).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        said = pipe.read().decode()
    os.waitpid(child, 0)
    return tuple(said.split("\n", 1)) if said else ("not run", "ONNX Runtime ended")


def main():
    counts, refusals = collections.Counter(), collections.Counter()
    for name in sorted(os.listdir(sys.argv[1])):
        if len(sys.argv) > 2 and not re.search(sys.argv[2], name):
            continue
        verdict, text = judge_apart(os.path.join(sys.argv[1], name))
        counts[verdict] += 1
        if verdict == "differs":
            print(f"FOUND {name}: {text}", flush=True)
        elif verdict == "not run":
            refusals[text[:60]] += 1
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    return 1 if counts["differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
