#!/usr/bin/env python3
"""How fast Partita's CPU provider is against ONNX Runtime's, on the same models in one run.

  compare_speed.py PARTITA_CLI MODEL [MODEL ...] [--threads N] [--rounds N]

Both run in turns, so that a busy machine slows both. Prints medians and the ratio ONNX Runtime's time /
ours (above 1: we are faster), the time to make a session and the peak memory. Exits with 77 where
Python's onnxruntime is missing.
"""
import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

try:
    import numpy as np
    import onnxruntime as ort
except ImportError:
    print("onnxruntime is not installed: skipped")
    sys.exit(77)

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from compare_with_onnxruntime import feeds_for  # noqa: E402  the same inputs as the comparison

BLOCK_SECONDS = 0.5


def ours(cli, model, inputs, threads, repeat):
    command = [cli, "--json", "run", model, "-p", "cpu", "-O", f"threads={threads}", "--inputs", inputs,
               "--warmup", "2", "--repeat", str(repeat)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout)


def theirs(session, feeds):
    times, end = [], time.perf_counter() + BLOCK_SECONDS
    while time.perf_counter() < end or len(times) < 3:
        begin = time.perf_counter()
        session.run(None, feeds)
        times.append((time.perf_counter() - begin) * 1e3)
    return times


def compare(cli, model, threads, rounds):
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    begin = time.perf_counter()
    session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    create = (time.perf_counter() - begin) * 1e3
    feeds = feeds_for(session)
    for _ in range(2):
        session.run(None, feeds)
    with tempfile.TemporaryDirectory() as folder:
        inputs = os.path.join(folder, "in.npz")
        np.savez(inputs, **feeds)
        first = statistics.median(theirs(session, feeds))
        repeat = max(3, int(BLOCK_SECONDS * 1e3 / first))
        mine, other, made = [], [], []
        for _ in range(rounds):
            report = ours(cli, model, inputs, threads, repeat)
            mine.append(report["latency_ms"]["median"])
            made.append(report["create_ms"])
            other += theirs(session, feeds)
        ours_ms, theirs_ms = statistics.median(mine), statistics.median(other)
        print(f"{os.path.basename(model):34} {theirs_ms:9.3f} {ours_ms:9.3f} {theirs_ms / ours_ms:6.2f}"
              f" | {create:8.0f} {statistics.median(made):8.0f} |"
              f" {report['peak_rss_bytes'] / 2**20:7.0f}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print(f"ONNX Runtime {ort.__version__}, {given.threads} thread(s)")
    print(f"{'model':34} {'theirs ms':>9} {'ours ms':>9} {'ratio':>6} | {'create':>8} {'create':>8} |"
          f" {'peak MB':>7}")
    for model in given.models:
        try:
            compare(given.cli, model, given.threads, given.rounds)
        except Exception as error:  # one model that fails must not hide the others
            print(f"{os.path.basename(model):34} {error}")
    print(f"peak memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
