#!/usr/bin/env python3
"""Compares what `placements` reads from records of real runtimes with what the files say, node by node.

  judge_records.py PARTITA_CLI FOLDER

FOLDER holds folders with a model (*.onnx) and records of its sessions: assignments and profiles (.json), logs (.log) and
context models (*_ctx.onnx, which have records of their own, with "ctx" in the name). This script finds the nodes in a way
of its own, with the models' texts only. Exits with 77 (skipped) when Python's onnx or FOLDER is missing, and with 1 when
a node is on another provider than the file says, or is left out though the file names it.
"""
import json
import os
import re
import subprocess
import sys

try:
    import onnx
except ImportError as error:
    print(f"skipped: {error}; ./test fetches what is needed")
    sys.exit(77)


def nodes_of(graph):
    for node in graph.node:
        yield node
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                yield from nodes_of(attribute.g)


def said(path):
    """(name, operator, provider) of each node that the file tells of; (None, None, provider): all nodes."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if path.endswith(".log"):
        text = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)
        provider = None
        for line in text.splitlines():
            message = line.partition("VerifyEachNodeIsAssignedToAnEp] ")[2]
            if found := re.match(r" (All nodes|Node\(s\)) placed on \[(.*)\]\. Number", message):
                provider = found[2]
                if found[1] == "All nodes":
                    yield None, None, provider
            elif found := re.match(r"  (\S+) \((.*)\)$", message):
                yield found[2], found[1], provider
        return
    content = json.loads(text)
    if isinstance(content, dict):
        for part in content["subgraphs"]:
            for node in part["nodes"]:
                yield node["name"], node["op_type"], part["ep_name"]
        return
    for event in content:
        if event["cat"] == "Node" and event["name"].endswith("_kernel_time"):
            yield event["name"][:-len("_kernel_time")], event["args"]["op_name"], event["args"]["provider"]


def expected(model, path):
    """{first output of a node: provider} where the file leaves no doubt, and the number of other entries."""
    nodes = [node for node in nodes_of(model.graph) if node.op_type != "Constant"]
    places, unclear = {}, 0
    for name, op, provider in said(path):
        if name is None:
            places.update({node.output[0]: provider for node in nodes})
            continue
        fused = re.fullmatch(r"(?:fused )?(.*)/MatMulAddFusion", name)
        if re.fullmatch(re.escape(op) + r"_\d+", name):  # a profile's name for a node without one
            name = ""
        here = [n for n in nodes if n.name == (fused[1] if fused else name)
                and (n.op_type == ("MatMul" if fused else op) or n.op_type == "EPContext")]
        if len(here) != 1:
            unclear += 1
            continue
        group = [here[0]]
        for step in (["Add"] if fused else []) + (["Relu"] if name.startswith("fused ") else []):
            group += [n for n in nodes if n.op_type == step and group[-1].output[0] in n.input]
        places.update({node.output[0]: provider for node in group})
    return places, unclear


def found_by(cli, model, path, record):
    done = subprocess.run([cli, "placements", path, record, "--json"], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    outputs = {}
    for node in nodes_of(model.graph):
        outputs.setdefault((node.name, node.op_type), []).append(node.output[0])
    places = {}
    for node in json.loads(done.stdout)["nodes"]:  # in the order of the model, as far as names are equal
        places[outputs[node["name"], node["op_type"]].pop(0)] = node["provider"]
    return places


def pairs_of(folder):
    for root, _, files in sorted(os.walk(folder)):
        models = [name for name in files if name.endswith(".onnx")]
        for record in sorted(name for name in files if name.endswith((".json", ".log"))):
            wants = [name for name in models if name.endswith("_ctx.onnx") == ("_ctx" in record)]
            for model in wants:
                yield os.path.join(root, model), os.path.join(root, record)


def main(cli, folder):
    if not os.path.isdir(folder):
        print(f"skipped: there is no folder {folder}")
        return 77
    judged = wrong = nodes = 0
    for path, record in pairs_of(folder):
        model = onnx.load(path)
        name = os.path.relpath(record, folder)
        judged += 1
        try:
            want, unclear = expected(model, record)
            have = found_by(cli, model, path, record)
        except RuntimeError as error:
            print(f"FAILED {name}: {error}")
            wrong += 1
            continue
        nodes += len(want)
        bad = sorted(o for o in {*want, *have} if want.get(o) != have.get(o))
        wrong += bool(bad)
        print(f"{'DIFFERS' if bad else 'ok     '} {name:56} {len(want)} nodes, {unclear} entries not told in the model"
              + "".join(f"; {o}: {have.get(o)}, the file says {want.get(o)}" for o in bad[:3]))
    print(f"{judged - wrong} of {judged} records equal, {nodes} nodes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
