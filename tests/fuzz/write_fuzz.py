#!/usr/bin/env python3
"""Runs commands that write while writing fails: either the old files or the new ones must be there, whole.

    write_fuzz.py PARTITA_CLI FAULT_INJECTION_SO SOURCE_FOLDER [--cases N] [--seed S] [--only NAME]

Each command runs over an older output of itself in its own folder. First its writing system calls are
counted; then, at each of them, the process is killed or the call fails (disk full, input or output
error, a short write). Afterwards the old or the new output must be there, as `run` and `lint` see it, with
its binaries and data and nothing else. Only a process that is killed while it replaces NAME may leave
`.NAME.partita-new`; the same command, run again, must remove that file and succeed. Further cases are two
writers at once, limits of file size, a small disk, and a folder without the right to write.

Without --cases everything is tried; with it, that many cases, drawn from the seed.
"""

import argparse
import hashlib
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile

KINDS = ["kill", "after", "ENOSPC", "EIO", "full", "short", "EINTR"]
DOCUMENTED = {0, 1, 2, 3, 4, 130}


class Scenario:
    """One command that writes. `before`: commands that make the older output; `after`: what is run
    with faults; `models`: outputs that must run; `files`: others, compared as they are."""

    def __init__(self, name, before, after, models=(), files=(), contexts=False):
        self.name, self.before, self.after = name, before, after
        self.models, self.files, self.contexts = list(models), list(files), contexts


SCENARIOS = [
    Scenario("convert", [["convert", "b.onnx", "out.onnx"]],
             ["convert", "a.onnx", "out.onnx", "--force"], ["out.onnx"]),
    Scenario("convert_external",
             [["convert", "b.onnx", "out.onnx", "--external-data", "out.data"]],
             ["convert", "a.onnx", "out.onnx", "--external-data", "out.data", "--force"], ["out.onnx"]),
    Scenario("convert_new", [], ["convert", "a.onnx", "out.onnx", "--external-data", "out.data"],
             ["out.onnx"]),
    Scenario("simplify", [["simplify", "b.onnx", "out.onnx", "--save-recipe", "r.json"]],
             ["simplify", "a.onnx", "out.onnx", "--save-recipe", "r.json", "--no-fold", "--force"],
             ["out.onnx"], ["r.json"]),
    Scenario("compile", [["compile", "b.onnx", "--device", "npu", "-o", "out_ctx.onnx"]],
             ["compile", "a.onnx", "--device", "npu", "-o", "out_ctx.onnx", "--force"], ["out_ctx.onnx"], contexts=True),
    Scenario("compile_new", [], ["compile", "a.onnx", "--device", "npu", "-o", "out_ctx.onnx"], ["out_ctx.onnx"],
             contexts=True),
    Scenario("compile_embed", [["compile", "b.onnx", "--device", "npu", "-o", "out_ctx.onnx"]],
             ["compile", "a.onnx", "--device", "npu", "-o", "out_ctx.onnx", "--embed", "--force"], ["out_ctx.onnx"],
             contexts=True),
    Scenario("compile_shared", [["compile-shared", "a.onnx,b.onnx", "--device", "npu", "-o", "group"]],
             ["compile-shared", "a.onnx,b.onnx", "--device", "npu", "-o", "group", "--force"],
             ["group/a_ctx.onnx", "group/b_ctx.onnx"], contexts=True),
    Scenario("merge", [["compile", "a.onnx", "--device", "npu", "-o", "a_ctx.onnx"], ["compile", "b.onnx", "--device", "npu", "-o", "b_ctx.onnx"],
                       ["merge", "b_ctx.onnx", "a_ctx.onnx", "-o", "m_ctx.onnx", "--prefix", "p_,q_"]],
             ["merge", "a_ctx.onnx", "b_ctx.onnx", "-o", "m_ctx.onnx", "--prefix", "a_,b_", "--force"],
             ["m_ctx.onnx", "a_ctx.onnx", "b_ctx.onnx"], contexts=True),
    Scenario("repack", [["compile", "a.onnx", "--device", "npu", "-o", "a_ctx.onnx"]],
             ["repack", "a_ctx.onnx", "-o", "a_ctx.onnx", "--embed", "--force"], ["a_ctx.onnx"], contexts=True),
    Scenario("extract", [["extract", "b.onnx", "out.onnx", "--inputs", "B_IN", "--outputs", "B_OUT"]],
             ["extract", "a.onnx", "out.onnx", "--inputs", "A_IN", "--outputs", "A_OUT", "--force"],
             ["out.onnx"]),
    Scenario("run_npz", [["run", "b.onnx", "--outputs", "o.npz"]],
             ["run", "a.onnx", "--outputs", "o.npz", "--force"], [], ["o.npz"]),
    Scenario("run_folder", [["run", "b.onnx", "--outputs", "o"]],
             ["run", "a.onnx", "--outputs", "o", "--force"], [], ["o/output_0.pb"]),
    Scenario("report", [["partition", "b.onnx", "-o", "r.json"]],
             ["partition", "a.onnx", "-o", "r.json", "--force"], [], ["r.json"]),
    Scenario("picture", [["render", "b.onnx", "-o", "r.svg"]],
             ["render", "a.onnx", "-o", "r.svg", "--force"], [], ["r.svg"]),
]


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
        self.ports = {}

    def call(self, arguments, folder, faults=None, preexec=None, seconds=120, before=()):
        environment = dict(os.environ)
        if faults is not None:
            environment.update(faults, LD_PRELOAD=self.shim)
            # A sanitizer wants its library first; the preloaded one is no fault here.
            environment["ASAN_OPTIONS"] = "verify_asan_link_order=0"
        return subprocess.run([*before, self.cli, *arguments], cwd=folder, env=environment,
                              timeout=seconds, capture_output=True, preexec_fn=preexec)

    def require(self, arguments, folder):
        result = self.call(arguments, folder)
        if result.returncode != 0:
            sys.exit(f"{' '.join(arguments)}: {result.stderr.decode()}")

    def fill(self, folder):
        os.makedirs(os.path.join(folder, "group"))
        for model, name in zip(self.models, ("a.onnx", "b.onnx")):
            shutil.copy(model, os.path.join(folder, name))

    def arguments(self, scenario_arguments):
        return [self.ports.get(argument, argument) for argument in scenario_arguments]

    def learn_ports(self):
        import json
        for letter, model in zip("AB", self.models):
            info = self.call(["info", model, "--json"], self.work)
            info = json.loads(info.stdout)
            self.ports[letter + "_IN"] = ",".join(each["name"] for each in info["inputs"])
            self.ports[letter + "_OUT"] = info["outputs"][0]["name"]

    def numbers(self, model, folder):
        """The hashes of a model's outputs; None where it does not run."""
        with tempfile.TemporaryDirectory(dir=self.work) as place:
            out = os.path.join(place, "out")
            result = self.call(["run", model, "--device", "npu", "--outputs", out, "--quiet"], folder)
            return str(sorted(contents(out).items())) if result.returncode == 0 else None

    def prepare(self, scenario):
        """Makes the old and the new state, and returns their contents and their models' outputs."""
        old, new = (os.path.join(self.work, scenario.name + end) for end in ("-old", "-new"))
        self.fill(old)
        for command in scenario.before:
            self.require(self.arguments(command), old)
        shutil.copytree(old, new)
        self.require(self.arguments(scenario.after), new)
        states = []
        for folder in (old, new):
            models = {m: self.numbers(m, folder) for m in scenario.models
                      if os.path.exists(os.path.join(folder, m))}
            states.append((contents(folder), models))
            if None in models.values():
                sys.exit(f"{scenario.name}: a model does not run in {folder}")
        return old, states

    def state(self, scenario, folder, states, staged=False):
        """The problems in the folder; empty where it has the old or the new state. `staged`: a temporary
        file may be left."""
        (old, old_numbers), (new, new_numbers) = states
        now = contents(folder)
        if staged:
            now = {name: digest for name, digest in now.items() if not is_staged(name)}
        if now in (old, new):
            return []
        problems = [f"{name} was left" for name in now if name not in old and name not in new]
        problems += [f"{name} is gone" for name in old if name in new and name not in now]
        for name in scenario.files:
            if name in now and now[name] not in (old.get(name), new.get(name)):
                problems.append(f"{name} is neither the old nor the new one")
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
        problems = self.state(scenario, folder, states, staged=killed)
        if not (killed and result.returncode == -9) and result.returncode not in DOCUMENTED:
            problems.append(f"status {result.returncode}: {result.stderr.decode()[-300:]}")
        now = contents(folder)
        if result.returncode == 0 and not killed and set(states[1][0].items()) - set(now.items()):
            problems.append("status 0, but not everything was written")
        if killed and any(is_staged(name) for name in now):
            again = self.call(self.arguments(scenario.after), folder)
            # A binary that a model named when the process ended keeps its name; temporary files must be
            # gone.
            problems += [f"run again: {problem}" for problem in self.state(scenario, folder, states)
                         if not problem.endswith(" was left") or ".partita-new" in problem]
            if again.returncode != 0:
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
        other = scenario.before[-1] + ([] if "--force" in scenario.before[-1] else ["--force"])
        writers = [subprocess.Popen([self.cli, *self.arguments(command)], cwd=folder,
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
        if result.returncode not in DOCUMENTED - {0}:
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
            chosen = chance.sample(chosen, min(len(chosen), max(3, options.cases // 10)))
        for scenario in chosen:
            old, states = judge.prepare(scenario)
            cases += all_cases(judge, scenario, old, states, kinds)
        if options.cases:
            cases = chance.sample(cases, min(len(cases), options.cases))
        for case in cases:
            case()
    print(f"write_fuzz: seed {options.seed}, {judge.cases} cases, {len(judge.complaints)} complaints")
    return 1 if judge.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
