#!/usr/bin/env python3
"""Peak memory of each command beside what the file and the run justify.

  memory_table.py PARTITA_CLI MODEL [MODEL ...] [--commands info,run,…] [--limit 2]

Justified is the sum of
- what the same command takes on the smallest sample: the program, its libraries and ONNX's schemas;
- the graph: 16 KiB for each node (the model, its verdicts, its box), and 32 KiB where a picture or a page is made;
- the file and its external data once, where the command reads the weights, and once more where it writes them: pages of
  a mapped file count while they are in memory, which a reader of one pass may keep, but need not;
- for a run the weights as the kernels pack them, once, the arena of the activations, and the inputs and outputs.
So a second copy of the weights anywhere makes the ratio of a large model about 2. Prints a line for each command and
model, the largest ratio of each command, and exits with 1 where a ratio is above the limit. The memory of helper
processes does not count. A command that refuses a model is left out.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

SAMPLE = os.path.join(os.path.dirname(__file__), "../../resources/samples/classifier.onnx")
NODE, DRAWN_NODE = 16 << 10, 32 << 10
TIME_LIMIT = 300


def peak_of(command):
    """Peak bytes of a command; None where it fails."""
    process = subprocess.Popen(["timeout", str(TIME_LIMIT), *command], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss * 1024 if process.returncode in (0, 1) else None


def answer_of(command):
    done = subprocess.run([*command, "--json", "--quiet"], capture_output=True, text=True, check=False,
                          timeout=TIME_LIMIT)
    return json.loads(done.stdout) if done.returncode in (0, 1) and done.stdout else {}


def bytes_of(model):
    """The bytes of a model and of the files beside it that share its name."""
    folder, name = os.path.split(os.path.abspath(model))
    stem = os.path.splitext(name)[0]
    return sum(os.path.getsize(os.path.join(folder, each)) for each in os.listdir(folder)
               if each == name or each.startswith((name + ".", name + "_data", stem + ".data", stem + "_npu")))


class Model:
    def __init__(self, cli, path, folder):
        self.path, self.folder = path, folder
        about = answer_of([cli, "info", path])
        self.nodes, self.weights = about.get("nodes", 0), about.get("parameter_bytes", 0)
        self.outputs = [each["name"] for each in about.get("outputs", [])]
        self.file = bytes_of(path)
        run = answer_of([cli, "run", path, "-p", "cpu"])
        self.run = run.get("arena_bytes", 0) + 2 * about.get("largest_activation_bytes", 0)

    def out(self, name):
        return os.path.join(self.folder, name)


# Command: its arguments, and the bytes that the model justifies.
def commands(cli):
    def graph(model):
        return NODE * model.nodes

    def read(model):
        return graph(model) + model.file

    def written(model):
        return graph(model) + 2 * model.file

    def drawn(model):
        return DRAWN_NODE * model.nodes + model.file

    def run(model):
        return graph(model) + model.weights + model.run

    def compiled(model):
        target = model.out("c_ctx.onnx")
        if not os.path.exists(target):
            subprocess.run([cli, "compile", model.path, "-o", target, "--device", "npu", "--quiet"],
                           capture_output=True, check=False, timeout=TIME_LIMIT)
        return target

    return {
        "info": (lambda m: ["info", m.path], read),
        "check": (lambda m: ["check", m.path], read),
        "lint": (lambda m: ["lint", m.path], read),
        "partition": (lambda m: ["partition", m.path, "--device", "npu"], read),
        "render": (lambda m: ["render", m.path, "-o", m.out("r.svg"), "--force"], drawn),
        "diff": (lambda m: ["diff", m.path, m.path], lambda m: graph(m) + read(m)),
        "convert": (lambda m: ["convert", m.path, m.out("v.onnx"), "--external-data", "--force"], written),
        "simplify": (lambda m: ["simplify", m.path, m.out("s.onnx"), "--force"], written),
        "extract": (lambda m: ["extract", m.path, m.out("e.onnx"), "--outputs", m.outputs[0], "--force"], written),
        "compile": (lambda m: ["compile", m.path, "-o", m.out("n_ctx.onnx"), "--device", "npu", "--force"], written),
        "repack": (lambda m: ["repack", compiled(m), "-o", m.out("p_ctx.onnx"), "--embed", "--force"], written),
        "merge": (lambda m: ["merge", compiled(m), compiled(m), "-o", m.out("m_ctx.onnx"), "--prefix", "a_,b_",
                             "--force"], lambda m: graph(m) + 2 * written(m)),
        "run cpu": (lambda m: ["run", m.path, "-p", "cpu"], run),
        "run npu": (lambda m: ["run", m.path, "--device", "npu"], run),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("cli")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--commands", default="")
    parser.add_argument("--limit", type=float, default=2)
    given = parser.parse_args()
    every = commands(given.cli)
    wanted = given.commands.split(",") if given.commands else list(every)
    worst, above = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        def peak(name, model):
            return peak_of([given.cli, *every[name][0](model), "--quiet"])

        os.mkdir(os.path.join(folder, "sample"))
        sample = Model(given.cli, SAMPLE, os.path.join(folder, "sample"))
        base = {name: peak(name, sample) or 0 for name in wanted}
        print(f"{'model':32} {'command':10} {'peak MB':>8} {'justified':>9} {'ratio':>6}")
        for i, path in enumerate(given.models):
            os.mkdir(os.path.join(folder, str(i)))
            model = Model(given.cli, path, os.path.join(folder, str(i)))
            for name in wanted:
                used = peak(name, model) if model.outputs else None
                if used is None:
                    continue
                justified = base[name] + every[name][1](model)
                ratio = used / justified
                above += ratio > given.limit
                worst[name] = max(worst.get(name, (0, "")), (ratio, os.path.basename(path)))
                print(f"{os.path.basename(path)[:32]:32} {name:10} {used / 1e6:8.1f} {justified / 1e6:9.1f} "
                      f"{ratio:6.2f}{'  ABOVE' if ratio > given.limit else ''}", flush=True)
            for each in os.listdir(model.folder):
                os.remove(os.path.join(model.folder, each))
    for name, (ratio, model) in worst.items():
        print(f"largest of {name}: {ratio:.2f} ({model})")
    print(f"{above} above {given.limit}")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
