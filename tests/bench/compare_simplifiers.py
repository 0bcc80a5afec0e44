#!/usr/bin/env python3
"""Nodes left, CPU seconds and peak memory of Partita and of other simplifiers, in one run.

  compare_simplifiers.py PARTITA_CLI MODEL [MODEL ...]

Each simplifier runs in its own process, and its outputs are not checked. The time includes reading and writing the
model. Nodes are counted in all subgraphs, without Constant nodes. Simplifiers that are not installed are left out.
"""
import importlib.util
import json
import os
import subprocess
import sys
import tempfile

PEERS = {
    "onnxsim": "import onnxsim; m, _ = onnxsim.simplify(onnx.load(a)); onnx.save(m, b)",
    "onnxslim": "import onnxslim; onnx.save(onnxslim.slim(onnx.load(a)), b)",
    "onnxscript": "import onnxscript.optimizer as o; onnx.save(o.optimize(onnx.load(a)), b)",
}
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
    done = subprocess.run([cli, "info", model, "--json", "--quiet"], capture_output=True, text=True, check=False)
    return json.loads(done.stdout)["nodes_without_constants"] if done.returncode == 0 else None


def main():
    cli, models = sys.argv[1], sys.argv[2:]
    peers = [name for name in PEERS if importlib.util.find_spec(name) and importlib.util.find_spec("onnx")]
    print(f"{'model':32} {'before':>6} " + " ".join(f"{name:>24}" for name in ["partita", *peers]))
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.onnx")
        for model in models:
            cells = []
            for name in ["partita", *peers]:
                command = [cli, "simplify", model, out, "--force", "--quiet"] if name == "partita" else [
                    sys.executable, "-c", f"import sys, onnx; a, b = sys.argv[1:]; {PEERS[name]}", model, out]
                if os.path.exists(out):
                    os.remove(out)
                cost = cost_of(command)
                nodes = nodes_of(cli, out) if cost and os.path.exists(out) else None
                cells.append(f"{nodes:>6} {cost[0]:6.2f} s {cost[1]:4.0f} MiB" if nodes is not None else "failed")
            print(f"{os.path.basename(model):32} {nodes_of(cli, model):>6} " + " ".join(f"{c:>24}" for c in cells),
                  flush=True)


if __name__ == "__main__":
    main()
