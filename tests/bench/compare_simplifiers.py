#!/usr/bin/env python3
"""Nodes left, CPU seconds, peak memory and bytes of the file of Partita and of other simplifiers, in one run.

  compare_simplifiers.py PARTITA_CLI[,PARTITA_CLI …] MODEL [MODEL ...]

Each simplifier runs in its own process, and its outputs are not checked (tests/judge_simplified.py does that). The time
includes reading and writing the model. Nodes are counted in all subgraphs, without Constant nodes. Several programs of
Partita, as before and after a change, get a column each. At the end the last one is compared with the best of the
others, once without ort_extended and openvino, whose results only ONNX Runtime and OpenVINO can run: openvino is what
its conversion leaves, in operators of its own, without Const, Parameter and Result. Simplifiers that are not installed
are left out, and named.
"""
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
PORTABLE = [name for name in PEERS if name not in ("ort_extended", "openvino")]
NO_NODES = ("Const", "Parameter", "Result")
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


def nodes_of(cli, model):
    if os.path.exists(model + ".xml"):
        with open(model + ".xml") as file:
            return sum(kind not in NO_NODES for kind in re.findall(r'<layer [^>]*\btype="(\w+)"', file.read()))
    if not os.path.exists(model):
        return None
    done = subprocess.run([cli, "info", model, "--json", "--quiet"], capture_output=True, text=True, check=False)
    return json.loads(done.stdout)["nodes_without_constants"] if done.returncode == 0 else None


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


def main():
    clis, models = sys.argv[1].split(","), sys.argv[2:]
    own = ["partita" if len(clis) == 1 else f"partita {i + 1}" for i in range(len(clis))]
    peers = installed()
    names = [*own, *peers]
    print(f"{'model':32} {'before':>6} " + " ".join(f"{name:>30}" for name in names))
    results = {}
    slower = []
    with tempfile.TemporaryDirectory() as folder:
        for model in models:
            counts, seconds, cells = {}, {}, []
            for name in names:
                out = os.path.join(folder, "out.onnx")
                for file in os.listdir(folder):
                    os.remove(os.path.join(folder, file))
                command = ([clis[own.index(name)], "simplify", model, out, "--force", "--quiet"] if name in own else
                           [sys.executable, "-c", f"import sys; a, b = sys.argv[1:]; {PEERS[name][1]}", model, out])
                cost = cost_of(command)
                nodes = nodes_of(clis[-1], out) if cost else None
                if nodes is None:
                    cells.append("failed")
                    continue
                counts[name], seconds[name] = nodes, cost[0]
                size = sum(os.path.getsize(os.path.join(folder, file)) for file in os.listdir(folder))
                cells.append(f"{nodes:>5} {cost[0]:6.2f} s {cost[1]:4.0f} MiB {size_text(size):>7}")
            print(f"{os.path.basename(model):32} {nodes_of(clis[-1], model):>6} " + " ".join(f"{c:>30}" for c in cells),
                  flush=True)
            results[os.path.basename(model)] = counts
            if own[-1] in seconds and "onnxsim" in seconds and seconds[own[-1]] > seconds["onnxsim"]:
                slower.append(os.path.basename(model))
    for label, list_of in (("portable ones", [name for name in peers if name in PORTABLE]), ("all", peers)):
        print_summary(results, own[-1], list_of, label)
    if "onnxsim" in peers:
        print(f"more CPU time than onnxsim: {len(slower)} {' '.join(slower)}")


if __name__ == "__main__":
    main()
