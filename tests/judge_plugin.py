#!/usr/bin/env python3
"""Has ONNX Runtime run models on Partita's NPU (libpartita_ep.so), and compares that with what Partita says.

  judge_plugin.py PARTITA_CLI LIBRARY FOLDER|MODEL … [--device NAME] … [-O KEY=VALUE] …

For each model and each device (default: all built-in ones), with ONNX Runtime's own rewrites off:
  partitions   those that ONNX Runtime makes are those that `partition` predicts, node by node
  outputs      they equal those of `run`
  ours there   the context model that `compile` writes loads in ONNX Runtime, and its outputs are equal
  theirs here  the context model that ONNX Runtime writes passes `lint`, loads in `run`, and its outputs are equal
The last two are left out for a device whose contexts are written by a compiler of its own. A DequantizeLinear that ONNX
Runtime repeats for a reader is no node of the model, and is not compared.
Nodes get unique names before, as ONNX Runtime tells them by their names. Inputs are random with a fixed seed. Each model
is judged in a process of its own. Exits with 77 (skipped) when Python's onnx or onnxruntime or the library is missing,
and with 1 when anything differs.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import onnx
    import onnx.inliner
    import onnxruntime as ort
except ImportError as error:
    print(f"skipped: {error}; ./test fetches what is needed")
    sys.exit(77)

import compare_with_onnxruntime as feeding

PROVIDER = "PartitaNpuExecutionProvider"
OFF = "session.graph_optimization_level=disabled"
# What Partita says of a device whose contexts it cannot write.
OWN_COMPILER = "are written by its own compiler"
STEPS = ["partitions", "outputs", "ours there", "theirs here"]
MINUTES = 15
# How ONNX Runtime 1.32 fails, with any provider, to write a context model where a node with bodies stays outside of the
# compiled parts and the bodies hold constants.
CANNOT_WRITE = ["references an ORT in-memory address marker", "Nodes in a graph must be topologically sorted"]
feeding.SIZES.update({"H": 320, "W": 320, "S": 8, "T": 8})
feeding.TYPES.update({"tensor(float16)": np.float16, "tensor(int8)": np.int8, "tensor(uint16)": np.uint16})


def name_nodes(graph, names, prefix=""):
    """Unique names, in the bodies of nodes, too."""
    for i, node in enumerate(graph.node):
        if not node.name or node.name in names:
            node.name = f"{prefix}{node.op_type}_{i}_{len(names)}"
        names.add(node.name)
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                name_nodes(attribute.g, names, f"{prefix}{i}_")


class Refused(Exception):
    """ONNX Runtime does not run the model at all, so there is nothing to compare."""


class Judged:
    def __init__(self, cli, path, device, options, folder):
        self.cli, self.device, self.options, self.folder = cli, device, options, folder
        # ONNX Runtime and Partita name the nodes of inlined functions differently.
        model = onnx.inliner.inline_local_functions(onnx.load(path))
        name_nodes(model.graph, set())
        self.has_bodies = any(a.type == onnx.AttributeProto.GRAPH for n in model.graph.node for a in n.attribute)
        self.model = os.path.join(folder, "model.onnx")
        onnx.save(model, self.model)
        self.feeds = os.path.join(folder, "in.npz")
        self.there = None  # the outputs of ONNX Runtime
        self.in_main = False  # whether a partition is predicted outside of bodies

    def call(self, *arguments, device=True):
        choice = ["--device", self.device, *(x for o in self.options for x in ("-O", o))] if device else []
        done = subprocess.run([self.cli, *arguments, *choice], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(((done.stderr.strip() or done.stdout.strip()).splitlines() or ["failed"])[0])
        return done.stdout

    def session(self, path, **entries):
        options = ort.SessionOptions()
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.log_severity_level = 4
        options.add_session_config_entry("session.record_ep_graph_assignment_info", "1")
        for key, value in entries.items():
            options.add_session_config_entry("ep." + key, value)
        devices = [each for each in ort.get_ep_devices() if each.ep_name == PROVIDER]
        options.add_provider_for_devices(devices, {"device": self.device, **dict(o.split("=", 1) for o in self.options)})
        return ort.InferenceSession(path, options, enable_fallback=0)

    def partitions(self):
        """How many nodes are placed as predicted, of how many."""
        predicted = {}
        provider = {}
        for node in json.loads(self.call("partition", self.model, "--config", OFF, "--json"))["nodes"]:
            if node.get("partition"):
                provider[node["name"]] = node["provider"] == "npu"
                if node["provider"] == "npu":
                    predicted.setdefault(node["partition"], []).append(node)
        # Nodes in the bodies of a compiled node belong to it.
        groups = set()
        for nodes in predicted.values():
            outermost = min((n["graph"] for n in nodes), key=len)
            groups.add(frozenset(n["name"] for n in nodes if n["graph"] == outermost))
            self.in_main = self.in_main or outermost == "main"
        if "enable_cann_graph=0" in self.options:  # each node is compiled by itself
            groups = {frozenset([name]) for group in groups for name in group}
        found = set()
        placed = {}
        for part in self.real.get_provider_graph_assignment_info():
            names = [node.name for node in part.get_nodes()]
            placed.update(dict.fromkeys(names, part.ep_name == PROVIDER))
            if part.ep_name == PROVIDER:
                found.add(frozenset(name for name in names if "/duplicated" not in name or name in provider))
        found.discard(frozenset())
        wrong = sorted(n for n in placed if n in provider and placed[n] != provider[n])
        strange = sorted(n for n in placed if n not in provider and "/duplicated" not in n)
        text = f"{len(groups)} of {sum(map(len, groups))} nodes"
        if groups == found:
            return True, text
        return False, (f"{text}, ONNX Runtime {len(found)} of {sum(map(len, found))}; {len(wrong)} nodes elsewhere "
                       f"({', '.join(wrong[:3])}), {len(strange)} unknown ({', '.join(strange[:3])})")

    def run_here(self, model, *arguments):
        output = os.path.join(self.folder, "out.npz")
        self.call("run", model, "--inputs", self.feeds, "--outputs", output, "--force", *arguments)
        return np.load(output)

    def differences(self, there, here):
        """Between outputs of ONNX Runtime and those of Partita."""
        results = [feeding.difference(e, here[o.name]) for e, o in zip(there, self.real.get_outputs())]
        return [r for r in results if isinstance(r, str) or not r <= 1e-4], results

    def equal(self, there, here):
        bad, results = self.differences(there, here)
        if not bad:
            worst = max(results, default=0)
            return True, "same bits" if worst == 0 else f"{worst:.0e}"
        if self.processors_differ(there, here):
            return None, f"the two runtimes differ on the CPU alone: {bad[:2]}"
        return False, f"differ: {bad[:2]}"

    def processors_differ(self, there, here):
        """Whether each runtime computes with the NPU what it computes without, and only they differ."""
        options = ort.SessionOptions()
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.log_severity_level = 4
        theirs = ort.InferenceSession(self.model, options, providers=["CPUExecutionProvider"]).run(None, self.inputs)
        names = [o.name for o in self.real.get_outputs()]
        output = os.path.join(self.folder, "cpu.npz")
        self.call("run", self.model, "-p", "cpu", "--inputs", self.feeds, "--outputs", output, "--force", "--config", OFF,
                  device=False)
        ours = np.load(output)
        return (not self.differences(there, dict(zip(names, theirs)))[0]
                and not self.differences([here[name] for name in names], ours)[0]
                and bool(self.differences(theirs, ours)[0]))

    def outputs(self):
        self.there = self.real.run(None, self.inputs)
        return self.equal(self.there, self.run_here(self.model, "--config", OFF))

    def ours_there(self):
        context = os.path.join(self.folder, "ours_ctx.onnx")
        self.call("compile", self.model, "-o", context, "--config", OFF)
        return self.equal(self.session(context).run(None, self.inputs), self.run_here(context))

    def theirs_here(self):
        if self.there is None:
            return None, "ONNX Runtime made no outputs to compare with"
        if not self.in_main:
            return None, "ONNX Runtime puts no EPContext nodes into bodies"
        context = os.path.join(self.folder, "theirs_ctx.onnx")
        try:
            self.session(self.model, context_enable="1", context_file_path=context)
        except Exception as error:
            if self.has_bodies and any(text in str(error) for text in CANNOT_WRITE):
                return None, "ONNX Runtime cannot write bodies with constants"
            raise
        if not os.path.exists(context):
            return False, "ONNX Runtime wrote none"
        self.call("lint", context, device=False)
        return self.equal(self.there, self.run_here(context))

    def judge(self):
        try:
            self.real = self.session(self.model)
            self.inputs = feeding.feeds_for(self.real)
        except Exception as error:
            raise Refused(str(error).splitlines()[0][:160])
        np.savez(self.feeds, **self.inputs)
        taken = any(p.ep_name == PROVIDER for p in self.real.get_provider_graph_assignment_info())
        results = {}
        for step in STEPS:
            if step in STEPS[2:] and (not taken or "enable_cann_graph=0" in self.options):
                results[step] = (None, "nothing to compile")
                continue
            try:
                results[step] = getattr(self, step.replace(" ", "_"))()
            except Exception as error:
                if step in STEPS[2:] and OWN_COMPILER in str(error):
                    results[step] = (None, "contexts of this device " + OWN_COMPILER)
                    continue
                results[step] = (False, (str(error).splitlines() or ["failed"])[0][:200])
        return results


def judge_one(arguments):
    ort.register_execution_provider_library("partita", os.path.abspath(arguments.library))
    with tempfile.TemporaryDirectory() as folder:
        try:
            judged = Judged(arguments.cli, arguments.models[0], arguments.device[0], arguments.option, folder)
            print(json.dumps(judged.judge()))
        except Refused as error:
            print(json.dumps({"refused": str(error)}))


def judged_apart(arguments, model, device):
    command = [sys.executable, __file__, arguments.cli, arguments.library, model, "--device", device, "--one"]
    for option in arguments.option:
        command += ["-O", option]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60 * MINUTES)
        return json.loads(done.stdout.splitlines()[-1])
    except subprocess.TimeoutExpired:
        return {step: (False, f"no end within {MINUTES} minutes") for step in STEPS}
    except (IndexError, ValueError):
        why = f"ended with {done.returncode}: {' '.join(done.stderr.split())[-160:]}"
        return {step: (False, why) for step in STEPS}


def models_of(paths):
    for path in paths:
        if not os.path.isdir(path):
            yield path
        for folder, _, files in sorted(os.walk(path)):
            yield from (os.path.join(folder, name) for name in sorted(files) if name.endswith(".onnx"))


def devices_of(cli):
    """All built-in ones."""
    done = subprocess.run([cli, "providers", "--json"], capture_output=True, text=True, check=True)
    npu = next(each for each in json.loads(done.stdout) if each["id"] == "npu")
    return next(option["choices"] for option in npu["options"] if option["name"] == "device")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("library")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--device", action="append")
    parser.add_argument("-O", "--option", action="append", default=[])
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if not os.path.exists(arguments.library):
        print(f"skipped: there is no {arguments.library}; ./run --plugin builds it")
        return 77
    if arguments.one:
        return judge_one(arguments)
    counts = {step: [0, 0] for step in STEPS}
    pairs = refused = 0
    devices = arguments.device or devices_of(arguments.cli)
    for model in models_of(arguments.models):
        for device in devices:
            results = judged_apart(arguments, model, device)
            title = f"{os.path.basename(model):34} {os.path.basename(device):10}"
            if "refused" in results:
                refused += 1
                print(f"{title} not judged: {results['refused']}", flush=True)
                continue
            pairs += 1
            for step, (good, text) in results.items():
                counts[step][0] += good is True
                counts[step][1] += good is not None
                verdict = {True: "ok", False: "DIFFERS", None: "-"}[good]
                print(f"{title} {step:12} {verdict:8} {text}", flush=True)
    print(f"{pairs} pairs of model and device, {refused} more that ONNX Runtime refuses: "
          + ", ".join(f"{step} {good} of {judged}" for step, (good, judged) in counts.items()) + " equal")
    return 1 if any(good < judged for good, judged in counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
