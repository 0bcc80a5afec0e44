"""What the tests of commands that ask an ONNX Runtime share."""
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

try:
    import numpy as np
    import onnxruntime as ort
    import onnx
except ImportError as error:
    print(f"skipped: {error}; ./test fetches what is needed")
    sys.exit(77)

# The rewrites of a session that would rename nodes.
OFF = ["--config", "session.graph_optimization_level=disabled"]
NPU, CPU = "PartitaNpuExecutionProvider", "CPUExecutionProvider"

# What the part of onnxruntime that bridge.py uses looks like; tests replace pieces of it.
FAKE = """
import os, signal, sys, time
__version__ = {version!r}
class GraphOptimizationLevel: ORT_DISABLE_ALL = 0
class ExecutionMode: ORT_SEQUENTIAL, ORT_PARALLEL = "in order", "at once"
class SessionOptions:
    def add_session_config_entry(self, key, value): pass
    def add_free_dimension_override_by_name(self, name, size): setattr(self, "size of " + name, size)
    def register_custom_ops_library(self, path): self.operators = path
class Node:
    def __init__(self, name, op): self.name, self.op_type, self.domain = name, op, ""
class Part:
    ep_name = "CPUExecutionProvider"
    def get_nodes(self): return [Node("stem/conv", "Conv"), Node({name}, "Conv")]
def get_available_providers(): return ["CPUExecutionProvider", "OtherExecutionProvider"]
class InferenceSession:
    def __init__(self, *more, **named):
        {session}
    def get_providers(self): return ["CPUExecutionProvider"]
    def get_provider_graph_assignment_info(self): return [Part()]
"""


class BridgeCase(unittest.TestCase):
    """A command line that asks an ONNX Runtime; after each test, neither a process nor a file may be left."""

    cli_path = ""
    output_name = "record.json"

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.temporary = self.path("temporary")
        os.mkdir(self.temporary)
        self.output = self.path(self.output_name)
        self.addCleanup(self.check_nothing_is_left)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def processes(self):
        """Living processes of a bridge of this test, by their command lines."""
        found = []
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{number}/cmdline", "rb") as file:
                    if self.temporary.encode() in file.read():
                        found.append(int(number))
            except OSError:
                pass
        return found

    def check_nothing_is_left(self):
        until = time.monotonic() + 5
        while (self.processes() or os.listdir(self.temporary)) and time.monotonic() < until:
            time.sleep(0.02)
        self.assertEqual(self.processes(), [])
        self.assertEqual(os.listdir(self.temporary), [])

    def environment(self, path):
        whole = {**os.environ, "TMPDIR": self.temporary}
        if path:
            whole["PYTHONPATH"] = path
        return whole

    def cli(self, *arguments, path=None, python=sys.executable):
        done = subprocess.run([self.cli_path, *arguments, "--python", python], capture_output=True, text=True, timeout=120,
                              env=self.environment(path), errors="replace")
        if done.returncode:
            self.assertEqual(done.stderr.count("\n"), 1, f"an error is one line: {done.stderr}")
            self.assertTrue(done.stderr.startswith("error: "), done.stderr)
        return done

    def good(self, *arguments, **more):
        done = self.cli(*arguments, "--json", **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def bad(self, status, words, *arguments, **more):
        done = self.cli(*arguments, **more)
        self.assertEqual(done.returncode, status, done.stderr + done.stdout)
        self.assertIn(words, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertFalse(os.path.exists(self.output))

    def program(self, text, name="python3"):
        path = self.path(name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o755)
        return path

    def fake(self, session="pass", version="1.30.0", name="'other'", text=None):
        """A folder with an onnxruntime in which the constructor of a session does this."""
        package = self.path("packages/onnxruntime")
        os.makedirs(package, exist_ok=True)
        with open(os.path.join(package, "__init__.py"), "w", encoding="utf-8") as file:
            file.write(text if text is not None else FAKE.format(session=session, version=version, name=name))
        return os.path.dirname(package)
