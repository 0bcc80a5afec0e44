#!/usr/bin/env python3
"""Compares language models with weights of 4 bits: tokens a second and memory of Partita and of ONNX Runtime.

  compare_decoders.py DECODER_BENCH [--layers N] [--width N] [--block N] [--prompt N] [--tokens N] [--threads N]
                      [--accuracy N] [--rounds N] [--model FOLDER]

The model is made here with random weights, as ONNX Runtime's model builder exports decoders: MatMulNBits,
GroupQueryAttention with a cache of 2,048 tokens, SkipSimplifiedLayerNormalization, GatherBlockQuantized. The default
has half a billion weights. --model keeps it in a folder, or takes the one that is there.

Both take a prompt, then token after token, in processes of their own and in turns; caches stay in place. Prints the
medians and checks that both name the same tokens. Exits with 77 where Python's onnxruntime is missing.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

try:
    import numpy as np
    import onnx
    import onnxruntime as ort
    from onnx import TensorProto, helper, numpy_helper
except ImportError:
    print("onnxruntime or onnx is not installed: skipped")
    sys.exit(77)

ROOM = 2048  # tokens that the caches have room for
VOCABULARY = 65536
HEAD = 64  # size of a head


class Decoder:
    """Makes the model."""

    def __init__(self, given):
        self.width, self.block, self.accuracy = given.width, given.block, given.accuracy
        self.heads, self.key_heads = given.width // HEAD, max(1, given.width // HEAD // 4)
        self.random = np.random.default_rng(7)
        self.nodes, self.weights = [], []
        self.inputs = [helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "tokens"]),
                       helper.make_tensor_value_info("seqlens_k", TensorProto.INT32, [1]),
                       helper.make_tensor_value_info("total_sequence_length", TensorProto.INT32, [])]
        self.outputs = [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, "tokens", VOCABULARY])]

    def weight(self, name, array):
        self.weights.append(numpy_helper.from_array(array, name))
        return name

    def node(self, op, inputs, outputs, **attributes):
        self.nodes.append(helper.make_node(op, inputs, outputs, outputs[0], domain="com.microsoft", **attributes))
        return outputs[0]

    def plain(self, op, inputs, output, **attributes):
        self.nodes.append(helper.make_node(op, inputs, [output], output, **attributes))
        return output

    def codes(self, name, rows, depth):
        blocks = depth // self.block
        codes = self.random.integers(0, 256, (rows, blocks, self.block // 2), dtype=np.uint8)
        scales = self.random.uniform(0.5, 1, (rows, blocks)).astype(np.float32) / (4 * depth**0.5)
        return self.weight(name + "_codes", codes), self.weight(name + "_scales", scales)

    def product(self, x, name, depth, columns):
        return self.node("MatMulNBits", [x, *self.codes(name, columns, depth)], [name], K=depth, N=columns, bits=4,
                         block_size=self.block, accuracy_level=self.accuracy)

    def layer(self, i, x, before):
        w, keys = self.width, self.key_heads * HEAD
        p = f"layer{i}_"
        ones = self.weight(p + "norm", np.ones(w, np.float32))
        if before is None:
            self.plain("SimplifiedLayerNormalization", [x, ones], p + "in", axis=-1, epsilon=1e-5)
            whole = x
        else:
            whole = p + "sum"
            self.node("SkipSimplifiedLayerNormalization", [before, x, ones], [p + "in", "", "", whole], epsilon=1e-5)
        packed = self.product(p + "in", p + "qkv", w, w + 2 * keys)
        for kind in ("key", "value"):
            shape = [1, self.key_heads, ROOM, HEAD]
            self.inputs.append(helper.make_tensor_value_info(f"past_{i}.{kind}", TensorProto.FLOAT, shape))
            self.outputs.append(helper.make_tensor_value_info(f"present_{i}.{kind}", TensorProto.FLOAT, shape))
        self.node("GroupQueryAttention",
                  [packed, "", "", f"past_{i}.key", f"past_{i}.value", "seqlens_k", "total_sequence_length", "cosines",
                   "sines"], [p + "attention", f"present_{i}.key", f"present_{i}.value"], num_heads=self.heads,
                  kv_num_heads=self.key_heads, do_rotary=1)
        out = self.product(p + "attention", p + "out", w, w)
        after = self.weight(p + "norm2", np.ones(w, np.float32))
        self.node("SkipSimplifiedLayerNormalization", [whole, out, after], [p + "in2", "", "", p + "sum2"],
                  epsilon=1e-5)
        gate = self.product(p + "in2", p + "gate", w, 4 * w)
        up = self.product(p + "in2", p + "up", w, 4 * w)
        self.plain("Sigmoid", [gate], p + "sigmoid")
        self.plain("Mul", [gate, p + "sigmoid"], p + "silu")
        self.plain("Mul", [p + "silu", up], p + "inner")
        return self.product(p + "inner", p + "down", 4 * w, w), p + "sum2"

    def write(self, path, layers):
        angles = np.outer(np.arange(ROOM), 1 / 10000 ** (np.arange(HEAD // 2) / (HEAD // 2)))
        self.weight("cosines", np.cos(angles).astype(np.float32))
        self.weight("sines", np.sin(angles).astype(np.float32))
        table = self.codes("embedding", VOCABULARY, self.width)
        self.weights[-2] = numpy_helper.from_array(
            numpy_helper.to_array(self.weights[-2]).reshape(VOCABULARY, -1), table[0])
        x = self.node("GatherBlockQuantized", [table[0], "input_ids", table[1]], ["tokens"], gather_axis=0,
                      quantize_axis=1, block_size=self.block, bits=4)
        x = self.plain("Mul", [x, self.weight("spread", np.float32(30))], "x")
        before = None
        for i in range(layers):
            x, before = self.layer(i, x, before)
        ones = self.weight("norm", np.ones(self.width, np.float32))
        self.node("SkipSimplifiedLayerNormalization", [before, x, ones], ["last"], epsilon=1e-5)
        self.product("last", "logits", self.width, VOCABULARY)
        graph = helper.make_graph(self.nodes, "decoder", self.inputs, self.outputs, self.weights)
        model = helper.make_model(graph, ir_version=9, opset_imports=[
            helper.make_opsetid("", 18), helper.make_opsetid("com.microsoft", 1)])
        onnx.save(model, path, save_as_external_data=True, location="decoder.data", size_threshold=256)
        return sum(2 * len(t.raw_data) for t in self.weights if t.data_type == TensorProto.UINT8)


def theirs(path, prompt, tokens, threads):
    """What decoder_bench does, by ONNX Runtime; called in a process of its own."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    begin = time.perf_counter()
    session = ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    created = time.perf_counter() - begin
    binding = session.io_binding()
    caches = {}
    for value in session.get_inputs():
        if value.name.startswith("past"):
            caches[value.name] = ort.OrtValue.ortvalue_from_numpy(np.zeros(value.shape, np.float32))
            binding.bind_ortvalue_input(value.name, caches[value.name])
            binding.bind_ortvalue_output(value.name.replace("past", "present"), caches[value.name])
    place = -1  # of the logits among the bound outputs, in the order of binding

    def step(ids, total):
        binding.bind_output("logits")  # anew, because its size changes
        binding.bind_cpu_input("input_ids", np.array([ids], np.int64))
        binding.bind_cpu_input("seqlens_k", np.array([total - 1], np.int32))
        binding.bind_cpu_input("total_sequence_length", np.array(total, np.int32))
        session.run_with_iobinding(binding)
        return int(binding.get_outputs()[place].numpy()[0, -1].argmax())

    def decode():
        begin = time.perf_counter()
        token = step([(i * 7919) % VOCABULARY for i in range(prompt)], prompt)
        middle = time.perf_counter()
        named = [token]
        for i in range(tokens):
            named.append(step([named[-1]], prompt + i + 1))
        end = time.perf_counter()
        return {"prompt": middle - begin, "token": (end - middle) / tokens, "tokens": named}

    decode()
    result = decode() | {"create": created}
    with open("/proc/self/status", encoding="utf-8") as status:
        result["peak"] = next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))
    print(json.dumps(result))


def measured(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{command[0]}: {done.stdout}{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def compare(given, path):
    steps = ["--prompt", str(given.prompt), "--tokens", str(given.tokens), "--threads", str(given.threads)]
    ours, others = [], []
    for _ in range(given.rounds):
        ours.append(measured([given.bench, path, *steps]))
        others.append(measured([sys.executable, __file__, "--theirs", path, *steps]))
    same = sum(a == b for a, b in zip(ours[0]["tokens"], others[0]["tokens"]))
    print(f"{'':28}{'ours':>10}{'ORT':>10}{'ORT / ours':>12}")
    for name, key, factor in (("prompt, tokens a second", "prompt", given.prompt), ("decoding, tokens a second", "token", 1),
                              ("session, s", "create", 0), ("peak memory, MB", "peak", 0)):
        mine, peer = (statistics.median(each[key] for each in all) for all in (ours, others))
        shown = [factor / each if factor else each for each in (mine, peer)]
        print(f"{name:28}{shown[0]:10.2f}{shown[1]:10.2f}{peer / mine:12.2f}")
    print(f"the same token in {same} of {len(ours[0]['tokens'])} places")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("bench")
    for name, value in (("layers", 24), ("width", 1024), ("block", 32), ("prompt", 128), ("tokens", 32), ("threads", 2),
                        ("accuracy", 0), ("rounds", 3)):
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--model")
    parser.add_argument("--theirs", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.theirs:
        return theirs(given.bench, given.prompt, given.tokens, given.threads)
    with tempfile.TemporaryDirectory() as temporary:
        path = os.path.join(given.model or temporary, "decoder.onnx")
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            count = Decoder(given).write(path, given.layers)
            print(f"{count / 1e6:.0f} million weights of 4 bits in blocks of {given.block}, "
                  f"accuracy level {given.accuracy}")
        print(f"ONNX Runtime {ort.__version__}, {given.threads} thread(s), prompt of {given.prompt} tokens, "
              f"{given.tokens} decoded, cache of {ROOM}")
        compare(given, path)


main()
