#!/usr/bin/env python3
"""The commands `runtime` and `record` with ONNX Runtime and with what is none: bridge_test.py PARTITA_CLI LIBRARY SAMPLE

LIBRARY is the plug-in provider, which need not be there. After each test, neither a process nor a temporary file may be
left. Exits with 77 (skipped) when Python's onnxruntime is missing.
"""
import json
import os
import signal
import subprocess
import sys
import time
import unittest

from support.bridge_case import BridgeCase, CPU, NPU, OFF, np, onnx, ort

CLI, LIBRARY, SAMPLE = "", "", ""


class Bridge(BridgeCase):
    def record(self, *arguments):
        return ["record", SAMPLE, "-o", self.output, *arguments]

    # What works

    def test_a_runtime_says_what_it_is(self):
        facts = self.good("runtime")
        self.assertEqual(facts["onnxruntime"], ort.__version__)
        self.assertEqual(facts["python"], ".".join(map(str, sys.version_info[:3])))
        self.assertEqual(facts["providers"], ort.get_available_providers())
        self.assertIn(CPU, [device["provider"] for device in facts["devices"]])
        text = self.cli("runtime").stdout
        self.assertIn(f"ONNX Runtime {ort.__version__}", text)

    def test_the_python_of_the_path_is_taken_where_none_is_named(self):
        self.program(f"#!/bin/sh\nexec {sys.executable} \"$@\"\n")
        env = self.environment(None)
        env["PATH"] = self.folder.name + ":" + env["PATH"]
        done = subprocess.run([CLI, "runtime"], capture_output=True, text=True, env=env, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_record_is_what_placements_reads(self):
        told = self.good(*self.record("--provider", "cpu", *OFF))
        self.assertEqual((told["providers"], told["matched"], told["untold"]), ([CPU], 61, []))
        self.assertIn(ort.__version__, told["label"])
        again = subprocess.run([CLI, "placements", SAMPLE, self.output, "--json"], capture_output=True, text=True)
        self.assertEqual(json.loads(again.stdout), told)
        with open(self.output, encoding="utf-8") as file:
            written = json.load(file)
        self.assertEqual(written["onnxruntime"], ort.__version__)
        self.assertEqual(written["config"], {"session.graph_optimization_level": "disabled"})
        self.assertEqual(written["model"]["nodes"], 61)
        other = os.path.join(os.path.dirname(SAMPLE), "classifier.onnx")
        refused = subprocess.run([CLI, "placements", other, self.output], capture_output=True, text=True)
        self.assertEqual(refused.returncode, 3, refused.stdout)
        self.assertIn("a record of another model: 61 of its 61 nodes", refused.stderr)

    def test_a_record_with_nodes_that_the_model_lacks_is_warned_of(self):
        self.good(*self.record("--provider", "cpu", *OFF))
        with open(self.output, encoding="utf-8") as file:
            whole = json.load(file)
        del whole["model"]  # as a session in Python tells it
        for part in whole["subgraphs"][:10]:
            part["nodes"][0]["name"] += "_other"
        with open(self.path("half.json"), "w", encoding="utf-8") as file:
            json.dump(whole, file)
        done = subprocess.run([CLI, "partition", SAMPLE, "--measured", self.path("half.json")], capture_output=True,
                              text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("warning: the record may be of another model: 10 of its 61 nodes", done.stderr)
        self.assertIn("warning: the record may be of another model: 10 of its 61 nodes", done.stdout)

    def test_it_is_what_the_session_says(self):
        settings = ort.SessionOptions()
        settings.add_session_config_entry("session.record_ep_graph_assignment_info", "1")
        session = ort.InferenceSession(SAMPLE, settings, providers=[CPU])
        said = [{"ep_name": part.ep_name, "nodes": [{"name": node.name, "op_type": node.op_type, "domain": node.domain}
                                                    for node in part.get_nodes()]}
                for part in session.get_provider_graph_assignment_info()]
        self.good(*self.record("--provider", CPU))
        with open(self.output, encoding="utf-8") as file:
            self.assertEqual(json.load(file)["subgraphs"], said)

    def test_a_run_gives_times(self):
        told = self.good(*self.record("--provider", "CPU", "--run", "--seed", "3", *OFF))
        timed = [node for node in told["nodes"] if "microseconds" in node]
        self.assertGreater(len(timed), 50)
        self.assertGreater(told["microseconds"][CPU], 0)
        again = subprocess.run([CLI, "placements", SAMPLE, self.output, "--json"], capture_output=True, text=True)
        self.assertEqual(json.loads(again.stdout), told)
        self.assertIn(" ms\n", subprocess.run([CLI, "placements", SAMPLE, self.output], capture_output=True,
                                              text=True).stdout)

    def test_outputs_are_compared_with_those_of_the_cpu(self):
        told = self.good(*self.record("--provider", "CPU", "--run", "--against-cpu", *OFF))
        self.assertEqual([each["name"] for each in told["against_cpu"]],
                         [output.name for output in ort.InferenceSession(SAMPLE, providers=[CPU]).get_outputs()])
        self.assertTrue(all(each["comparable"] and each["max_abs"] == 0 for each in told["against_cpu"]))
        self.assertIn("equals the CPU's", self.cli(*self.record("--provider", "CPU", "--run", "--against-cpu",
                                                                "--force")).stdout)
        os.remove(self.output)
        done = subprocess.run([CLI, *self.record("--provider", "CPU", "--against-cpu")], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)

    def test_given_inputs_are_taken(self):
        np.savez(self.path("inputs.npz"), image=np.zeros((1, 3, 64, 64), np.float32))
        self.good(*self.record("--provider", "CPU", "--run", "--inputs", self.path("inputs.npz")))
        os.remove(self.output)
        np.savez(self.path("wrong.npz"), picture=np.zeros(3, np.float32))
        self.bad(3, "picture", *self.record("--provider", "CPU", "--run", "--inputs", self.path("wrong.npz")))

    def test_what_is_there_is_not_replaced_unasked(self):
        self.program("mine", "record.json")
        done = self.cli(*self.record("--provider", "CPU"))
        self.assertEqual(done.returncode, 2)
        with open(self.output, encoding="utf-8") as file:
            self.assertEqual(file.read(), "mine")
        self.good(*self.record("--provider", "CPU", "--force"))

    def test_a_provider_in_a_library(self):
        if not os.path.exists(LIBRARY):
            self.skipTest(f"there is no {LIBRARY}")
        facts = self.good("runtime", "--provider", "PartitaNpu:" + LIBRARY)
        npu = next(device for device in facts["devices"] if device["provider"] == NPU)
        self.assertEqual((npu["options"]["device"], npu["options"]["precision_mode"]), ("ascend310", "must_keep_origin_dtype"))
        self.assertIn("precision_mode_v2", npu["facts"]["options"])
        self.assertIn("option device=ascend310", self.cli("runtime", "--provider", "PartitaNpu:" + LIBRARY).stdout)
        arguments = self.record("--provider", "PartitaNpu:" + LIBRARY, "--provider", "cpu", "-O", "device=npu", *OFF)
        told = self.good(*arguments, "--run", "--against-cpu")
        for each in told["against_cpu"]:
            self.assertLess(each["max_rel"], 1e-2)
        predicted = json.loads(subprocess.run([CLI, "partition", SAMPLE, "--device", "npu", *OFF, "--json"],
                                              capture_output=True, text=True).stdout)
        self.assertEqual({node["name"]: node["provider"] for node in told["nodes"]},
                         {node["name"]: {"npu": NPU, "cpu": CPU}[node["provider"]] for node in predicted["nodes"]})
        of_parts = {node["part"]: node["microseconds"] for node in told["nodes"] if node["provider"] == NPU}
        self.assertEqual(len(of_parts), len(set(of_parts.values())))  # each part has its own time
        self.assertAlmostEqual(sum(of_parts.values()), told["microseconds"][NPU], delta=1)
        os.remove(self.output)
        self.bad(4, "made no session", *arguments[:-4], "-O", "device=nonsense")

    def dynamic_model(self):
        """A model whose input has two symbols."""
        values = [onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, ["N", "M"]) for name in "xy"]
        graph = onnx.helper.make_graph([onnx.helper.make_node("Relu", ["x"], ["y"], name="relu")], "g", values[:1], values[1:])
        onnx.save(onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8),
                  self.path("dynamic.onnx"))
        return self.path("dynamic.onnx")

    def test_settings_reach_the_session(self):
        path = self.fake(session="raise RuntimeError(str(sorted(vars(more[1]).items())))")
        record = ["record", self.dynamic_model(), "-o", self.output, "--provider", "CPU"]
        for more, words in ((["--threads", "3"], "('intra_op_num_threads', 3)"),
                            (["--inter-op-threads", "2"], "('inter_op_num_threads', 2)"),
                            (["--executor", "parallel"], "('execution_mode', 'at once')"),
                            (["--executor", "sequential"], "('execution_mode', 'in order')"),
                            (["--free-dim", "N=4"], "('size of N', 4)"),
                            (["--custom-ops", self.path("o.so")], f"('operators', '{self.path('o.so')}')")):
            self.bad(4, words, *record, *more, path=path)
        self.bad(4, "made no session: []", *record, path=path)
        self.bad(2, "has a size 'K'", *record, "--free-dim", "K=4", path=path)
        self.bad(2, "is no name and size", *record, "--free-dim", "K", path=path)
        self.bad(2, "different sizes", *record, "--run", "--free-dim", "N=4", "--dim", "N=5", path=path)

    def test_settings_hold_in_a_real_session_and_are_written_down(self):
        record = ["record", self.dynamic_model(), "-o", self.output, "--provider", "CPU", "--run", "--against-cpu"]
        told = self.good(*record, "--threads", "2", "--executor", "parallel", "--inter-op-threads", "2", "--free-dim",
                         "N=4", "--dim", "M=3")
        self.assertTrue(told["against_cpu"][0]["comparable"])
        with open(self.output, encoding="utf-8") as file:
            self.assertEqual(json.load(file)["settings"], {"threads": 2, "inter_op_threads": 2, "parallel": True,
                                                           "free_dims": {"N": 4}, "custom_ops": []})
        os.remove(self.output)
        self.bad(4, "does not take the library /nowhere.so", *record, "--custom-ops", "/nowhere.so")

    def test_entries_that_the_runtime_does_not_know_are_warned_of(self):
        done = self.cli(*self.record("--provider", "CPU", "--config", "nonsense=1", "--config",
                                     "session.intra_op_num_threads=banana", "--config", "session.set_denormal_as_zero=1",
                                     "--config", "ep.some.option=1", *OFF))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("warning: ONNX Runtime has no session entry 'nonsense'", done.stderr)
        self.assertIn("ignores the session entry 'session.intra_op_num_threads'; that is set by --threads", done.stderr)
        self.assertEqual(done.stderr.count("warning"), 2, done.stderr)

    def test_an_old_runtime_is_read_by_its_log(self):
        log = ("VerifyEachNodeIsAssignedToAnEp] Node placements", "VerifyEachNodeIsAssignedToAnEp]  Node(s) placed on "
               "[CPUExecutionProvider]. Number of nodes: 1", "VerifyEachNodeIsAssignedToAnEp]   Conv (stem/conv)")
        lines = "".join(f"os.write(2, {line!r}.encode() + bytes([10])); " for line in log)
        path = self.fake(session=lines, version="1.20.0")
        with open(os.path.join(path, "onnxruntime/__init__.py"), "a", encoding="utf-8") as file:
            file.write("del InferenceSession.get_provider_graph_assignment_info\n")
        told = self.good(*self.record("--provider", "CPU"), path=path)
        self.assertEqual((told["matched"], told["nodes"][0]["name"]), (1, "stem/conv"))
        self.assertIn("1.20.0", told["label"])
        self.assertIn("its log only", self.cli("runtime", path=path).stdout)

    # What does not

    def test_no_interpreter(self):
        self.bad(3, "No such file", "runtime", python="/nowhere/python3")
        self.bad(3, "ermission denied", "runtime", python=SAMPLE)
        self.bad(3, "No such file", *self.record("--provider", "CPU"), python="no-such-python")
        self.bad(3, "cannot start", "runtime", python="")

    def test_a_program_that_is_no_interpreter(self):
        self.bad(3, "is no Python interpreter", "runtime", python="/bin/true")
        self.bad(3, "is no Python interpreter", "runtime", python=self.program("#!/bin/sh\necho no; exit 1\n"))
        self.bad(3, "it said: no", "runtime", python=self.program("#!/bin/sh\necho no; exit 1\n"))
        self.bad(3, "cannot start", "runtime", python=self.program("no program"))

    def test_a_program_for_another_processor(self):
        path = self.program("", "foreign")
        with open("/bin/true", "rb") as file:
            program = bytearray(file.read())
        program[18:20] = b"\xf3\0" if program[18:20] != b"\xf3\0" else b"\x3e\0"
        with open(path, "wb") as file:
            file.write(program)
        self.bad(3, "for another processor", "runtime", python=path)

    def test_no_runtime_in_it(self):
        none = self.path("nothing")
        os.mkdir(none)
        if subprocess.run([sys.executable, "-c", "import onnxruntime"], env=self.environment(none),
                          capture_output=True).returncode:
            self.bad(3, "has no onnxruntime", "runtime", path=none)
        self.bad(3, "cannot be used: wrong ELF class", "runtime",
                 path=self.fake(text="raise ImportError('wrong ELF class\\nof a library')"))
        self.bad(3, "cannot be used", "runtime", path=self.fake(text=""))
        self.bad(4, "Python failed: ValueError: odd", "runtime", path=self.fake(text="raise ValueError('odd')"))

    def test_an_old_version(self):
        path = self.fake(version="1.2.0")
        self.bad(3, "ONNX Runtime 1.2.0; Partita needs 1.15", "runtime", path=path)
        self.bad(3, "ONNX Runtime 1.2.0; Partita needs 1.15", *self.record("--provider", "CPU"), path=path)
        self.bad(3, "a provider in a library needs 1.22", "runtime", "--provider", "X:/x.so",
                 path=self.fake(version="1.16.1"))

    def test_providers_that_are_not_there(self):
        self.bad(2, "no provider 'Qnn'", *self.record("--provider", "Qnn"))
        self.bad(4, "/nowhere.so", *self.record("--provider", "Qnn:/nowhere.so"))
        self.bad(2, "NAME:LIBRARY", *self.record("--provider", ":x"))
        self.bad(4, "session without OtherExecutionProvider", *self.record("--provider", "other"), path=self.fake())

    def test_options_that_nobody_has(self):
        self.bad(2, "no provider is chosen", *self.record("--provider", "CPU", "-O", "a=b"))
        self.bad(2, "of several providers", *self.record("--provider", "A", "--provider", "B", "-O", "a=b"))
        self.bad(2, "not key=value", *self.record("--provider", "A", "-O", "a"))
        self.bad(2, "give disabled, basic", *self.record("--provider", "CPU", "--config",
                                                        "session.graph_optimization_level=some"))
        self.bad(2, "no context model", *self.record("--provider", "CPU", "--config", "ep.context_enable=1"))

    def test_a_session_that_is_refused(self):
        self.bad(4, "made no session: first | second", *self.record("--provider", "CPU"),
                 path=self.fake(session="raise RuntimeError('first' + chr(10) + chr(27) + '[31m' + chr(7) + 'second')"))

    def test_one_that_hangs_is_ended(self):
        path = self.fake(session="os.fork(); print('still here', flush=True); time.sleep(1000)")
        begin = time.monotonic()
        self.bad(4, "longer than 1 s", *self.record("--provider", "CPU", "--timeout", "1"), path=path)
        self.bad(4, "still here", *self.record("--provider", "CPU", "--timeout", "1"), path=path)
        self.assertLess(time.monotonic() - begin, 30)
        self.bad(4, "longer than 1 s", "runtime", "--timeout", "1", python=self.program("#!/bin/sh\nsleep 1000\n"))

    def test_what_left_its_group_is_ended(self):
        leave = "os.fork() or (os.setsid(), os.fork() and os._exit(0), time.sleep(1000)); "
        self.good(*self.record("--provider", "CPU"), path=self.fake(session=leave + "time.sleep(0.3)"))
        self.check_nothing_is_left()
        os.remove(self.output)
        self.bad(4, "longer than 1 s", *self.record("--provider", "CPU", "--timeout", "1"),
                 path=self.fake(session=leave + "time.sleep(1000)"))
        self.check_nothing_is_left()
        self.bad(4, "crashed with the signal 11", *self.record("--provider", "CPU"),
                 path=self.fake(session=leave + "time.sleep(0.3); os.kill(os.getpid(), signal.SIGSEGV)"))
        self.check_nothing_is_left()
        command = subprocess.Popen([CLI, *self.record("--provider", "CPU"), "--python", sys.executable],
                                   env=self.environment(self.fake(session=leave + "time.sleep(1000)")))
        until = time.monotonic() + 30
        while len(self.processes()) < 3 and time.monotonic() < until:
            time.sleep(0.02)
        time.sleep(0.3)
        command.kill()
        command.wait(timeout=30)

    def test_the_last_words_are_the_reason(self):
        path = self.fake(session="raise RuntimeError('[ONNXRuntimeError] : 1 : FAIL : ' + 'at ' * 400 + '[ERROR] the reason')")
        self.bad(4, "[ONNXRuntimeError] : 1 : FAIL", *self.record("--provider", "CPU"), path=path)
        self.bad(4, "[ERROR] the reason", *self.record("--provider", "CPU"), path=path)

    def test_one_that_floods_is_ended(self):
        path = self.fake(session="\n        while True: os.write(1, b'flood ' * 1000)")
        self.bad(4, "printed without end", *self.record("--provider", "CPU"), path=path)

    def test_one_that_crashes_is_a_message(self):
        path = self.fake(session="print('before', flush=True); os.kill(os.getpid(), signal.SIGSEGV)")
        self.bad(4, "crashed with the signal 11", *self.record("--provider", "CPU"), path=path)
        self.bad(4, "status 3", *self.record("--provider", "CPU"), path=self.fake(session="os._exit(3)"))

    def test_half_an_answer_is_an_error(self):
        for answer in ('{"onnxruntime": "1.', "", "[1]", "[" * 5000, '{"error": 7}', '{"subgraphs": [7]}'):
            python = self.program(f"#!/bin/sh\nprintf '%s' '{answer}' > $2/answer.json\n")
            done = self.cli(*self.record("--provider", "CPU"), python=python)
            self.assertEqual(done.returncode, 4, done.stderr)
            self.assertIn("cannot be read", done.stderr)
            self.assertFalse(os.path.exists(self.output))

    def test_names_of_any_kind_are_told(self):
        name = "'a\\n\\x1b[31m\\udcff\\u0000\"' + chr(0x4e2d) * 3"
        told = self.good(*self.record("--provider", "CPU"), path=self.fake(name=name))
        self.assertEqual(told["matched"], 1)
        self.assertEqual(len(told["unmatched"]), 1)
        self.assertIn("\u4e2d\u4e2d\u4e2d", told["unmatched"][0]["name"])

    def test_what_lies_in_the_folder_is_not_imported(self):
        here = self.path("here")
        os.mkdir(here)
        for name in ("json.py", "onnxruntime.py", "platform.py"):
            with open(os.path.join(here, name), "w", encoding="utf-8") as file:
                file.write("raise SystemExit('imported')")
        done = subprocess.run([CLI, "runtime", "--python", sys.executable], capture_output=True, text=True, cwd=here,
                              env=self.environment(None), timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_cancelled_or_killed_command_leaves_nothing(self):
        path = self.fake(session="print('here', flush=True); time.sleep(1000)")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            command = subprocess.Popen([CLI, *self.record("--provider", "CPU"), "--python", sys.executable],
                                       env=self.environment(path), stderr=subprocess.PIPE, text=True)
            until = time.monotonic() + 30
            while len(self.processes()) < 2 and time.monotonic() < until:
                time.sleep(0.02)
            time.sleep(0.3)
            command.send_signal(number)
            _, errors = command.communicate(timeout=30)
            self.assertEqual(command.returncode, -9 if number == signal.SIGKILL else 130, errors)
            self.check_nothing_is_left()
        self.assertFalse(os.path.exists(self.output))


if __name__ == "__main__":
    CLI, LIBRARY, SAMPLE = (os.path.abspath(path) for path in sys.argv[1:4])
    BridgeCase.cli_path = CLI
    unittest.main(argv=sys.argv[:1], verbosity=1)
