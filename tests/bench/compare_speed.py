#!/usr/bin/env python3
"""Compares the speed of Partita's CPU provider and of its peers on the same models, in one run: ONNX Runtime, and
OpenVINO where Python has it.

  compare_speed.py PARTITA_CLI [MODEL ...] [--built-in] [--threads N] [--rounds N] [--busy N]

--built-in adds models made here: a product of 2048 x 2048 matrices, four 3x3 convolutions, 100 tiny nodes (what
a node costs by itself), a loop of 200 rounds and a network like EfficientNet-B0.

--busy N keeps N other processes busy meanwhile.

All run in turns, so that a busy machine slows all, each in a process of its own, so that a peer that a model ends
costs only its own figures. Prints medians, the median ratio of each peer's time to Partita's
(above 1: Partita is faster) over neighbouring blocks, how much of the time the arithmetic alone, as far as
shapes tell it, would take at the measured peak of these threads ("roof"; 100 %: nothing is left to gain; products of
bytes at four times the peak of floats, as with VNNI), the time to create a session, and the peak
memory of a process that creates a session and runs it three times (for ONNX Runtime, with Python and numpy in it).
Ends with the geometric means. Exits with 77 where Python's onnxruntime is missing.
"""
import argparse
import json
import math
import os
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

try:
    import onnx
except ImportError:
    onnx = None

try:
    import openvino
except ImportError:
    openvino = None

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from compare_with_onnxruntime import feeds_for  # noqa: E402  the same inputs as the comparison

BLOCK_SECONDS = 0.5


def built_in(folder):
    """Paths of models that single out one cost each; needs Python's onnx."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    rng = np.random.default_rng(3)

    def save(name, nodes, inputs, outputs, weights):
        graph = helper.make_graph(
            nodes, name, [helper.make_tensor_value_info(n, t, d) for n, t, d in inputs],
            [helper.make_tensor_value_info(n, TensorProto.FLOAT, d) for n, d in outputs],
            [numpy_helper.from_array(array, n) for n, array in weights.items()])
        model = helper.make_model(graph, ir_version=9, opset_imports=[helper.make_opsetid("", 18)])
        path = os.path.join(folder, name + ".onnx")
        onnx.save(onnx.shape_inference.infer_shapes(model), path)
        return path

    def weight(*shape):
        return (rng.standard_normal(shape) / np.sqrt(np.prod(shape[1:]))).astype(np.float32)

    real = TensorProto.FLOAT
    paths = [save("gemm_2048", [helper.make_node("MatMul", ["x", "w"], ["y"])], [("x", real, [2048, 2048])],
                  [("y", [2048, 2048])], {"w": weight(2048, 2048)})]
    nodes = []
    for i in range(4):
        nodes += [helper.make_node("Conv", [f"r{i}", f"w{i}"], [f"c{i}"], pads=[1, 1, 1, 1]),
                  helper.make_node("Relu", [f"c{i}"], [f"r{i + 1}"])]
    paths.append(save("four_convolutions", nodes, [("r0", real, [1, 256, 14, 14])], [("r4", [1, 256, 14, 14])],
                      {f"w{i}": weight(256, 256, 3, 3) for i in range(4)}))
    # Neither side fuses these nodes, because each sum is read twice.
    nodes = [helper.make_node("Add", ["s0", "s0"], ["s1"])]
    nodes += [helper.make_node("Add", [f"s{i}", f"s{i - 1}"], [f"s{i + 1}"]) for i in range(1, 99)]
    nodes.append(helper.make_node("ReduceSum", ["s99"], ["y"], keepdims=1))
    paths.append(save("tiny_100", nodes, [("s0", real, [1, 4])], [("y", [1, 1])], {}))
    body = helper.make_graph(
        [helper.make_node("MatMul", ["h", "w"], ["m"]), helper.make_node("Tanh", ["m"], ["t"]),
         helper.make_node("Add", ["t", "x"], ["h_out"]), helper.make_node("Identity", ["go"], ["go_out"])], "body",
        [helper.make_tensor_value_info("i", TensorProto.INT64, []),
         helper.make_tensor_value_info("go", TensorProto.BOOL, []),
         helper.make_tensor_value_info("h", real, [1, 32])],
        [helper.make_tensor_value_info("go_out", TensorProto.BOOL, []),
         helper.make_tensor_value_info("h_out", real, [1, 32])])
    paths.append(save("loop_200", [helper.make_node("Loop", ["count", "", "x"], ["y"], body=body)],
                      [("x", real, [1, 32])], [("y", [1, 32])],
                      {"w": weight(32, 32), "count": np.array(200, np.int64)}))
    paths.append(efficientnet_like(save, weight))
    return paths


def efficientnet_like(save, weight):
    """EfficientNet-B0's layers with random weights: depthwise convolutions, SiLU, squeeze and excitation."""
    from onnx import TensorProto, helper

    nodes, weights = [], {}

    def add(kind, *inputs, **attributes):
        name = f"v{len(nodes)}"
        nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def conv(x, into, out, kernel=1, stride=1, group=1):
        name = f"w{len(weights)}"
        weights[name] = weight(out, into // group, kernel, kernel)
        weights[name + "_bias"] = weight(out)
        return add("Conv", x, name, name + "_bias", strides=[stride] * 2, pads=[kernel // 2] * 4, group=group)

    def silu(x):
        return add("Mul", x, add("Sigmoid", x))

    x, channels = silu(conv("x", 3, 32, 3, 2)), 32
    for expand, out, repeats, stride, kernel in [(1, 16, 1, 1, 3), (6, 24, 2, 2, 3), (6, 40, 2, 2, 5), (6, 80, 3, 2, 3),
                                                 (6, 112, 3, 1, 5), (6, 192, 4, 2, 5), (6, 320, 1, 1, 3)]:
        for i in range(repeats):
            before, wide = x, channels * expand
            if expand > 1:
                x = silu(conv(x, channels, wide))
            x = silu(conv(x, wide, wide, kernel, stride if i == 0 else 1, wide))
            squeezed = silu(conv(add("GlobalAveragePool", x), wide, max(1, channels // 4)))
            x = add("Mul", x, add("Sigmoid", conv(squeezed, max(1, channels // 4), wide)))
            x = conv(x, wide, out)
            if channels == out and (i > 0 or stride == 1):
                x = add("Add", x, before)
            channels = out
    x = silu(conv(x, channels, 1280))
    x = add("Flatten", add("GlobalAveragePool", x))
    weights["head"] = weight(1280, 1000)
    nodes.append(helper.make_node("MatMul", [x, "head"], ["y"]))
    return save("efficientnet_like", nodes, [("x", TensorProto.FLOAT, [1, 3, 224, 224])], [("y", [1, 1000])], weights)


def ours(cli, model, inputs, threads, repeat, warmup=2, more=()):
    command = [cli, "--json", "run", model, "-p", "cpu", "-O", f"threads={threads}", "--inputs", inputs,
               "--warmup", str(warmup), "--repeat", str(repeat), *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout)


# What multiplies bytes: one instruction of VNNI takes four times as many of them as there are floats in a vector.
INTEGER_PRODUCTS = {"ConvInteger", "MatMulInteger", "QLinearConv", "QLinearMatMul", "QGemm", "DynamicQuantizeMatMul",
                    "MatMulIntegerToFloat", "QAttention"}
BYTES_FOR_A_FLOAT = 4


def roof(report, operators):
    """Milliseconds that the arithmetic of one run takes at the peak of the threads; `operators`: of each node's name."""
    flops = 0
    for node in report["nodes"]:
        if not node.get("gflops_per_s"):
            continue
        makes_codes = any(operators.get(name) == "QuantizeLinear" for name in node["fused_with"])
        faster = BYTES_FOR_A_FLOAT if makes_codes or node["op_type"] in INTEGER_PRODUCTS else 1
        flops += node["min_ms"] * node["gflops_per_s"] / faster
    return flops / report["peak_gflops_per_s"]


def operators_of(model):
    """The operator of each named node; none where Python has no onnx, so that QDQ models seem to be floats."""
    if onnx is None:
        return {}
    return {node.name: node.op_type for node in onnx.load(model, load_external_data=False).graph.node}


class OnnxRuntime:
    name, short = f"ONNX Runtime {ort.__version__}", "ORT"

    def __init__(self, model, threads):
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def run(self, feeds):
        self.session.run(None, feeds)


class OpenVino:
    name, short = f"OpenVINO {openvino.__version__.split('-')[0]}" if openvino else "", "OpenVINO"

    def __init__(self, model, threads):
        core = openvino.Core()
        self.request = core.compile_model(core.read_model(model), "CPU", {
            "PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": threads,
            "INFERENCE_PRECISION_HINT": "f32"}).create_infer_request()

    def run(self, feeds):
        self.request.infer(feeds, share_inputs=True)


PEERS = [OnnxRuntime] + ([OpenVino] if openvino else [])


def block(peer, feeds, seconds=BLOCK_SECONDS):
    """The median time of a run, in milliseconds."""
    times, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(times) < 3:
        begin = time.perf_counter()
        peer.run(feeds)
        times.append((time.perf_counter() - begin) * 1e3)
    return statistics.median(times)


def their_peak(model, inputs, threads):
    """Bytes; in a process of its own."""
    code = (
        "import sys, resource, numpy as np, onnxruntime as ort\n"
        "o = ort.SessionOptions(); o.intra_op_num_threads = int(sys.argv[3])\n"
        "s = ort.InferenceSession(sys.argv[1], o, providers=['CPUExecutionProvider'])\n"
        "f = dict(np.load(sys.argv[2]))\n"
        "for _ in range(3): s.run(None, f)\n"
        "print(next(l for l in open('/proc/self/status') if l.startswith('VmHWM')).split()[1])\n")
    done = subprocess.run([sys.executable, "-c", code, model, inputs, str(threads)], capture_output=True, text=True,
                          check=True)
    return int(done.stdout) * 1024


def serve(short, model, threads, inputs):
    """What a PeerProcess runs: the milliseconds to create a session, then the time of a block for each line read."""
    kind = next(peer for peer in PEERS if peer.short == short)
    feeds = dict(np.load(inputs))
    begin = time.perf_counter()
    peer = kind(model, int(threads))
    print("created", (time.perf_counter() - begin) * 1e3, flush=True)
    for _ in range(2):
        peer.run(feeds)
    for line in sys.stdin:
        print("block", block(peer, feeds, float(line)), flush=True)


class PeerProcess:
    """A peer in a process of its own, which some models end."""

    def __init__(self, kind, model, threads, inputs):
        self.kind, self.model = kind, model
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [sys.executable, os.path.abspath(__file__), "--serve", kind.short, model, str(threads), inputs],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True)
        self.create_ms = self._number("created")

    def block(self):
        """The median time of a run, in milliseconds; None after the peer failed."""
        if self.process is None:
            return None
        try:
            print(BLOCK_SECONDS, file=self.process.stdin, flush=True)
        except BrokenPipeError:
            pass  # what it read last says why
        return self._number("block")

    def close(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def _number(self, what):
        for line in self.process.stdout:
            words = line.split()  # libraries may print lines of their own
            if len(words) == 2 and words[0] == what:
                return float(words[1])
        status = self.process.wait()
        self.errors.seek(0)
        lines = self.errors.read().strip().splitlines()
        why = f"signal {-status} ended it" if status < 0 else lines[-1] if lines else f"exit code {status}"
        print(f"{os.path.basename(self.model)}: {self.kind.short} fails: {why}", file=sys.stderr)
        self.close()
        return None


def compare(cli, model, threads, rounds):
    """Prints a row; returns the ratio for each peer, None where it failed."""
    feeds = feeds_for(OnnxRuntime(model, threads).session)
    with tempfile.TemporaryDirectory() as folder:
        inputs = os.path.join(folder, "in.npz")
        np.savez(inputs, **feeds)
        peak = their_peak(model, inputs, threads)
        own_peak = ours(cli, model, inputs, threads, 2, 1)["peak_rss_bytes"]
        peers = [PeerProcess(kind, model, threads, inputs) for kind in PEERS]
        try:
            others, mine, made, repeat = turns(cli, model, inputs, threads, rounds, peers)
        finally:
            for peer in peers:
                peer.close()
        least = roof(ours(cli, model, inputs, threads, repeat, more=["--kernels", "1"]), operators_of(model))
    row, ratios = f"{os.path.basename(model)[:34]:34} {statistics.median(mine):9.3f}", []
    for times in others:
        # The clock rate changes within seconds, so each block is compared with the two around it.
        ratio = times and statistics.median((times[i] + times[i + 1]) / 2 / mine[i] for i in range(rounds))
        ratios.append(ratio)
        row += f" {statistics.median(times):9.3f} {ratio:6.2f}" if times else f" {'failed':>9} {'':6}"
    share = f"{100 * least / statistics.median(mine):5.0f} %" if least else f"{'unknown':>7}"
    print(f"{row} {share} | {peers[0].create_ms:8.0f} {statistics.median(made):8.0f} |"
          f" {peak / 2**20:7.0f} {own_peak / 2**20:7.0f}", flush=True)
    return ratios


def turns(cli, model, inputs, threads, rounds, peers):
    """Blocks of all in turns: the times of each peer, None where it failed; our times, those to create a session,
    and how often a block of ours runs."""
    others = [[peer.block()] for peer in peers]
    if others[0][0] is None:
        raise RuntimeError("ONNX Runtime does not run it")
    repeat = max(3, int(BLOCK_SECONDS * 1e3 / others[0][0]))
    mine, made = [], []
    for _ in range(rounds):
        report = ours(cli, model, inputs, threads, repeat)
        mine.append(report["latency_ms"]["median"])
        made.append(report["create_ms"])
        for peer, times in zip(peers, others):
            times.append(peer.block())
    return [None if None in times else times for times in others], mine, made, repeat


def main():
    if sys.argv[1:2] == ["--serve"]:
        serve(*sys.argv[2:])
        return
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("models", nargs="*")
    parser.add_argument("--built-in", action="store_true")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--busy", type=int, default=0)
    given = parser.parse_args()
    names = [peer.name for peer in PEERS]
    print(f"{', '.join(names)}, {given.threads} thread(s)")
    heads = "".join(f" {short:>9} {'/ ours':>6}" for short in [peer.short for peer in PEERS])
    print(f"{'':34} {'ours':>9}{heads} {'roof':>7} | {'ORT':>8} {'ours':>8} | {'ORT':>7} {'ours':>7}")
    print(f"{'model':34} {'ms':>9}" + f" {'ms':>9} {'':6}" * len(names) +
          f" {'':7} | {'create':>8} {'create':>8} | {'peak MB':>7} {'peak MB':>7}")
    ratios = []
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(given.busy)]
    try:
        with tempfile.TemporaryDirectory() as folder:
            for model in given.models + (built_in(folder) if given.built_in else []):
                try:
                    ratios.append(compare(given.cli, model, given.threads, given.rounds))
                except Exception as error:  # a failing model must not hide the others
                    print(f"{os.path.basename(model):34} {error}")
    finally:
        for other in others:
            other.kill()
    for name, of_peer in zip(names, zip(*ratios)):
        known = [ratio for ratio in of_peer if ratio]
        if known:
            mean = math.exp(sum(map(math.log, known)) / len(known))
            print(f"geometric mean against {name}: {mean:.2f} over {len(known)} models,"
                  f" {sum(ratio < 1 for ratio in known)} below 1.00")


if __name__ == "__main__":
    main()
