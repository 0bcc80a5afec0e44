#!/usr/bin/env python3
"""Runs models on Partita and on ONNX Runtime's CPU and compares the outputs.

  compare_with_onnxruntime.py PARTITA_CLI MODEL [MODEL ...]

Inputs are random with a fixed seed, so nothing has to be prepared. Exits with 77 (skipped) when Python's
onnxruntime is missing, and with 1 when a model fails or an output differs by more than 1e-4 of its largest
value (by more than 1e-6 when that is below 0.01).
"""
import os, subprocess, sys, tempfile

try:
    import numpy as np
    import onnxruntime as ort
except ImportError as error:
    print(f"skipped: {error}; ./test fetches what is needed")
    sys.exit(77)

TYPES = {"tensor(float)": np.float32, "tensor(float16)": np.float16, "tensor(double)": np.float64,
         "tensor(int64)": np.int64, "tensor(int32)": np.int32, "tensor(uint8)": np.uint8, "tensor(bool)": np.bool_}
# Sizes of symbols for which 1 would not work.
SIZES = {"sequence": 512, "height": 320, "width": 320}


def feeds_for(session):
    rng = np.random.default_rng(7)
    feeds = {}
    for i in session.get_inputs():
        shape = [d if isinstance(d, int) and d >= 0 else SIZES.get(d, 1) for d in i.shape]
        kind = TYPES[i.type]
        if i.name == "sr":
            feeds[i.name] = np.full(shape, 16000, kind)
        elif i.name == "input" and len(shape) == 2:
            feeds[i.name] = rng.random((1, 512), dtype=np.float32)
        elif i.name == "bytes":
            feeds[i.name] = rng.integers(0, 257, shape).astype(kind)
        elif np.issubdtype(kind, np.integer):
            feeds[i.name] = rng.integers(0, 2, shape).astype(kind)
        else:
            feeds[i.name] = rng.random(shape).astype(kind)
    return feeds


def difference(expected, actual):
    if expected.shape != actual.shape:
        return f"shape {actual.shape}, expected {expected.shape}"
    if expected.size == 0:
        return 0.0
    # ONNX Runtime's sigmoid has an error of about 1e-7, which matters when the largest output is
    # tiny.
    scale = max(np.abs(expected.astype(np.float64)).max(), 1e-2)
    return float(np.abs(expected.astype(np.float64) - actual.astype(np.float64)).max() / scale)


def main():
    cli, models = sys.argv[1], sys.argv[2:]
    worst = 0
    for model in models:
        options = ort.SessionOptions()
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.log_severity_level = 4
        session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        feeds = feeds_for(session)
        expected = session.run(None, feeds)
        with tempfile.TemporaryDirectory() as folder:
            np.savez(os.path.join(folder, "in.npz"), **feeds)
            out = os.path.join(folder, "out.npz")
            ran = subprocess.run([cli, "run", model, "--inputs", os.path.join(folder, "in.npz"), "--outputs", out],
                                 capture_output=True, text=True)
            if ran.returncode:
                print(f"{os.path.basename(model):36} {ran.stderr.strip()}")
                worst = 1
                continue
            actual = np.load(out)
            results = [difference(e, actual[o.name]) for e, o in zip(expected, session.get_outputs())]
        bad = [r for r in results if isinstance(r, str) or not r <= 1e-4]
        worst = max(worst, bool(bad))
        print(f"{os.path.basename(model):36} {'DIFFERS ' + str(bad) if bad else 'equal, %.1e' % max(results)}")
    sys.exit(worst)


if __name__ == "__main__":
    main()
