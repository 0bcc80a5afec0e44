#!/usr/bin/env python3
"""Runs commands that write while writing fails: either the old files or the new ones must be there, whole.

    write_fuzz.py PARTITA_CLI FAULT_INJECTION_SO SOURCE_FOLDER [--cases N] [--seed S] [--only NAME]

Each command runs over an older output of itself in its own folder. First its writing system calls are
counted; then, at each of them, the process is killed or the call fails (disk full, input or output
error, a short write). Afterwards the old or the new output must be there, as `run` and `lint` see it, with
its binaries and data and nothing else. Only a process that is killed while it replaces NAME may leave
`.NAME.partita-new`; the same command, run again, must remove that file and succeed. Further cases are two
writers at once, limits of file size, a small disk, and a folder without the right to write. What a command
writes without faults must compute what its source computes.

Without --cases everything is tried; with it, that many cases, drawn from the seed, of commands that are quick.
"""

import argparse
import fnmatch
import hashlib
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # the folder of sources stays as it is
import stand_in_runtime

KINDS = ["kill", "after", "ENOSPC", "EIO", "full", "short", "EINTR"]
DOCUMENTED = {0, 1, 2, 3, 4, 130}
MOST_SLOW = 60  # cases of a command that takes seconds


def is_json(content):
    try:
        return isinstance(json.loads(content), (dict, list))
    except ValueError:
        return False


class Scenario:
    """One command that writes. `before`: commands that make the older output; `after`: what is run
    with faults, and ends with `status`; `models`: outputs that must run; `files`: patterns of others, compared
    as they are; `forms`: others that differ from run to run, each with what tells whether it is whole; `like`:
    outputs, each with how to run the models that the older and the newer one compute the same as; `kept`: files
    that a command that did not end leaves to go on from; `slow`: a command that takes seconds."""

    def __init__(self, name, before, after, models=(), files=(), contexts=False, status=0, forms=None, like=None,
                 kept=(), slow=False):
        self.name, self.before, self.after, self.status = name, before, after, status
        self.models, self.files, self.contexts = list(models), list(files), contexts
        self.forms, self.like, self.kept, self.slow = forms or {}, like or {}, list(kept), slow

    def forced(self, command):
        """The command so that it replaces what is there."""
        return command + ([] if "--force" in command or command[0] == "onnxsim" else ["--force"])


# What the outputs of most commands compute: as the older, then the newer of the two models.
BOTH = (["b.onnx"], ["a.onnx"])
ONLY_A, ONLY_B = (["a.onnx"], ["a.onnx"]), (["b.onnx"], ["b.onnx"])
LEARN = ["profile", "learn", "--provider", "CPU", "--operator", "Not", "--python", "RUNTIME", "-o", "p.json"]

SCENARIOS = [
    Scenario("convert", [["convert", "b.onnx", "out.onnx"]],
             ["convert", "a.onnx", "out.onnx", "--force"], ["out.onnx"], like={"out.onnx": BOTH}),
    Scenario("convert_external",
             [["convert", "b.onnx", "out.onnx", "--external-data", "out.data"]],
             ["convert", "a.onnx", "out.onnx", "--external-data", "out.data", "--force"], ["out.onnx"],
             like={"out.onnx": BOTH}),
    Scenario("convert_new", [], ["convert", "a.onnx", "out.onnx", "--external-data", "out.data"],
             ["out.onnx"], like={"out.onnx": BOTH}),
    Scenario("convert_embed", [["convert", "a.onnx", "data.onnx", "--external-data", "weights.data"],
                               ["convert", "b.onnx", "out.onnx"]],
             ["convert", "data.onnx", "out.onnx", "--embed-data", "--force"], ["out.onnx", "data.onnx"],
             like={"out.onnx": BOTH}),
    Scenario("simplify", [["simplify", "b.onnx", "out.onnx", "--save-recipe", "r.json"]],
             ["simplify", "a.onnx", "out.onnx", "--save-recipe", "r.json", "--no-fold", "--force"],
             ["out.onnx"], ["r.json"], like={"out.onnx": BOTH}),
    Scenario("simplify_steps", [["simplify", "b.onnx", "out.onnx", "--trace", "t.json", "--animation", "t.webp"]],
             ["simplify", "a.onnx", "out.onnx", "--trace", "t.json", "--animation", "t.webp", "--force"],
             ["out.onnx"], ["t.webp"], forms={"t.json": is_json}, like={"out.onnx": BOTH}),
    Scenario("onnxsim", [["onnxsim", "b.onnx", "out.onnx"]], ["onnxsim", "a.onnx", "out.onnx"], ["out.onnx"],
             like={"out.onnx": BOTH}),
    Scenario("edit", [["edit", "b.onnx", "-o", "out.onnx", "--metadata", "k=v", "--save-script", "s.json"]],
             ["edit", "a.onnx", "-o", "out.onnx", "--metadata", "k=w", "--external", "kind:initializer",
              "--save-script", "s.json", "--force"], ["out.onnx"], ["s.json"], like={"out.onnx": BOTH}),
    Scenario("compile", [["compile", "b.onnx", "--device", "npu", "-o", "out_ctx.onnx"]],
             ["compile", "a.onnx", "--device", "npu", "-o", "out_ctx.onnx", "--force"], ["out_ctx.onnx"], contexts=True,
             like={"out_ctx.onnx": BOTH}),
    Scenario("compile_new", [], ["compile", "a.onnx", "--device", "npu", "-o", "out_ctx.onnx"], ["out_ctx.onnx"],
             contexts=True, like={"out_ctx.onnx": BOTH}),
    Scenario("compile_embed", [["compile", "b.onnx", "--device", "npu", "-o", "out_ctx.onnx"]],
             ["compile", "a.onnx", "--device", "npu", "-o", "out_ctx.onnx", "--embed", "--force"], ["out_ctx.onnx"],
             contexts=True, like={"out_ctx.onnx": BOTH}),
    Scenario("compile_shared", [["compile-shared", "a.onnx,b.onnx", "--device", "npu", "-o", "group"]],
             ["compile-shared", "a.onnx,b.onnx", "--device", "npu", "-o", "group", "--force"],
             ["group/a_ctx.onnx", "group/b_ctx.onnx"], contexts=True,
             like={"group/a_ctx.onnx": ONLY_A, "group/b_ctx.onnx": ONLY_B}),
    Scenario("merge", [["compile", "a.onnx", "--device", "npu", "-o", "a_ctx.onnx"],
                       ["compile", "b.onnx", "--device", "npu", "-o", "b_ctx.onnx"],
                       ["merge", "b_ctx.onnx", "a_ctx.onnx", "-o", "m_ctx.onnx", "--prefix", "p_,q_",
                        "--save-recipe", "m.json"]],
             ["merge", "a_ctx.onnx", "b_ctx.onnx", "-o", "m_ctx.onnx", "--prefix", "a_,b_", "--save-recipe", "m.json",
              "--force"],
             ["m_ctx.onnx", "a_ctx.onnx", "b_ctx.onnx"], ["m.json"], contexts=True),
    Scenario("repack", [["compile", "a.onnx", "--device", "npu", "-o", "a_ctx.onnx"]],
             ["repack", "a_ctx.onnx", "-o", "a_ctx.onnx", "--embed", "--force"], ["a_ctx.onnx"], contexts=True,
             like={"a_ctx.onnx": ONLY_A}),
    Scenario("extract", [["extract", "b.onnx", "out.onnx", "--inputs", "B_IN", "--outputs", "B_INNER"]],
             ["extract", "a.onnx", "out.onnx", "--inputs", "A_IN", "--outputs", "A_INNER", "--force"],
             ["out.onnx"],
             like={"out.onnx": (["b.onnx", "--values", "B_INNER"], ["a.onnx", "--values", "A_INNER"])}),
    Scenario("run_npz", [["run", "b.onnx", "--outputs", "o.npz"]],
             ["run", "a.onnx", "--outputs", "o.npz", "--force"], [], ["o.npz"]),
    Scenario("run_folder", [["run", "b.onnx", "--outputs", "o"]],
             ["run", "a.onnx", "--outputs", "o", "--force"], [], ["o/output_0.pb"]),
    Scenario("report", [["partition", "b.onnx", "-o", "r.json"]],
             ["partition", "a.onnx", "-o", "r.json", "--force"], [], ["r.json"]),
    Scenario("diff", [["diff", "b.onnx", "a.onnx", "-o", "d.json", "-o", "d.md", "--html", "d.html"]],
             ["diff", "a.onnx", "b.onnx", "-o", "d.json", "-o", "d.md", "--html", "d.html", "--force"], [], ["d.*"],
             status=1),
    Scenario("passes", [["passes", "nop", "--html", "p.html"]],
             ["passes", "eliminate_identity", "--html", "p.html", "--force"], [], ["p.html"]),
    Scenario("picture", [["render", "b.onnx", "-o", "r.svg"]],
             ["render", "a.onnx", "-o", "r.svg", "--force"], [], ["r.svg"]),
    Scenario("tiles", [["edit", "b.onnx", "-o", "long.onnx", "--script", "long.json"],
                       ["render", "long.onnx", "-o", "r.png", "--tiles", "--scale", "15"]],
             ["render", "long.onnx", "-o", "r.png", "--tiles", "--scale", "16", "--force"], [], ["r-*.png"], slow=True),
    Scenario("profile", [LEARN + ["--name", "first"]], LEARN + ["--name", "second", "--force"], [], ["p.json"],
             kept=["p.json.answers"], slow=True),
]


def fields(message):
    """The fields of a protobuf message that have a length: number and bytes."""
    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at, value, shift = at + 1, value | (byte & 127) << shift, shift + 7
            if byte < 128:
                return value
    at = 0
    while at < len(message):
        key = number()
        size = {0: 0, 1: 8, 5: 4}.get(key & 7)
        if key & 7 == 0:
            number()
        elif size is None:
            size = number()
            yield key >> 3, message[at:at + size]
        at += size


def inner_tensor(model, outputs):
    """A tensor from the middle of a model, which is none of its outputs where there is one."""
    with open(model, "rb") as file:
        graphs = [graph for number, graph in fields(memoryview(file.read())) if number == 7]
    names = [bytes(name).decode() for number, node in fields(graphs[0]) if number == 1
             for number, name in fields(node) if number == 2]
    inner = [name for name in names if name and name not in outputs]
    return inner[len(inner) // 2] if inner else sorted(outputs)[0]


def contents(folder):
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            full = os.path.join(path, name)
            with open(full, "rb") as file:
                found[os.path.relpath(full, folder)] = hashlib.sha1(file.read()).hexdigest()
    return found


def is_staged(name):
    """Whether a file has the temporary name of a file that is being written."""
    base = os.path.basename(name)
    return base.startswith(".") and base.endswith(".partita-new")


class Judge:
    def __init__(self, cli, shim, models, work):
        self.cli, self.shim, self.models, self.work = cli, shim, models, work
        self.complaints, self.cases = [], 0
        self.temporary = os.path.join(work, "temporary")
        os.mkdir(self.temporary, 0o777)
        self.ports = {"RUNTIME": os.path.join(work, "python3")}
        stand_in_runtime.install(self.ports["RUNTIME"], "sound")

    def call(self, arguments, folder, faults=None, preexec=None, seconds=120, before=()):
        environment = {**os.environ, "TMPDIR": self.temporary}  # a process that is killed leaves files there
        if faults is not None:
            environment.update(faults, LD_PRELOAD=self.shim)
            # A sanitizer wants its library first; the preloaded one is no fault here.
            environment["ASAN_OPTIONS"] = "verify_asan_link_order=0"
        return subprocess.run([*before, self.cli, *arguments], cwd=folder, env=environment,
                              timeout=seconds, capture_output=True, preexec_fn=preexec)

    def require(self, arguments, folder, status=0):
        result = self.call(arguments, folder)
        if result.returncode != status:
            sys.exit(f"{' '.join(arguments)}: {result.stderr.decode()}")

    def fill(self, folder):
        os.makedirs(os.path.join(folder, "group"))
        for model, name in zip(self.models, ("a.onnx", "b.onnx")):
            shutil.copy(model, os.path.join(folder, name))
        # Of so many nodes that the picture is too large for one file.
        node = {"op": "insert_node", "operator": "Identity", "on": self.ports["B_IN"].split(",")[0]}
        with open(os.path.join(folder, "long.json"), "w", encoding="utf-8") as file:
            json.dump({"version": 1, "edits": [node] * 60}, file)

    def arguments(self, scenario_arguments):
        return [self.ports.get(argument, argument) for argument in scenario_arguments]

    def learn_ports(self):
        for letter, model in zip("AB", self.models):
            info = self.call(["info", model, "--json"], self.work)
            info = json.loads(info.stdout)
            self.ports[letter + "_IN"] = ",".join(each["name"] for each in info["inputs"])
            self.ports[letter + "_INNER"] = inner_tensor(model, {each["name"] for each in info["outputs"]})

    def numbers(self, model, folder):
        """The hashes of a model's outputs; None where it does not run."""
        with tempfile.TemporaryDirectory(dir=self.work) as place:
            out = os.path.join(place, "out")
            result = self.call(["run", model, "--device", "npu", "--outputs", out, "--quiet"], folder)
            return str(sorted(contents(out).items())) if result.returncode == 0 else None

    def unlike(self, model, source, device, folder):
        """Why a model does not compute what its source computes; None: it does."""
        with tempfile.TemporaryDirectory(dir=self.work) as place:
            expected = os.path.join(place, "expected.npz")
            self.require(["run", *self.arguments(source), *device, "--outputs", expected, "--quiet"], folder)
            result = self.call(["run", model, *device, "--compare", expected, "--quiet"], folder)
            said = (result.stdout + result.stderr).decode()[-300:].strip()
            return f"{model} does not compute what {source[0]} does: {said}" if result.returncode != 0 else None

    def check_sources(self, scenario, folder, number, state):
        device = ["--device", "npu"] if scenario.contexts else ["-p", "cpu"]
        found = [self.unlike(model, sources[number], device, folder) for model, sources in scenario.like.items()
                 if os.path.exists(os.path.join(folder, model))]
        self.complain(scenario, state, [problem for problem in found if problem])

    def seen(self, scenario, folder):
        """The files with their hashes; those that differ from run to run with whether they are whole."""
        found = contents(folder)
        for name in scenario.forms:
            if name in found:
                with open(os.path.join(folder, name), "rb") as file:
                    found[name] = "whole" if scenario.forms[name](file.read()) else "damaged"
        return found

    def prepare(self, scenario):
        """Makes the old and the new state, and returns their contents and their models' outputs."""
        old, new = (os.path.join(self.work, scenario.name + end) for end in ("-old", "-new"))
        self.fill(old)
        for command in scenario.before:
            self.require(self.arguments(command), old, scenario.status if command is scenario.before[-1] else 0)
        shutil.copytree(old, new)
        self.require(self.arguments(scenario.after), new, scenario.status)
        for number, folder in enumerate((old, new)):
            self.check_sources(scenario, folder, number, ("the older output", "the newer output")[number])
        states = []
        for folder in (old, new):
            models = {m: self.numbers(m, folder) for m in scenario.models
                      if os.path.exists(os.path.join(folder, m))}
            states.append((self.seen(scenario, folder), models))
            if None in models.values():
                sys.exit(f"{scenario.name}: a model does not run in {folder}")
        return old, states

    def state(self, scenario, folder, states, staged=False, ended=False):
        """The problems in the folder; empty where it has the old or the new state. `staged`: a temporary
        file may be left. `ended`: nothing may be left to go on from."""
        (old, old_numbers), (new, new_numbers) = states
        now = self.seen(scenario, folder)
        if not ended:
            now = {name: digest for name, digest in now.items() if name not in scenario.kept}
        if staged:
            now = {name: digest for name, digest in now.items() if not is_staged(name)}
        if now in (old, new):
            return []
        problems = [f"{name} was left" for name in now if name not in old and name not in new]
        problems += [f"{name} is gone" for name in old if name in new and name not in now]
        for pattern in [*scenario.files, *scenario.forms]:
            problems += [f"{name} is neither the old nor the new one" for name in fnmatch.filter(now, pattern)
                         if now[name] not in (old.get(name), new.get(name))]
        for model in scenario.models:
            if model not in now:
                continue
            numbers = self.numbers(model, folder)
            if numbers is None:
                problems.append(f"{model} does not run")
            elif numbers not in (old_numbers.get(model), new_numbers.get(model)):
                problems.append(f"{model} computes neither the old nor the new numbers")
            if scenario.contexts and self.call(["lint", model], folder).returncode != 0:
                problems.append(f"lint complains about {model}")
        return problems

    def complain(self, scenario, what, problems):
        for problem in problems:
            self.complaints.append(f"{scenario.name}: {what}: {problem}")
            print("FOUND", self.complaints[-1], flush=True)

    def count(self, scenario, old):
        """The number of writing calls that the command makes."""
        folder = os.path.join(self.work, "count")
        shutil.copytree(old, folder)
        log = os.path.join(self.work, "calls.log")
        self.call(self.arguments(scenario.after), folder, {"FAULT_LOG": log})
        shutil.rmtree(folder)
        with open(log) as file:
            lines = file.read().splitlines()
        os.remove(log)
        return len(lines)

    def fault(self, scenario, old, states, number, kind):
        self.cases += 1
        folder = os.path.join(self.work, "case")
        shutil.copytree(old, folder)
        result = self.call(self.arguments(scenario.after), folder,
                           {"FAULT_AT": str(number), "FAULT_KIND": kind})
        killed = kind in ("kill", "after")
        done = result.returncode == scenario.status
        problems = self.state(scenario, folder, states, staged=killed, ended=done)
        if not (killed and result.returncode == -9) and result.returncode not in DOCUMENTED:
            problems.append(f"status {result.returncode}: {result.stderr.decode()[-300:]}")
        now = self.seen(scenario, folder)
        if done and not killed and set(states[1][0].items()) - set(now.items()):
            problems.append(f"status {scenario.status}, but not everything was written")
        if (killed and any(map(is_staged, now))) or not now.keys().isdisjoint(scenario.kept):
            again = self.call(self.arguments(scenario.after), folder)
            # A binary that a model named when the process ended keeps its name; temporary files must be
            # gone.
            problems += [f"run again: {problem}" for problem in self.state(scenario, folder, states, ended=True)
                         if not problem.endswith(" was left") or ".partita-new" in problem
                         or problem.split(" ")[0] in scenario.kept]
            if again.returncode != scenario.status:
                problems.append(f"run again: status {again.returncode}: {again.stderr.decode()[-300:]}")
        self.complain(scenario, f"{kind} at call {number}", problems)
        shutil.rmtree(folder)

    def limited(self, scenario, old, states, size):
        """Runs the command with a limit of `size` bytes for every file."""
        self.cases += 1
        folder = os.path.join(self.work, "case")
        shutil.copytree(old, folder)
        result = self.call(self.arguments(scenario.after), folder,
                           preexec=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
        problems = self.state(scenario, folder, states)
        if result.returncode not in DOCUMENTED:
            problems.append(f"status {result.returncode}: {result.stderr.decode()[-300:]}")
        self.complain(scenario, f"files of at most {size} bytes", problems)
        shutil.rmtree(folder)

    def together(self, scenario, old, states):
        """Runs two writers at once: each result must be whole, or the writer refused."""
        self.cases += 1
        folder = os.path.join(self.work, "case")
        shutil.copytree(old, folder)
        other = scenario.forced(scenario.before[-1])
        writers = [subprocess.Popen([self.cli, *self.arguments(command)], cwd=folder,
                                    env={**os.environ, "TMPDIR": self.temporary},
                                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                   for command in (other, scenario.after)]
        problems = []
        for writer in writers:
            _, errors = writer.communicate(timeout=120)
            if writer.returncode not in DOCUMENTED:
                problems.append(f"status {writer.returncode}: {errors.decode()[-300:]}")
        problems += [problem for problem in self.state(scenario, folder, states)
                     if not problem.endswith(" was left")]  # the second binary has another name
        self.complain(scenario, "two writers", problems)
        shutil.rmtree(folder)

    def forbidden(self, scenario, old, states):
        """Runs the command in a folder without the right to write, also taken from root."""
        self.cases += 1
        folder = os.path.join(self.work, "case")
        shutil.copytree(old, folder)
        for path, _, names in os.walk(folder):
            os.chmod(path, 0o555)
            for name in names:
                os.chmod(os.path.join(path, name), 0o444)
        before = contents(folder)
        without = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"]
        result = self.call(self.arguments(scenario.after), folder,
                           before=without if os.getuid() == 0 else ())
        problems = []
        if result.returncode not in DOCUMENTED - {0, scenario.status}:
            problems.append(f"status {result.returncode}: {result.stderr.decode()[-300:]}")
        if contents(folder) != before:
            problems.append("something was changed")
        self.complain(scenario, "a folder that is read only", problems)
        shutil.rmtree(folder)

    def small_disk(self, scenario, old, states, room):
        """Runs the command on a disk with `room` bytes left."""
        folder = os.path.join(self.work, "disk")
        os.makedirs(folder)
        size = room + sum(os.path.getsize(os.path.join(path, name)) + 4096
                          for path, _, names in os.walk(old) for name in names)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", folder],
                          capture_output=True).returncode != 0:
            os.rmdir(folder)
            return
        try:
            self.cases += 1
            place = os.path.join(folder, "case")
            shutil.copytree(old, place)
            result = self.call(self.arguments(scenario.after), place)
            problems = self.state(scenario, place, states)
            if result.returncode not in DOCUMENTED:
                problems.append(f"status {result.returncode}: {result.stderr.decode()[-300:]}")
            self.complain(scenario, f"{room} bytes left on the disk", problems)
        finally:
            subprocess.run(["umount", folder], check=True)
            os.rmdir(folder)


def all_cases(judge, scenario, old, states, kinds):
    calls = judge.count(scenario, old)
    for number in range(1, calls + 1):
        for kind in kinds:
            yield lambda n=number, k=kind: judge.fault(scenario, old, states, n, k)
    if kinds != KINDS:
        return
    for size in (0, 1, 100, 4096, 40000):
        yield lambda s=size: judge.limited(scenario, old, states, s)
        yield lambda s=size: judge.small_disk(scenario, old, states, s)
    if scenario.before:
        for _ in range(20):
            yield lambda: judge.together(scenario, old, states)
    if os.getuid() != 0 or shutil.which("setpriv"):
        yield lambda: judge.forbidden(scenario, old, states)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cli")
    parser.add_argument("shim")
    parser.add_argument("source")
    parser.add_argument("--cases", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--kinds", default=",".join(KINDS), help="these faults only")
    parser.add_argument("--models", default="", help="two other models than the samples: FIRST,SECOND")
    options = parser.parse_args()
    samples = os.path.join(options.source, "resources", "samples")
    kinds = options.kinds.split(",")
    unknown = set(kinds) - set(KINDS)
    if unknown:
        parser.error(f"no such kind of fault: {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}")
    models = options.models.split(",") if options.models else [
        os.path.join(samples, name) for name in ("features.onnx", "classifier.onnx")]
    with tempfile.TemporaryDirectory() as work:
        os.chmod(work, 0o755)
        judge = Judge(os.path.abspath(options.cli), os.path.abspath(options.shim),
                      [os.path.abspath(model) for model in models], work)
        judge.learn_ports()
        cases = []
        chosen = [each for each in SCENARIOS if options.only in ("", each.name)]
        chance = random.Random(options.seed)
        if options.cases:
            chosen = [each for each in chosen if options.only or not each.slow]
            chosen = chance.sample(chosen, min(len(chosen), max(3, options.cases // 10)))
        for scenario in chosen:
            old, states = judge.prepare(scenario)
            found = list(all_cases(judge, scenario, old, states, kinds))
            if scenario.slow and not options.cases:
                found = chance.sample(found, min(len(found), MOST_SLOW))
            cases += found
        if options.cases:
            cases = chance.sample(cases, min(len(cases), options.cases))
        for case in cases:
            case()
    print(f"write_fuzz: seed {options.seed}, {judge.cases} cases, {len(judge.complaints)} complaints")
    return 1 if judge.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
