#!/usr/bin/env python3
"""Merges real EPContext models and has ONNX Runtime judge the results with real execution providers.

  judge_merges.py PARTITA_CLI [FOLDER]

FOLDER holds open/tasks.json (what to merge, and whether that is possible), the models, examples of good and
bad merges, and check_merge.py, which loads a merged model and compares its outputs with those of its
sources. Default: $PARTITA_GOLDEN. Needs onnxruntime, onnxruntime-qnn, onnx and numpy; if a provider is
missing, only the structure of the model is judged. Exits with 1 when a possible merge fails, an impossible
one is written, or `lint` misjudges an example, and with 77 without FOLDER.
"""
import json
import os
import subprocess
import sys
import tempfile

SKIPPED = 77


def merge(cli, folder, task, output):
    command = [cli, "merge", *(os.path.join(folder, s["path"]) for s in task["sources"]), "-o", output,
               "--prefix", ",".join(s["prefix"] for s in task["sources"])]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode and "--rewrite-binaries" in run.stderr:
        run = subprocess.run([*command, "--rewrite-binaries"], capture_output=True, text=True)
    return run.returncode == 0, run.stderr.strip()


def judge(folder, task, output):
    command = [sys.executable, os.path.join(folder, "..", "check_merge.py"), output]
    for source in task["sources"]:
        command += ["--src", f"{source['prefix']}={os.path.join(folder, source['path'])}"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode == SKIPPED:
        run = subprocess.run([*command, "--no-run"], capture_output=True, text=True)
        return run.returncode == 0, "structure only"
    return run.returncode == 0, (run.stdout.strip().splitlines() or [run.stderr.strip()])[-1]


def judge_merges(cli, folder):
    judged = failed = 0
    with open(os.path.join(folder, "tasks.json"), encoding="utf-8") as file:
        tasks = json.load(file)
    for task in tasks:
        with tempfile.TemporaryDirectory() as work:
            output = os.path.join(work, "merged.onnx")
            done, why = merge(cli, folder, task, output)
            good = done == task["possible"]
            if done and good:
                good, why = judge(folder, task, output)
            print(f"{'ok    ' if good else 'FAILED'} merge {task['id']:32} {'written' if done else 'refused'}: {why}")
            judged += 1
            failed += not good
    return judged, failed


def judge_examples(cli, folder):
    judged = failed = 0
    for kind in ("good", "bad"):
        root = os.path.join(folder, "merged_examples", kind)
        for name in sorted(os.listdir(root)):
            path = os.path.join(root, name, "merged.onnx")
            if not os.path.exists(path):
                continue
            run = subprocess.run([cli, "lint", path], capture_output=True, text=True)
            good = (run.returncode == 0) == (kind == "good")
            print(f"{'ok    ' if good else 'FAILED'} lint {kind} {name:34} "
                  f"{(run.stdout.strip().splitlines() or [''])[0][:120]}")
            judged += 1
            failed += not good
    return judged, failed


def main():
    folder = sys.argv[2] if len(sys.argv) > 2 else os.environ.get("PARTITA_GOLDEN", "")
    folder = os.path.join(folder, "open")
    if not os.path.isdir(folder):
        print("no folder of real context models: skipped")
        return SKIPPED
    merges, bad_merges = judge_merges(sys.argv[1], folder)
    examples, bad_examples = judge_examples(sys.argv[1], folder)
    print(f"{merges - bad_merges} of {merges} merges and {examples - bad_examples} of {examples} examples as expected")
    return 1 if bad_merges + bad_examples else 0


sys.exit(main())
