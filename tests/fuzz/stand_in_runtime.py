"""Stands in for a Python with ONNX Runtime, which fuzzers of the command line cannot wait for.

`install` writes a program that answers as resources/bridge/bridge.py does, at once: "sound" as it should and with a
provider that takes every node, "wild" in one of several ways, which the request decides.
"""
import json
import os
import sys
import zlib

MOST = 4  # models about which the wild one answers: to learn takes thousands
LAUNCHER = """#!/bin/sh
# Faults are preloaded into the command, not into what it starts.
unset LD_PRELOAD
exec '{python}' -SE '{script}' {kind} "$@"
"""
ANSWER = {"onnxruntime": "1.30.0", "provider": "CPUExecutionProvider", "package": "stand-in 1", "outputs": [],
          "subgraphs": [{"ep_name": "CPU", "nodes": [{"name": "x", "op_type": "Conv"}]}]}


def install(path, kind):
    with open(path, "w", encoding="utf-8") as file:
        file.write(LAUNCHER.format(python=sys.executable, script=os.path.abspath(__file__), kind=kind))
    os.chmod(path, 0o755)


def main():
    kind, _, folder = sys.argv[1:]
    text = sys.stdin.read()
    models = json.loads(text).get("models", [])
    told = models if kind == "sound" else models[:MOST]
    with open(os.path.join(folder, "outcomes.jsonl"), "w", encoding="utf-8") as file:
        for model in told:
            file.write(json.dumps({"model": model, "outcome": "taken"}) + "\n")
        if len(told) < len(models):
            file.write(json.dumps({"refused": "more"}) + "\n")
    way = 3 if kind == "sound" else zlib.crc32(text.encode()) % 4
    with open(os.path.join(folder, "answer.json"), "w", encoding="utf-8") as file:
        if way == 0:
            file.write("half an ans")
        elif way == 1 or len(told) < len(models):
            json.dump({"error": "provider", "name": "x", "known": "CPU"}, file)
        else:
            json.dump(ANSWER, file)
    return 3 if way == 2 else 0


if __name__ == "__main__":
    sys.exit(main())
