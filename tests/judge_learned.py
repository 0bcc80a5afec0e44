#!/usr/bin/env python3
"""Compares what a learned device profile predicts with what the real provider does, node by node.

  judge_learned.py PARTITA_CLI PROFILE NAME[:LIBRARY] [-O KEY=VALUE] [--cache FILE] [--misses] [--company] MODEL|FOLDER ...

Runs with the Python whose onnxruntime has the provider. A folder holds models, or folders with a model.onnx, as ONNX's node
tests. Each node gets a name. A model whose session is made is compared by its assignment, without ONNX Runtime's rewrites;
one that the provider claims and then fails to compile is taken apart: each of its nodes is a model of its own, and so is each
operator with the nodes that quantize for it, with the shapes that ONNX Runtime infers in the whole model. What the provider
does with that counts (taken, declined, fails). With --company another node stands beside each, for a provider that leaves
single nodes to others; beside groups one always stands. The same holds where ONNX Runtime drops the provider's answer because
it joined nodes that cannot be one. Models that ONNX Runtime refuses by itself are not judged. Exits with 77 (skipped) when
Python's onnx or onnxruntime is missing, and with 1 when less than 99 % of the nodes agree.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import subprocess
import sys
import tempfile

try:
    import onnx
    import onnxruntime as ort
except ImportError as error:
    print(f"skipped: {error}; ./test fetches what is needed")
    sys.exit(77)

BATCH, LEAST = 100, 0.99
# ONNX Runtime's error when a provider joins nodes that cannot be one; it then drops the whole answer of the provider.
MIXED = "set nodes that cannot be fused together"


# The real provider, in processes of its own

def ask_here(wish, paths, output):
    """Makes a session of each model; a line for the beginning and the end of each."""
    ort.set_default_logger_severity(4)
    devices = []
    if wish["library"]:
        ort.register_execution_provider_library(wish["name"], wish["library"])
        devices = [each for each in ort.get_ep_devices() if each.ep_name == wish["name"]]

    log = tempfile.TemporaryFile()
    os.dup2(log.fileno(), 2)

    def logged():
        """What ONNX Runtime has printed since the last call."""
        log.seek(0)
        text = log.read().decode(errors="replace")
        log.seek(0)
        log.truncate()
        return text

    def assignment(path, on_device):
        options = ort.SessionOptions()
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.log_severity_level = 3
        options.add_session_config_entry("session.record_ep_graph_assignment_info", "1")
        more = {"providers": ["CPUExecutionProvider"]}
        if on_device and devices:
            options.add_provider_for_devices(devices, wish["options"])
            more = {}
        elif on_device:
            more = {"providers": [(wish["name"], wish["options"])]}
        session = ort.InferenceSession(path, options, enable_fallback=0, **more)
        return [{"ep_name": part.ep_name, "nodes": [{"name": node.name, "op_type": node.op_type, "domain": node.domain}
                                                    for node in part.get_nodes()]}
                for part in session.get_provider_graph_assignment_info()]

    def outcome(path):
        try:
            logged()
            parts = assignment(path, True)
            return {"fails": MIXED} if MIXED in logged() else {"parts": parts}
        except Exception as error:  # ONNX Runtime has exceptions of its own
            text, kind = str(error), type(error).__name__
        try:
            if kind != "EPFail":
                assignment(path, False)
        except Exception as error:
            if str(error) == text:
                return {"nobody": kind == "NotImplemented", "refused": text[:200]}
        return {"fails": text[:200]}

    with open(output, "a", encoding="utf-8") as file:
        for path in paths:
            print(json.dumps({"begin": path}), file=file, flush=True)
            print(json.dumps({"path": path, **outcome(path)}), file=file, flush=True)
    os._exit(0)


class Provider:
    def __init__(self, wish, cache):
        self.wish, self.cache, self.known = wish, cache, {}
        if cache and os.path.exists(cache):
            with open(cache, encoding="utf-8") as file:
                self.known = json.load(file)

    def keep(self):
        if self.cache:
            with open(self.cache, "w", encoding="utf-8") as file:
                json.dump(self.known, file)

    def key(self, path):
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()

    def ask(self, paths):
        """What the provider does with each model, by path; a crash is a failure."""
        keys = {path: self.key(path) for path in paths}
        left = [path for path in paths if keys[path] not in self.known]
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "answers.jsonl")
            while left:
                batch = os.path.join(folder, "batch.json")
                with open(batch, "w", encoding="utf-8") as file:
                    json.dump([self.wish, left[:BATCH], output], file)
                subprocess.run([sys.executable, __file__, "--ask", batch], capture_output=True, timeout=3600)
                with open(output, encoding="utf-8") as file:
                    lines = [json.loads(line) for line in file]
                answers = {line.pop("path"): line for line in lines if "path" in line}
                for line in lines:
                    if "begin" in line and line["begin"] not in answers:
                        answers[line["begin"]] = {"fails": "the process crashed"}
                self.known.update({keys[path]: answer for path, answer in answers.items()})
                left = [path for path in left if path not in answers]
                self.keep()
        return {path: self.known[keys[path]] for path in paths}


# Models

def models_in(places):
    for place in places:
        if not os.path.isdir(place):
            yield place
            continue
        for name in sorted(os.listdir(place)):
            for path in (os.path.join(place, name), os.path.join(place, name, "model.onnx")):
                if path.endswith(".onnx") and os.path.isfile(path):
                    yield path


def graphs_of(graph):
    yield graph
    for node in graph.node:
        for attribute in node.attribute:
            for body in [attribute.g] if attribute.type == onnx.AttributeProto.GRAPH else attribute.graphs:
                yield from graphs_of(body)


def named(path, target):
    """Writes a copy of the model in which each node has a name of its own."""
    model = onnx.load(path)
    for count, node in enumerate(node for graph in graphs_of(model.graph) for node in graph.node):
        node.name = f"n{count}"
    onnx.save(model, target)


def with_untyped_shapes(model, inferred):
    """The model with an entry for each value of which the file says nothing: its element type, without a shape. ONNX Runtime
    writes what it infers into such entries, if it has to change the graph, as for an operator in float16 that it lacks."""
    said = {value.name for value in [*model.graph.value_info, *model.graph.input, *model.graph.output]}
    for value in inferred.graph.value_info:
        if value.name not in said and value.type.HasField("tensor_type"):
            model.graph.value_info.add(name=value.name).type.tensor_type.elem_type = value.type.tensor_type.elem_type
    half = onnx.helper.make_tensor("", onnx.TensorProto.FLOAT16, [1], [1.0])
    model.graph.node.add(op_type="Constant", output=["changes_in"]).attribute.append(onnx.helper.make_attribute("value", half))
    model.graph.node.add(op_type="Tan", input=["changes_in"], output=["changes_out"])
    model.graph.output.append(onnx.helper.make_tensor_value_info("changes_out", onnx.TensorProto.FLOAT16, [1]))
    return model


def as_session_sees(path, folder):
    """The model with the shapes that ONNX Runtime infers, which are those that a provider sees."""
    inferred = onnx.load(path)
    try:
        inferred = onnx.shape_inference.infer_shapes(inferred, data_prop=True)
    except Exception:
        pass
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    options.optimized_model_filepath = os.path.join(folder, "seen.onnx")
    asked = os.path.join(folder, "asked.onnx")
    onnx.save(with_untyped_shapes(onnx.load(path), inferred), asked)
    try:
        ort.InferenceSession(asked, options, providers=["CPUExecutionProvider"])
        seen = {value.name: value for value in onnx.load(options.optimized_model_filepath).graph.value_info}
    except Exception:  # the CPU has no kernel for a node
        seen = {}
    model = onnx.load(path)
    known = {value.name: value for value in inferred.graph.value_info}
    del model.graph.value_info[:]
    model.graph.value_info.extend({**known, **seen}.values())
    return model


def tensor_of(constant):
    """The tensor of a Constant node; None: it is a text or sparse."""
    attribute = constant.attribute[0]
    if attribute.name == "value":
        tensor = onnx.TensorProto()
        tensor.CopyFrom(attribute.t)
        return tensor
    kinds = {"value_int": onnx.TensorProto.INT64, "value_float": onnx.TensorProto.FLOAT}
    kind = kinds.get(attribute.name.removesuffix("s"))
    if kind is None:
        return None
    value = onnx.helper.get_attribute_value(attribute)
    is_list = attribute.name.endswith("s")
    return onnx.helper.make_tensor("", kind, [len(value)] if is_list else [], value if is_list else [value])


def add_company(graph):
    """Another node, which has an input and an output of its own."""
    graph.node.add(op_type="Relu", name="company", input=["company_in"], output=["company_out"])
    for values, name in ((graph.input, "company_in"), (graph.output, "company_out")):
        values.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [2]))


def is_from(node, op):
    return node is not None and node.op_type == op and node.domain in ("", "ai.onnx", "com.microsoft")


class Whole:
    """A model that the provider does not compile as a whole, to be taken apart."""

    def __init__(self, model):
        self.model, graph = model, model.graph
        self.types = {value.name: value.type for value in [*graph.input, *graph.value_info, *graph.output]}
        self.constants = {tensor.name: tensor for tensor in graph.initializer}
        self.makers, self.readers = {}, collections.defaultdict(list)
        for node in graph.node:
            for name in node.input:
                self.readers[name].append(node)
            for name in node.output:
                self.makers[name] = node
            tensor = tensor_of(node) if node.op_type == "Constant" else None
            if tensor is not None:
                tensor.name = node.output[0]
                self.constants[node.output[0]] = tensor
        self.ends = {value.name for value in [*graph.input, *graph.output]}

    def may_be_real(self, name):
        if name in self.constants:
            kind = self.constants[name].data_type
        else:
            kind = self.types[name].tensor_type.elem_type if name in self.types else 0
        return kind in (0, onnx.TensorProto.FLOAT, onnx.TensorProto.FLOAT16, onnx.TensorProto.BFLOAT16, onnx.TensorProto.DOUBLE)

    def group_of(self, node):
        """The node with those that quantize for it, if all of its real ends are quantized or constant; else none."""
        sources, targets = [], []
        for name in filter(None, node.input):
            maker = self.makers.get(name)
            if is_from(maker, "DequantizeLinear"):
                sources += [maker] if maker not in sources else []
            elif name not in self.constants and self.may_be_real(name):
                return []
        for name in filter(None, node.output):
            readers = self.readers[name]
            if len(readers) == 1 and is_from(readers[0], "QuantizeLinear") and name not in self.ends:
                targets += readers
            elif self.may_be_real(name) and (readers or name in self.ends):
                return []
        return [*sources, node, *targets] if sources else []

    def model_of(self, nodes, company):
        """The model of some nodes; None: the type of an input is not known, or all of it is constant."""
        made = {name for node in nodes for name in node.output if name}
        inputs = [name for name in dict.fromkeys(name for node in nodes for name in node.input) if name and name not in made]
        # The second input of CastLike is only a type.
        computes = inputs[:1] if nodes[0].op_type == "CastLike" else inputs
        if any(name not in self.constants and name not in self.types for name in inputs) or \
                all(name in self.constants for name in computes):
            return None
        inner = {name for node in nodes for name in node.input if name in made}
        model = onnx.ModelProto(ir_version=self.model.ir_version, opset_import=self.model.opset_import, functions=self.model.functions)
        graph = model.graph
        graph.name = "alone"
        names = {name: f"t{i}" for i, name in enumerate(dict.fromkeys(name for node in nodes for name in [*node.input, *node.output]))
                 if name}
        for i, node in enumerate(nodes):
            graph.node.add().CopyFrom(node)
            graph.node[i].name = f"n{i or ''}"
            for part in (graph.node[i].input, graph.node[i].output):
                part[:] = [names.get(name, "") for name in part]
        graph.initializer.extend(self.constants[name] for name in inputs if name in self.constants)
        graph.input.extend(onnx.ValueInfoProto(name=name, type=self.types[name]) for name in inputs if name not in self.constants)
        graph.output.extend(onnx.ValueInfoProto(name=name, type=self.types.get(name))
                            for node in nodes for name in node.output if name and name not in inner)
        graph.value_info.extend(onnx.ValueInfoProto(name=name, type=self.types[name]) for name in inner if name in self.types)
        for value in [*graph.input, *graph.initializer, *graph.output, *graph.value_info]:
            value.name = names[value.name]
        if len(nodes) == 1 and nodes[0].op_type in ("QuantizeLinear", "DequantizeLinear"):
            self.put_in_the_middle(nodes[0], graph)
        if company or len(nodes) > 1:
            add_company(graph)
        return model

    def put_in_the_middle(self, node, graph):
        """A provider may leave to others what quantizes at the borders of a model, which it is here only if it is so there."""
        end, values, name = (node.input[0], graph.input, "t_before") if node.op_type == "QuantizeLinear" else \
            (node.output[0], graph.output, "t_behind")
        found = [value for value in values if value.name in (graph.node[0].input[0], graph.node[0].output[0])]
        if end in self.ends or not found:
            return
        value = onnx.ValueInfoProto()
        value.CopyFrom(found[0])
        value.name = name
        ends = (name, found[0].name) if node.op_type == "QuantizeLinear" else (found[0].name, name)
        values.remove(found[0])
        values.insert(0, value)
        graph.node.add(op_type="Relu", name="company", input=[ends[0]], output=[ends[1]])


def nodes_alone(model, folder, company):
    """{name: (path, name there, whether it is in a group)} of models of one node each, or of one quantized group, for the
    nodes of the main graph whose inputs have known types. What several groups read goes with the first of them. A node of constants only is no model that has a session."""
    whole, made, texts = Whole(model), {}, {}
    groups = [whole.group_of(node) for node in model.graph.node if not is_from(node, "QuantizeLinear") and
              not is_from(node, "DequantizeLinear") and node.op_type != "Constant"]
    grouped = {node.name for nodes in groups for node in nodes}
    parts = [*filter(None, groups), *([node] for node in model.graph.node if node.name not in grouped)]
    for nodes in parts:
        if nodes[0].op_type == "Constant" or any(a.type == onnx.AttributeProto.GRAPH for node in nodes for a in node.attribute):
            continue
        alone = whole.model_of(nodes, company)
        if alone is None:
            continue
        text = alone.SerializeToString()
        if text not in texts:
            texts[text] = os.path.join(folder, f"alone{len(texts)}.onnx")
            with open(texts[text], "wb") as file:
                file.write(text)
        for i, node in enumerate(nodes):
            made.setdefault(node.name, (texts[text], f"n{i or ''}", len(nodes) > 1))
    return made


# Comparison

def predicted(cli, profile, path):
    """{name of a node: (verdict, evidence, operator)}, or an error."""
    done = subprocess.run([cli, "partition", path, "--device", profile, "--config",
                           "session.graph_optimization_level=disabled", "--json"], capture_output=True, text=True)
    if done.returncode:
        return done.stderr.strip()
    nodes = {}
    for node in json.loads(done.stdout)["nodes"]:
        verdict = next((each for each in node.get("verdicts", []) if each["provider"] == "npu"), None)
        said = "taken" if node["provider"] == "npu" else \
            "fails" if verdict and verdict["code"] == "failsToCompile" else "declined"
        nodes[node["name"]] = (said, verdict["evidence"] if verdict else "", node["op_type"])
    return nodes


def said_of_whole(answer, name):
    return {node["name"]: "taken" if part["ep_name"] == name else "declined"
            for part in answer["parts"] for node in part["nodes"]}


def said_of(answer, name, node, is_group):
    """What the provider does with a node of a model that was taken out of another one."""
    if "parts" in answer:
        told = said_of_whole(answer, name)
        told.pop("company", None)
        # A function is replaced by its nodes. Of a group that ONNX Runtime made others of, its answer tells nothing.
        return told.get(node, None if is_group else "taken" if "taken" in told.values() else "declined")
    return "fails" if "fails" in answer else "declined" if answer["nobody"] else None


def judge(given, provider, paths, folder):
    copies = {}
    for count, path in enumerate(paths):
        copies[path] = os.path.join(folder, f"model{count}.onnx")
        named(path, copies[path])
    answers = provider.ask(list(copies.values()))
    alone = {}
    for path in paths:
        answer = answers[copies[path]]
        if "fails" in answer or answer.get("nobody"):
            own = os.path.join(folder, f"parts{len(alone)}")
            os.mkdir(own)
            alone[path] = nodes_alone(as_session_sees(copies[path], own), own, given.company)
    parts = provider.ask(sorted({each for made in alone.values() for each, *_ in made.values()}))
    totals, classes = collections.Counter(), collections.Counter()
    judged = [path for path in paths if path in alone or "parts" in answers[copies[path]]]
    totals["refused models"] = len(paths) - len(judged)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        predictions = list(pool.map(lambda path: predicted(given.cli, given.profile, copies[path]), judged))
    for path, foreseen in zip(judged, predictions):
        answer, name = answers[copies[path]], provider.wish["name"]
        if isinstance(foreseen, str):
            totals["models that Partita refuses"] += 1
            print(f"{path}: {foreseen}")
            continue
        real = said_of_whole(answer, name) if "parts" in answer else \
            {node: said_of(parts[part], name, *there) for node, (part, *there) in alone[path].items()}
        totals["whole models" if "parts" in answer else "models node by node"] += 1
        totals["models that fail only as a whole"] += "fails" in answer and any(real.values()) and "fails" not in real.values()
        for node, (said, evidence, op) in foreseen.items():
            truth = real.get(node)
            if op == "Constant":
                continue
            if truth is None:
                totals["nodes not compared"] += 1
                continue
            totals["nodes"] += 1
            totals["agree"] += truth == said
            if truth != said:
                classes[(op, truth, said)] += 1
                if given.misses:
                    print(f"miss: {path} {op} {node}: {truth}, predicted {said} ({evidence})")
    return totals, classes


def main():
    if sys.argv[1:2] == ["--ask"]:
        with open(sys.argv[2], encoding="utf-8") as file:
            ask_here(*json.load(file))
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("profile")
    parser.add_argument("provider")
    parser.add_argument("-O", action="append", default=[])
    parser.add_argument("--cache", default="")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--company", action="store_true")
    parser.add_argument("models", nargs="+")
    given = parser.parse_args()
    name, _, library = given.provider.partition(":")
    name = name if name.endswith("ExecutionProvider") else name + "ExecutionProvider"
    wish = {"name": name, "library": library and os.path.abspath(library), "options": dict(each.split("=", 1) for each in given.O)}
    with tempfile.TemporaryDirectory() as folder:
        totals, classes = judge(given, Provider(wish, given.cache), list(models_in(given.models)), folder)
    for (op, truth, said), count in classes.most_common(40):
        print(f"{count:5} {op}: {truth}, predicted {said}")
    for what, count in sorted(totals.items()):
        print(f"{what}: {count}")
    share = totals["agree"] / max(totals["nodes"], 1)
    print(f"{totals['agree']} of {totals['nodes']} nodes agree ({100 * share:.2f} %)")
    return 0 if share >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
