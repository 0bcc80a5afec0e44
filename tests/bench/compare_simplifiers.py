#!/usr/bin/env python3
"""Nodes left, CPU seconds, peak memory and bytes of the file of Partita and of other simplifiers, in one run.

  compare_simplifiers.py PARTITA_CLI[,PARTITA_CLI …] MODEL [MODEL ...]

Each simplifier runs in its own process, and its outputs are not checked (tests/judge_simplified.py does that). The time
includes reading and writing the model. Nodes are counted in all subgraphs, without Constant nodes. Several programs of
Partita, as before and after a change, get a column each, and the last one another, `fused`, with the fusions that do not
run by default. At the end the last one is compared with the best of the portable ones, and `fused` with the best of all.

ort_extended and openvino write operators that only ONNX Runtime and OpenVINO can run. A node of theirs counts in the
comparison as the fewest nodes of ONNX that do the same in a model of this opset (`stands_for`); behind "=" is that sum. A
model with one of ONNX Runtime that is not in the table is compared without ort_extended, and named. openvino is what its
conversion leaves, without Const, Parameter and Result. Both merge QuantizeLinear and DequantizeLinear into operators that
round otherwise, so that models with these are compared without the two. Simplifiers that are not installed are left out,
and named.
"""
import collections
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile

ORT = ("import onnxruntime as o; s = o.SessionOptions(); s.log_severity_level = 4; "
       "s.graph_optimization_level = o.GraphOptimizationLevel.ORT_ENABLE_{}; s.optimized_model_filepath = b; "
       "o.InferenceSession(a, s, providers=['CPUExecutionProvider'])")
# Name of the column: package, program.
PEERS = {
    "onnxsim": ("onnxsim", "import onnx, onnxsim; m, _ = onnxsim.simplify(onnx.load(a)); onnx.save(m, b)"),
    "onnxoptimizer": ("onnxoptimizer", "import onnx, onnxoptimizer; onnx.save(onnxoptimizer.optimize(onnx.load(a)), b)"),
    "onnxslim": ("onnxslim", "import onnx, onnxslim; onnx.save(onnxslim.slim(onnx.load(a)), b)"),
    "onnxscript": ("onnxscript", "import onnx, onnxscript.optimizer as o; onnx.save(o.optimize(onnx.load(a)), b)"),
    "ort_basic": ("onnxruntime", ORT.format("BASIC")),
    "ort_extended": ("onnxruntime", ORT.format("EXTENDED")),
    "openvino": ("openvino", "import openvino as o; o.save_model(o.convert_model(a), b + '.xml', False)"),
}
FOREIGN = ("ort_extended", "openvino")
PORTABLE = [name for name in PEERS if name not in FOREIGN]
FUSIONS = "fuse_gelu,fuse_layer_normalization,fuse_rms_normalization,fuse_hard_swish,fuse_attention"
NO_NODES = ("Const", "Parameter", "Result")
OWN = "com.microsoft."
TIME_LIMIT = 300


def cost_of(command):
    """CPU seconds and peak MiB of a command, or None where it fails."""
    limit = ["timeout", str(TIME_LIMIT)]
    process = subprocess.Popen([*limit, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        return None
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def info_of(cli, model):
    done = subprocess.run([cli, "info", model, "--json", "--quiet"], capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else None


def stands_for(operator, opset):
    """The fewest nodes of ONNX in place of one node that another program writes, or None where that is not known."""
    gelu, norm, simple_norm = 1 if opset >= 20 else 5, 1 if opset >= 17 else 9, 1 if opset >= 23 else 6
    known = {"LayerNormalization": norm, "SimplifiedLayerNormalization": simple_norm, "Gelu": gelu,
             # OpenVINO's
             "Swish": 1 if opset >= 24 else 2, "HSwish": 1 if opset >= 14 else 2, "MVN": 1 if opset >= 17 else 7,
             "RMS": simple_norm, "ScaledDotProductAttention": 1 if opset >= 23 else 4}
    if not operator.startswith(OWN):
        return known.get(operator, 1)
    return {**known, "FastGelu": 1 if opset >= 20 else 8, "BiasGelu": 1 + gelu, "SkipLayerNormalization": 1 + norm,
            "SkipSimplifiedLayerNormalization": 1 + simple_norm, "FusedConv": 2, "FusedGemm": 2, "FusedMatMul": 2,
            "QuickGelu": 1 if opset >= 24 else 2, "BiasSoftmax": 2, "DynamicQuantizeMatMul": 5,
            "MatMulIntegerToFloat": 3}.get(operator.removeprefix(OWN))


def in_onnx(operators, opset):
    """The nodes of these operators and counts, counted in ONNX's operators, or None."""
    counts = [(stands_for(name, opset), count) for name, count in operators.items() if name != "Constant"]
    return None if any(each is None for each, _ in counts) else sum(each * count for each, count in counts)


def nodes_of(cli, model, opset):
    """How many nodes a result has, and how many of ONNX's operators these stand for; none: there is no result."""
    if os.path.exists(model + ".xml"):
        with open(model + ".xml") as file:
            kinds = [kind for kind in re.findall(r'<layer [^>]*\btype="(\w+)"', file.read()) if kind not in NO_NODES]
        return len(kinds), in_onnx(collections.Counter(kinds), opset)
    info = info_of(cli, model) if os.path.exists(model) else None
    if not info:
        return None, None
    # ONNX Runtime writes LayerNormalization before opset 17, too.
    return info["nodes_without_constants"], in_onnx(info["operators"], opset)


def size_text(size):
    return f"{size / 1e6:.1f}M" if size >= 1e5 else f"{size / 1e3:.1f}k"


def installed():
    peers = [name for name, (package, _) in PEERS.items() if importlib.util.find_spec(package)]
    absent = [name for name in PEERS if name not in peers]
    if absent:
        print(f"left out, not installed: {', '.join(absent)}")
    return peers


def print_summary(results, own, peers, label):
    """On how many models the best of the peers leaves more, as many or fewer nodes."""
    compared = {"fewer nodes than": [], "as many nodes as": [], "more nodes than": []}
    for model, counts in results.items():
        others = [counts[name] for name in peers if name in counts]
        if own in counts and others:
            best = min(others)
            compared["fewer nodes than" if counts[own] < best else
                     "as many nodes as" if counts[own] == best else "more nodes than"].append(model)
    for kind, where in compared.items():
        names = " ".join(where) if kind == "more nodes than" else ""
        print(f"{kind} the best of the {label}: {len(where)} {names}")


def program_of(name, clis, own, model, out):
    """The command of one column."""
    if name in own:
        return [clis[own.index(name)], "simplify", model, out, "--force", "--quiet"]
    if name == "fused":
        return [clis[-1], "simplify", model, out, "--force", "--quiet", "--also", FUSIONS]
    return [sys.executable, "-c", f"import sys; a, b = sys.argv[1:]; {PEERS[name][1]}", model, out]


def cell_of(name, command, cli, out, opset):
    """The text of a cell, the nodes that it is compared by, if they are known, and CPU seconds."""
    folder = os.path.dirname(out)
    for file in os.listdir(folder):
        os.remove(os.path.join(folder, file))
    cost = cost_of(command)
    nodes, counted = nodes_of(cli, out, opset) if cost else (None, None)
    if nodes is None:
        return "failed", None, None
    if name not in FOREIGN:
        counted = nodes
    size = sum(os.path.getsize(os.path.join(folder, file)) for file in os.listdir(folder))
    text = f"{nodes}{'' if counted == nodes else f'={counted}' if counted else '=?'}"
    return f"{text:>9} {cost[0]:6.2f} s {cost[1]:4.0f} MiB {size_text(size):>7}", counted, cost[0]


def main():
    clis, models = sys.argv[1].split(","), sys.argv[2:]
    own = ["partita" if len(clis) == 1 else f"partita {i + 1}" for i in range(len(clis))]
    peers = installed()
    names = [*own, "fused", *peers]
    print(f"{'model':36} {'before':>6} " + " ".join(f"{name:>34}" for name in names))
    results, slower, unknown = {}, [], []
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.onnx")
        for path in models:
            info, model = info_of(clis[-1], path), os.path.basename(path)
            opset = info["opsets"].get("ai.onnx", 1)
            counts, seconds, cells = {}, {}, []
            for name in names:
                text, nodes, cost = cell_of(name, program_of(name, clis, own, path, out), clis[-1], out, opset)
                cells.append(text)
                if text == "failed" or (name in FOREIGN and "QuantizeLinear" in info["operators"]):
                    continue
                seconds[name] = cost
                if nodes is None:
                    unknown.append(model)
                else:
                    counts[name] = nodes
            print(f"{model:36} {info['nodes_without_constants']:>6} " + " ".join(f"{c:>34}" for c in cells), flush=True)
            results[model] = counts
            if own[-1] in seconds and "onnxsim" in seconds and seconds[own[-1]] > seconds["onnxsim"]:
                slower.append(model)
    print_summary(results, own[-1], [name for name in peers if name in PORTABLE], "portable ones")
    print_summary(results, "fused", peers, "all, with the fusions")
    if unknown:
        print(f"not compared with ort_extended: {len(unknown)} {' '.join(unknown)}")
    if "onnxsim" in peers:
        print(f"more CPU time than onnxsim: {len(slower)} {' '.join(slower)}")


if __name__ == "__main__":
    main()
