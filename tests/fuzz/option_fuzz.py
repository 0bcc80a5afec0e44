#!/usr/bin/env python3
"""Tries the options of the command line in any combination and with any values. Every call must end in
time, with a documented status, and with a reason when it fails.

    option_fuzz.py PARTITA_CLI SOURCE_FOLDER [--cases N] [--seed S]

The options are those that `--help` lists, with the words that they and the positional arguments may be, so
a new option is tried without a change here. Those of onnxsim and onnxoptimizer are listed on their page.
Calls run in a temporary folder with a few models, arrays, recipes and profiles, whole and damaged; in place
of Python's ONNX Runtime they find a program that answers somehow, but at once.
"""

import argparse
import collections
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # the folder of sources stays as it is
import stand_in_runtime

# What a subcommand takes. `words`: what a value may be; none: anything.
Command = collections.namedtuple("Command", "options positionals")
Option = collections.namedtuple("Option", "name takes words wanted")
Positional = collections.namedtuple("Positional", "words several wanted")

NUMBERS = {"--fail-if", "--rtol", "--atol", "--scale"}
DOCUMENTED = {0, 1, 2, 3, 4, 130}
SECONDS = 10

TEXTS = ["", "-", "--", "x", "0", "1", "-1", "2", "1e9", "99999999999999999999", "nan", "0.5", "a=b",
         "x=", "=x", "a,b", ",", "a:1,2", "x:-1", "*", "?", "{}", "%s%n", "\u00e4", "a" * 5000, "/", ".",
         "..", "nothing", "cpu", "npu", "cpu,npu", "npu,npu", "ascend310", "reference", "1KB", "1.5MB",
         "cpu-nodes>0", "cpu-nodes>nan", "partitions>", "ep.foo=1", "image", "y", "key|value", "a|b c|d", "n=3", "[", "(", "\\",
         "ep.context_enable=1", "ep.context_embed_mode=2", "session.graph_optimization_level=99",
         "threads=0", "cpu.threads=-1", "cpu.fusion=2", "min_run_length=1", "precision_mode=x",
         "dump_graphs=1", "eliminate_identity", "fuse_bn_into_conv,nop", "Relu", "CPU"]
WHOLE = ["a.onnx", "b.onnx", "ctx.onnx"]
# Words for values whose kind the help does not list.
KINDS = {"NAME[:LIBRARY]": ["CPU", "Other", "Other:out"], "OPERATOR": ["Relu", "Add"],
         "NAME|FILE": ["npu", "ascend310", "profile.json"]}
FILES = ["a.onnx", "b.onnx", "ctx.onnx", "damaged.onnx", "empty.onnx", "text.onnx", "missing.onnx",
         "in.npz", "damaged.npz", "in.npy", "folder", "deep.json", "recipe.json", "damaged.json",
         "profile.json", "link.onnx", "loop.onnx", "pipe", "a.onnx,b.onnx", "missing/x.onnx",
         "out.onnx", "out.json", "out.svg", "out.png", "out.pdf", "out.csv", "out.html", "out.dot",
         "out.npz", "out", "x" * 300 + ".onnx", "/dev/full", "/dev/null", "/proc/self/mem"]
OUTPUTS = [name for name in FILES if name.startswith("out")]


def words_of(text):
    """The words that a value may be, of "TEXT:{learn,check}", or the least number of a range; none: any."""
    words, least = re.match(r"\S*\{([^}]*)\}", text), re.match(r"\S+ in \[(\S+) - ", text)
    return words[1].split(",") if words else [least[1]] if least else KINDS.get(text.split(" ")[0], [])


def commands_of(cli, source):
    """What each subcommand takes."""
    def helped(*arguments):
        return subprocess.run([cli, *arguments, "--help"], capture_output=True, text=True).stdout
    table = {}
    for name in re.findall(r"^  ([a-z][a-z-]+) ", helped().split("Subcommands")[-1], re.M):
        command = Command([], [])
        positionals, _, options = helped(name).rpartition("Options:")
        for line in positionals.partition("Positionals:")[2].splitlines():
            found = re.match(r"^  ([a-z]+) (\S.*)", line)
            if found:
                command.positionals.append(Positional(words_of(found[2]), " ... " in found[2] + " ",
                                                      " REQUIRED" in found[2]))
        for line in options.splitlines():
            found = re.match(r"^  (-[^ ]+) ?(.*)", line)
            if found and "--help" not in found[1]:
                takes = re.match(r"(\[?[A-Z]+(?![a-z])|\S*\{)", found[2]) is not None
                option = found[1].split(",")[-1]
                words = OUTPUTS if option == "--output" else words_of(found[2])
                command.options.append(Option(option, takes, words, " REQUIRED" in found[2] or words is OUTPUTS))
        table[name] = command
    with open(os.path.join(source, "docs", "onnxsim-options.md"), encoding="utf-8") as file:
        for part in file.read().split("\n## ")[1:]:
            rows = "\n".join(line.split("|")[1] for line in part.splitlines() if line.startswith("| `"))
            options = sorted(set(re.findall(r"(?<=`)--?[a-z][a-z_-]*[a-z]\b|(?<=`)-[a-z]\b", rows)))
            if part.split()[0] in table:
                table[part.split()[0]] = Command([Option(option, True, [], False) for option in options],
                                                 [Positional([], True, True)])
    return table


class Calls:
    def __init__(self, cli, source):
        self.cli = cli
        self.samples = os.path.join(source, "resources", "samples")
        self.devices = os.path.join(source, "resources", "devices")
        self.table = commands_of(cli, source)
        options = [option for command in self.table.values() for option in command.options]
        if len(self.table) < 10 or len(options) < 60 or not self.table["profile"].positionals[0].words or \
                not self.table["onnxsim"].options or not self.table["onnxoptimizer"].options:
            sys.exit(f"the help cannot be read: {self.table}")
        self.environment = dict(os.environ)

    def fill(self, folder):
        for name, sample in (("a", "features"), ("b", "classifier")):
            shutil.copy(os.path.join(self.samples, sample + ".onnx"), os.path.join(folder, name + ".onnx"))
        with open(os.path.join(folder, "a.onnx"), "rb") as file:
            model = file.read()
        shutil.copy(os.path.join(self.devices, "ascend310.json"), os.path.join(folder, "profile.json"))
        contents = {"damaged.onnx": model[:len(model) // 2], "empty.onnx": b"", "text.onnx": b"not a model",
                    "damaged.npz": b"PK\3\4" + bytes(60), "in.npy": b"\x93NUMPY\1\0\x10\0{'descr'",
                    "deep.json": b"[" * 5000, "damaged.json": b'{"a": ', "recipe.json": b'{"passes": []}'}
        for name, content in contents.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        os.mkdir(os.path.join(folder, "folder"))
        os.symlink("a.onnx", os.path.join(folder, "link.onnx"))
        os.symlink("loop.onnx", os.path.join(folder, "loop.onnx"))
        os.mkfifo(os.path.join(folder, "pipe"))
        for arguments in (["compile", "a.onnx", "--device", "npu", "-o", "ctx.onnx"],
                          ["run", "a.onnx", "--outputs", "in.npz"]):
            subprocess.run([self.cli, *arguments], cwd=folder, capture_output=True, timeout=60)

    def positionals(self, chance, command):
        """Mostly as many as the command takes, and ones that it takes."""
        drawn = []
        for each in command.positionals:
            for _ in range(chance.randrange(4) if each.several else chance.random() < (0.95 if each.wanted else 0.4)):
                files = WHOLE + ["out.onnx"] if drawn else WHOLE
                drawn.append(chance.choice((each.words or files) if chance.random() < 0.8 else FILES + TEXTS))
        if chance.random() < 0.1:
            drawn.append(chance.choice(FILES + TEXTS))
        return drawn

    def draw(self, seed):
        chance = random.Random(seed)
        name = chance.choice(sorted(self.table))
        command = self.table[name]
        arguments = [name, *self.positionals(chance, command)]
        options = [option for option in command.options if option.wanted and chance.random() < 0.8]
        others = command.options + [Option("--nonsense", True, [], False), Option("--json", False, [], False)]
        for option in options + [chance.choice(others) for _ in range(chance.randrange(6))]:
            arguments.append(option.name)
            if option.takes != (chance.random() < 0.05):
                likely = option.words and chance.random() < 0.7
                arguments.append(chance.choice(option.words if likely else FILES if chance.random() < 0.5 else TEXTS))
        if chance.random() < 0.3:
            arguments.append("--force")
        return [argument for argument in arguments if "/dev/null" not in argument or "--force" not in arguments]

    def problem(self, arguments, folder):
        try:
            result = subprocess.run([self.cli, *arguments], cwd=folder, capture_output=True,
                                    stdin=subprocess.DEVNULL, timeout=SECONDS, env=self.environment)
        except subprocess.TimeoutExpired:
            return "hangs"
        if result.returncode not in DOCUMENTED:
            return f"status {result.returncode}: {result.stderr.decode(errors='replace')[-300:]}"
        if result.returncode in (2, 3, 4) and not (result.stderr + result.stdout).strip():
            return f"status {result.returncode} without a word"
        if b"inf relative" in result.stdout:
            return "a part of nothing is shown"
        if result.returncode in (0, 1):
            for name, value in zip(arguments, arguments[1:]):
                if name in NUMBERS and value.endswith("nan"):
                    return f"{name} takes {value}"
                if name == "--config" and value == "ep.foo=1":
                    return "an unknown session option about contexts is taken"
        return None


def smaller(calls, arguments, fresh):
    """Fewer arguments that still give a problem."""
    changed = True
    while changed:
        changed = False
        for i in range(1, len(arguments)):
            fewer = arguments[:i] + arguments[i + 1:]
            if calls.problem(fewer, fresh()):
                arguments, changed = fewer, True
                break
    return arguments


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cli")
    parser.add_argument("source")
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    calls = Calls(os.path.abspath(options.cli), os.path.abspath(options.source))
    complaints = 0
    with tempfile.TemporaryDirectory() as work:
        template, programs = os.path.join(work, "template"), os.path.join(work, "programs")
        os.mkdir(template)
        os.mkdir(programs)
        stand_in_runtime.install(os.path.join(programs, "python3"), "wild")
        calls.environment["PATH"] = programs + os.pathsep + os.environ["PATH"]
        calls.fill(template)
        place = os.path.join(work, "case")

        def fresh():
            shutil.rmtree(place, ignore_errors=True)
            os.mkdir(place)
            for name in os.listdir(template):
                source, to = os.path.join(template, name), os.path.join(place, name)
                if os.path.islink(source):
                    os.symlink(os.readlink(source), to)
                elif os.path.isdir(source):
                    os.mkdir(to)
                elif name == "pipe":
                    os.mkfifo(to)
                else:
                    shutil.copy(source, to)
            return place

        for seed in range(options.seed, options.seed + options.cases):
            arguments = calls.draw(seed)
            if seed % 8 == 0 or not os.path.exists(place):
                fresh()  # otherwise the files of earlier calls are still there
            if not calls.problem(arguments, place):
                continue
            found = calls.problem(arguments, fresh())
            if not found:
                continue
            complaints += 1
            arguments = smaller(calls, arguments, fresh)
            found = calls.problem(arguments, fresh()) or found
            shown = " ".join(repr(argument[:80]) for argument in arguments)
            print(f"FOUND seed {seed}: partita-cli {shown}: {found}", flush=True)
    print(f"option_fuzz: seed {options.seed}, {options.cases} cases, {complaints} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
