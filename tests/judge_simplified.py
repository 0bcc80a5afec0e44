#!/usr/bin/env python3
"""Simplifies models and compares their outputs in ONNX Runtime with those of the originals.

  judge_simplified.py PARTITA_CLI MODEL [MODEL ...] [-- FURTHER OPTIONS OF simplify]

Runs several seeds and, for dynamic models, several sizes of each symbol. Exits with 77 (skipped) when Python's
onnx or onnxruntime is missing, and with 1 when a model is invalid or differs by more than 1e-4 of its largest
value.
"""
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import onnx
    import onnxruntime as ort
except ImportError as error:
    print(f"skipped: {error}; ./test fetches what is needed")
    sys.exit(77)

TYPES = {"tensor(float)": np.float32, "tensor(int64)": np.int64, "tensor(int32)": np.int32,
         "tensor(bool)": np.bool_, "tensor(double)": np.float64, "tensor(uint8)": np.uint8,
         "tensor(float16)": np.float16}
# Sizes that models need for a symbol; the seeds take the first and the second in turn.
SIZES = {"sequence": [512, 1024], "height": [320, 224], "width": [320, 256]}
COUNTS = [1, 3, 2]


def session_for(path):
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    return ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def chosen(seed, choices):
    return choices[seed % len(choices)]


def feeds_for(session, seed):
    rng = np.random.default_rng(seed)
    sizes = {}
    feeds = {}
    for i in session.get_inputs():
        shape = []
        for d in i.shape:
            if isinstance(d, int):
                shape.append(d)
            else:
                choices = SIZES.get(d) or (SIZES["sequence"] if "seq" in str(d) and "sr" in
                                           [k.name for k in session.get_inputs()] else None)
                if choices is None and d is None:
                    choices = [512, 576, 1024] if len(i.shape) == 2 and len(shape) == 1 else COUNTS
                key = d if d is not None else (i.name, len(shape))
                sizes.setdefault(key, chosen(seed, choices or (COUNTS if not sizes else [5, 9, 17])))
                shape.append(sizes[key])
        kind = TYPES[i.type]
        if i.name == "sr":
            feeds[i.name] = np.full(shape, chosen(seed, [16000, 8000]), kind)
        elif np.issubdtype(kind, np.integer):
            feeds[i.name] = rng.integers(0, 2, shape).astype(kind)
        else:
            feeds[i.name] = rng.random(shape).astype(kind)
    return feeds


def difference(expected, actual):
    if isinstance(expected, list):
        return max((difference(a, b) for a, b in zip(expected, actual)), default=0.0)
    if expected.shape != actual.shape:
        return float("inf")
    if expected.size == 0 or expected.dtype.kind not in "fiub":
        return 0.0 if np.array_equal(expected, actual) else float("inf")
    a, b = expected.astype(np.float64), actual.astype(np.float64)
    finite = np.isfinite(a) & np.isfinite(b)
    if not np.array_equal(a[~finite], b[~finite], equal_nan=True):
        return float("inf")  # NaN is NaN, an infinity the same infinity
    a, b = a[finite], b[finite]
    return float(np.abs(a - b).max() / max(np.abs(a).max(), 1e-2)) if a.size else 0.0


def judge(cli, model, folder, options):
    out = os.path.join(folder, "s.onnx")
    done = subprocess.run([cli, "simplify", model, out, "--force", "--quiet", *options], capture_output=True,
                          text=True, check=False)
    if done.returncode:
        return done.stderr.strip()
    if os.path.getsize(out) < 2**31:
        try:
            onnx.checker.check_model(out, full_check=True)
        except Exception as error:
            try:
                onnx.checker.check_model(model, full_check=True)
            except Exception:
                pass  # the original is invalid as well
            else:
                return f"invalid: {str(error)[:200]}"
    original, simplified = session_for(model), session_for(out)
    if [i.name for i in original.get_inputs()] != [i.name for i in simplified.get_inputs()] or \
            [o.name for o in original.get_outputs()] != [o.name for o in simplified.get_outputs()]:
        return "inputs or outputs have changed"
    worst, runs = 0.0, 0
    for seed in range(3):
        feeds = feeds_for(original, seed)
        try:
            expected = original.run(None, feeds)
        except Exception:
            continue  # the model does not accept these sizes
        runs += 1
        worst = max(worst, max(difference(a, b) for a, b in zip(expected, simplified.run(None, feeds))))
    if runs == 0:
        return "the original ran on no input"
    print(f"{os.path.basename(model):36} {worst:.2e} on {runs} inputs")
    return None if worst <= 1e-4 else f"differs by {worst:.3g}"


def main():
    arguments = sys.argv[2:]
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for model in arguments[:cut]:
            try:
                problem = judge(sys.argv[1], model, folder, arguments[cut + 1:])
            except Exception as error:
                problem = str(error)[:300]
            if problem:
                failed += 1
                print(f"{os.path.basename(model):36} {problem}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
