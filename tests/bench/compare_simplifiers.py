#!/usr/bin/env python3
"""Nodes left and CPU seconds of Partita and of other simplifiers, in one run.

  compare_simplifiers.py PARTITA_CLI MODEL [MODEL ...]

Each runs in a process of its own, without its outputs being checked; reading and writing the model counts. Nodes are
counted in all subgraphs, Constant nodes left out. Simplifiers that are not installed are left out.
"""
import importlib.util
import json
import os
import resource
import subprocess
import sys
import tempfile

PEERS = {
    "onnxsim": "import onnxsim; m, _ = onnxsim.simplify(onnx.load(a)); onnx.save(m, b)",
    "onnxslim": "import onnxslim; onnx.save(onnxslim.slim(onnx.load(a)), b)",
    "onnxscript": "import onnxscript.optimizer as o; onnx.save(o.optimize(onnx.load(a)), b)",
}
TIME_LIMIT = 300


def cpu_of(command):
    """CPU seconds of a command, or None where it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, timeout=TIME_LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds if done.returncode == 0 else None


def nodes_of(cli, model):
    done = subprocess.run([cli, "info", model, "--json", "--quiet"], capture_output=True, text=True, check=False)
    return json.loads(done.stdout)["nodes_without_constants"] if done.returncode == 0 else None


def main():
    cli, models = sys.argv[1], sys.argv[2:]
    peers = [name for name in PEERS if importlib.util.find_spec(name) and importlib.util.find_spec("onnx")]
    print(f"{'model':32} {'before':>6} " + " ".join(f"{name:>16}" for name in ["partita", *peers]))
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.onnx")
        for model in models:
            cells = []
            for name in ["partita", *peers]:
                command = [cli, "simplify", model, out, "--force", "--quiet"] if name == "partita" else [
                    sys.executable, "-c", f"import sys, onnx; a, b = sys.argv[1:]; {PEERS[name]}", model, out]
                if os.path.exists(out):
                    os.remove(out)
                seconds = cpu_of(command)
                nodes = nodes_of(cli, out) if seconds is not None and os.path.exists(out) else None
                cells.append(f"{nodes:>6} {seconds:7.2f} s" if nodes is not None else f"{'failed':>16}")
            print(f"{os.path.basename(model):32} {nodes_of(cli, model):>6} " + " ".join(f"{c:>16}" for c in cells),
                  flush=True)


if __name__ == "__main__":
    main()
