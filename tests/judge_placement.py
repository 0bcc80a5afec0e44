#!/usr/bin/env python3
"""Compares the model that Partita places with the one that ONNX Runtime places, by its number of nodes of each operator.

  judge_placement.py PARTITA_CLI MODEL [MODEL ...]

ONNX Runtime writes its model of level 1 (ORT_ENABLE_BASIC). Prints for each model the operators whose numbers differ,
which docs/command-line.md explains. Exits with 77 (skipped) when Python's onnx or onnxruntime is missing, and with 1 when
Partita fails.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile

try:
    import onnx
    import onnxruntime as ort
except ImportError as error:
    print(f"skipped: {error}; ./test fetches what is needed")
    sys.exit(77)


def count(graph, counts):
    for node in graph.node:
        counts[(node.domain + "." if node.domain not in ("", "ai.onnx") else "") + node.op_type] += 1
        for attribute in node.attribute:
            for body in [attribute.g] if attribute.type == onnx.AttributeProto.GRAPH else attribute.graphs:
                count(body, counts)
    counts.pop("Constant", None)
    return counts


def operators_of(path):
    return count(onnx.load(path, load_external_data=False).graph, collections.Counter())


def theirs(path, folder):
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.log_severity_level = 4
    options.optimized_model_filepath = os.path.join(folder, "basic.onnx")
    ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    return operators_of(options.optimized_model_filepath)


def ours(cli, path):
    done = subprocess.run([cli, "partition", path, "-p", "cpu", "--json"], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    return collections.Counter(json.loads(done.stdout)["placed"]["operators"])


def main(cli, paths):
    agree = failed = judged = 0
    for path in paths:
        name = os.path.basename(path)
        with tempfile.TemporaryDirectory() as folder:
            try:
                expected = theirs(path, folder)
            except Exception as error:  # ONNX Runtime has exceptions of its own
                print(f"{name}: not judged, ONNX Runtime refuses it: {str(error).splitlines()[0][:100]}")
                continue
        judged += 1
        try:
            found = ours(cli, path)
        except RuntimeError as error:
            print(f"{name}: {error}")
            failed += 1
            continue
        source = operators_of(path)
        different = {op: (source[op], found[op], expected[op])
                     for op in sorted({*found, *expected}) if found[op] != expected[op]}
        agree += not different
        print(f"{name}: {sum(source.values())} nodes, {sum(found.values())} placed, ONNX Runtime {sum(expected.values())}"
              + ("" if different else ": equal"))
        for op, (before, mine, other) in different.items():
            print(f"    {op}: {before} → {mine}, ONNX Runtime {other}")
    print(f"{agree} of {judged} models have the same nodes")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
