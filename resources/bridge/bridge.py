"""Answers one request of Partita about the ONNX Runtime of this Python: PYTHON bridge.py FOLDER

The request is JSON on standard input, the answer FOLDER/answer.json; further files lie in FOLDER, too.
Whatever is printed is what ONNX Runtime and its providers have to say. The text is one that every
Python can read, so that an old one can tell that it is old.
"""
import json
import os
import sys

LEAST = (1, 15)  # of ONNX Runtime
ENDING = "ExecutionProvider"
# Element types by their numbers in ONNX: those of numpy, and those that numpy does not have.
NUMPY = {1: "<f4", 2: "u1", 3: "i1", 4: "<u2", 5: "<i2", 6: "<i4", 7: "<i8", 9: "?", 10: "<f2", 11: "<f8",
         12: "<u4", 13: "<u8", 14: "<c8", 15: "<c16"}
STRING = 8
NARROW = {"bfloat16": 16, "float8e4m3fn": 17, "float8e4m3fnuz": 18, "float8e5m2": 19, "float8e5m2fnuz": 20,
          "uint4": 21, "int4": 22, "float4e2m1": 23, "float8e8m0": 24, "uint2": 25, "int2": 26}
BITS = {16: 16, 17: 8, 18: 8, 19: 8, 20: 8, 21: 4, 22: 4, 23: 4, 24: 8, 25: 2, 26: 2}


class Refused(Exception):
    """What Partita has words for: its kind, and the facts that belong to it."""

    def __init__(self, kind, **facts):
        Exception.__init__(self, kind)
        self.answer = dict(facts, error=kind)


def text_of(value):
    """Bytes that are no text have no place in JSON."""
    return str(value).encode("utf-8", "replace").decode("utf-8")


def clipped(text):
    """A long text without its middle: it tells first what failed and last why."""
    return text if len(text) <= 500 else text[:150] + " ... " + text[-350:]


def words_of(error):
    """What an error says; of errors in errors, the innermost, before which C++ tells where it was."""
    text = text_of(error) or type(error).__name__
    return text[max(text.rfind("[ONNXRuntimeError]"), 0):]


def end_marked(folder):
    """Ends the other processes of this runtime, also those that went into a group of their own: they have the folder in
    their environment."""
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/environ" % number, "rb") as file:
                mine = ("TMPDIR=" + folder).encode() in file.read().split(b"\0")
            if mine and int(number) != os.getpid():
                os.kill(int(number), 9)
        except OSError:
            pass


def watch(folder):
    """A process that ends all others and removes the folder when Partita is gone, however it went."""
    import select
    import shutil
    import signal

    watcher = os.fork()
    if watcher:
        return watcher
    try:
        poll = select.poll()
        poll.register(1, 0)  # an error of the output: nobody reads it any more
        while not poll.poll():
            pass
        end_marked(folder)
        shutil.rmtree(folder, ignore_errors=True)
        os.killpg(0, signal.SIGKILL)
    finally:
        os._exit(0)


def runtime():
    try:
        import onnxruntime
    except ImportError as error:
        missing = getattr(error, "name", None) == "onnxruntime"
        raise Refused("missing" if missing else "broken", text=words_of(error))
    version = getattr(onnxruntime, "__version__", "")
    numbers = [int(part) for part in version.split(".")[:2] if part.isdigit()]
    if not hasattr(onnxruntime, "InferenceSession") or not version:
        raise Refused("broken", text="it has no InferenceSession: " + text_of(getattr(onnxruntime, "__file__", "")))
    if tuple(numbers) < LEAST:
        raise Refused("old", has=text_of(version), what="Partita", needs="%d.%d" % LEAST)
    return onnxruntime


def devices_of(ort):
    return list(ort.get_ep_devices()) if hasattr(ort, "get_ep_devices") else []


def described(device):
    hardware = device.device
    return {"provider": text_of(device.ep_name), "vendor": text_of(device.ep_vendor),
            "type": text_of(getattr(hardware.type, "name", hardware.type)), "hardware": text_of(hardware.vendor),
            "facts": {text_of(key): text_of(value) for key, value in dict(device.ep_metadata).items()},
            "options": {text_of(key): text_of(value) for key, value in dict(device.ep_options).items()}}


def head_of(path):
    """The header of a library or program of this system; nothing where it is none."""
    with open(path, "rb") as file:
        head = file.read(64)
    return head if len(head) == 64 and head[:4] == b"\x7fELF" else None


def check_library(path):
    """Refuses a library that cannot be one of this Python: the loader has odd words for some of these, and dies of others.
    What is missing it tells by itself."""
    if not os.path.isfile(path) or not os.path.isfile("/proc/self/exe"):
        return
    head, mine = head_of(path), head_of("/proc/self/exe")
    if not head:
        raise Refused("no_library", library=path)
    if not mine or head[4] != 2 or head[5] != 1:  # only the layout of 64 bits, the lowest byte first, is known here
        return
    machine, wanted = ({3: "i386", 40: "arm", 62: "x86_64", 183: "aarch64", 243: "riscv64"}.get(number, str(number))
                       for number in (int.from_bytes(each[18:20], "little") for each in (head, mine)))
    if machine != wanted:
        raise Refused("machine", library=path, has=machine, needs=wanted)
    sections = int.from_bytes(head[40:48], "little")
    size = int.from_bytes(head[58:60], "little") * int.from_bytes(head[60:62], "little")
    if os.path.getsize(path) < sections + size:
        raise Refused("cut_library", library=path)


def register(ort, wishes):
    """Makes the providers in libraries known to ONNX Runtime, by their full names: some take the name for theirs."""
    for wish in wishes:
        if not wish["library"]:
            continue
        if not hasattr(ort, "register_execution_provider_library"):
            raise Refused("old", has=text_of(ort.__version__), what="a provider in a library", needs="1.22")
        check_library(wish["library"])
        try:
            name = wish["name"] if wish["name"].lower().endswith(ENDING.lower()) else wish["name"] + ENDING
            ort.register_execution_provider_library(name, wish["library"])
        except Exception as error:
            raise Refused("library", library=wish["library"], text=words_of(error))


def full_name(wish, known):
    asked = wish["name"].lower()
    for name in known:
        if asked in (name.lower(), name.lower().replace(ENDING.lower(), "")):
            return name
    raise Refused("provider", name=wish["name"], known=", ".join(known))


def found_providers(ort, request):
    """The wished providers by their full names, with their options and, where one is a plug-in, their devices."""
    wishes = request["providers"]
    built_in = ort.get_available_providers()  # before: it lists what is registered, too
    register(ort, wishes)
    devices = devices_of(ort)
    known = built_in + sorted({each.ep_name for each in devices} - set(built_in))
    chosen = [(full_name(wish, known), wish["options"]) for wish in wishes]
    if all(name in built_in for name, _ in chosen):
        return [(name, settings, []) for name, settings in chosen]
    found = []
    for name, settings in chosen:  # ONNX Runtime then takes devices only
        mine = [each for each in devices if each.ep_name == name]
        if not mine:
            raise Refused("mixed", name=name)
        found.append((name, settings, mine))
    return found


def give(options, found):
    """Tells plug-ins to the options; returns what is yet to be told to the session: providers that are built in."""
    for name, settings, devices in found:
        if devices:
            options.add_provider_for_devices(devices, settings)
    return [(name, settings) for name, settings, devices in found if not devices]


def choose(ort, request, options):
    """The wished providers by their full names, and what is yet to be told to the session."""
    found = found_providers(ort, request)
    return [name for name, _, _ in found], give(options, found)


def session_of(ort, request, options):
    """A session with the wished providers and no others, but the CPU for the rest."""
    names, chosen = choose(ort, request, options)
    try:
        more = {"providers": chosen} if chosen else {}
        session = ort.InferenceSession(request["model"], options, enable_fallback=0, **more)
    except Exception as error:
        raise Refused("session", text=words_of(error))
    for name in names:
        if name not in session.get_providers():
            raise Refused("left_out", name=name)
    return session


def options_of(ort, request):
    options = ort.SessionOptions()
    level = request["level"]
    if level:
        options.graph_optimization_level = getattr(ort.GraphOptimizationLevel, level)
    for key, value in request["config"]:
        options.add_session_config_entry(key, value)
    settings = request["settings"]
    if settings["threads"]:
        options.intra_op_num_threads = settings["threads"]
    if settings["inter_op_threads"]:
        options.inter_op_num_threads = settings["inter_op_threads"]
    if settings["parallel"] is not None:
        options.execution_mode = getattr(ort.ExecutionMode,
                                         "ORT_PARALLEL" if settings["parallel"] else "ORT_SEQUENTIAL")
    for name, size in settings["free_dims"].items():
        options.add_free_dimension_override_by_name(name, size)
    for library in dict.fromkeys(settings["custom_ops"]):
        check_library(library)
        try:
            options.register_custom_ops_library(library)
        except Exception as error:
            text = words_of(error)
            raise Refused("no_operators" if "RegisterCustomOps" in text else "library", library=library, text=text)
    return options


def node_text(node, key):
    try:
        return text_of(getattr(node, key))
    except UnicodeDecodeError:
        return "\ufffd"


def assignment_of(session):
    return [{"ep_name": node_text(part, "ep_name"),
             "nodes": [{key: node_text(node, key) for key in ("name", "op_type", "domain")}
                       for node in part.get_nodes()]}
            for part in session.get_provider_graph_assignment_info()]


def elements_of(folder, told):
    with open(os.path.join(folder, told["file"]), "rb") as file:
        return file.read()


def texts_of(content):
    texts = []
    while content:
        end = 8 + int.from_bytes(content[:8], "little")
        texts.append(content[8:end].decode("utf-8", "surrogateescape"))
        content = content[end:]
    return texts


def array_of(folder, told):
    """A tensor as numpy has it; as raw bytes where numpy has no such type."""
    import numpy

    content = elements_of(folder, told)
    if told["type"] == STRING:
        array = numpy.empty(told["shape"], dtype=object)
        array.ravel()[:] = texts_of(content)
        return array
    return numpy.frombuffer(bytearray(content), dtype=NUMPY[told["type"]]).reshape(told["shape"])


def narrow_of(ort, folder, told):
    """A tensor of a type that numpy does not have."""
    import ctypes

    value = ort.OrtValue.ortvalue_from_shape_and_type(told["shape"], told["type"])
    content = elements_of(folder, told)
    ctypes.memmove(value.data_ptr(), content, len(content))
    return value


def value_of(ort, folder, told):
    if "none" in told:
        return None
    if "items" in told:
        return [value_of(ort, folder, item) for item in told["items"]]
    if "keys" in told:
        return dict(zip(*(array_of(folder, told[part]).tolist() for part in ("keys", "values"))))
    return narrow_of(ort, folder, told) if told["type"] in NARROW.values() else array_of(folder, told)


def feeds_of(ort, request, folder):
    feeds = {}
    for told in request["inputs"]:
        try:
            feeds[told["name"]] = value_of(ort, folder, told)
        except Exception as error:
            raise Refused("value", name=told["name"], text=words_of(error))
    return feeds


class Kept:
    """Writes values into files of the folder, as bridge_values.h says."""

    def __init__(self, folder, stem):
        self.folder, self.stem, self.files = folder, stem, 0

    def tensor(self, number, shape, content):
        name = "%s-%d" % (self.stem, self.files)
        self.files += 1
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(content)
        return {"type": number, "shape": [int(size) for size in shape], "file": name}

    def array(self, value):
        import numpy

        value = numpy.asarray(value)
        if value.dtype.kind in "OUS":
            if not all(isinstance(each, str) for each in value.ravel().tolist()):
                raise TypeError("it is neither numbers nor texts")
            texts = [each.encode("utf-8", "surrogateescape") for each in value.ravel().tolist()]
            whole = b"".join(len(text).to_bytes(8, "little") + text for text in texts)
            return self.tensor(STRING, value.shape, whole)
        numbers = [number for number, code in NUMPY.items() if numpy.dtype(code) == value.dtype]
        return self.tensor(numbers[0], value.shape, numpy.ascontiguousarray(value).tobytes())

    def narrow(self, value):
        import ctypes

        number = NARROW[element_of(value.data_type())]
        count = 1
        for size in value.shape():
            count *= size
        size = (count * BITS[number] + 7) // 8
        return self.tensor(number, value.shape(), ctypes.string_at(value.data_ptr(), size) if size else b"")

    def column(self, values, kind):
        """The values of a map, of which Python does not tell how wide they are: seq(map(int64,tensor(float)))"""
        import numpy

        element = kind.split("map(", 1)[1].split("tensor(", 1)[1].split(")", 1)[0]
        return numpy.array(values, dtype={"float": "<f4", "double": "<f8", "int64": "<i8", "string": object}[element])

    def value(self, value, kind):
        if value is None:
            return {"none": True}
        if isinstance(value, list):
            return {"items": [self.value(each, kind) for each in value]}
        if isinstance(value, dict):
            keys = sorted(value)
            return {"keys": self.array(keys), "values": self.array(self.column([value[key] for key in keys], kind))}
        return self.narrow(value) if hasattr(value, "data_type") else self.array(value)


def element_of(kind):
    """bfloat16 of tensor(bfloat16)"""
    return kind[len("tensor("):-1] if kind.startswith("tensor(") else ""


def outputs_of(session, feeds):
    """Runs the model; an output that numpy could not hold stays a value of ONNX Runtime."""
    if not any(element_of(output.type) in NARROW for output in session.get_outputs()):
        return session.run(None, feeds)
    binding = session.io_binding()
    for name, value in feeds.items():
        (binding.bind_ortvalue_input if hasattr(value, "data_type") else binding.bind_cpu_input)(name, value)
    for output in session.get_outputs():
        binding.bind_output(output.name)
    session.run_with_iobinding(binding)
    return [value if element_of(output.type) in NARROW else value.numpy()
            for output, value in zip(session.get_outputs(), binding.get_outputs())]


def run(session, feeds):
    try:
        return outputs_of(session, feeds)
    except Exception as error:
        raise Refused("run", text=words_of(error))


def kept(session, values, folder, stem):
    """Writes the outputs of a run; returns what they are, by name."""
    keeper, told = Kept(folder, stem), []
    for output, value in zip(session.get_outputs(), values):
        name = text_of(output.name)
        try:
            told.append(dict(keeper.value(value, output.type), name=name))
        except Exception as error:
            raise Refused("output", name=name, text=words_of(error))
    return told


def cpu_session(ort, request):
    """The same model on the CPU alone, without the entries, which may be those of a provider."""
    try:
        return ort.InferenceSession(request["model"], options_of(ort, dict(request, config=[])),
                                    providers=["CPU" + ENDING])
    except Exception as error:
        raise Refused("session", text=words_of(error))


def tell(request, folder):
    import platform

    ort = runtime()
    built_in = ort.get_available_providers()
    register(ort, request["providers"])
    return {"python": platform.python_version(), "executable": text_of(sys.executable),
            "machine": platform.machine(), "onnxruntime": text_of(ort.__version__),
            "location": text_of(os.path.dirname(ort.__file__)),
            "providers": [text_of(name) for name in built_in],
            "devices": [described(each) for each in devices_of(ort)],
            "tells_assignment": hasattr(ort.InferenceSession, "get_provider_graph_assignment_info"),
            "takes_libraries": hasattr(ort, "register_execution_provider_library")}


def placed_session(ort, request, options, by_log):
    """A session that tells who got which node, in its answer or else in its log; the first part of the answer."""
    tells = hasattr(ort.InferenceSession, "get_provider_graph_assignment_info")
    if tells:
        options.add_session_config_entry("session.record_ep_graph_assignment_info", "1")
    elif by_log:
        options.log_severity_level = 0
    session = session_of(ort, request, options)
    return session, {"onnxruntime": text_of(ort.__version__), "subgraphs": assignment_of(session) if tells else None}


def record(request, folder):
    ort = runtime()
    options = options_of(ort, request)
    if request["run"]:
        options.enable_profiling = True
        options.profile_file_prefix = os.path.join(folder, "profile")
    session, answer = placed_session(ort, request, options, True)
    if request["run"]:
        feeds = feeds_of(ort, request, folder)
        outputs = run(session, feeds)
        answer["profile"] = os.path.basename(session.end_profiling())
    if request["against_cpu"]:
        answer["outputs"] = kept(session, outputs, folder, "output")
        judge = cpu_session(ort, request)
        answer["expected"] = kept(judge, run(judge, feeds), folder, "expected")
    return answer


def has_quantizers(model):
    """Whether a model has a node named "quantizer…": its bytes say so, because onnx may not be installed."""
    with open(model, "rb") as file:
        return b"quantizer" in file.read()


def outcome_of(ort, request, found, model):
    """What the providers do with the node "probe" of a model and those whose names begin with "quantizer": "taken", "declined",
    "apart" where they take only some of them, "fails", or "invalid" where ONNX Runtime itself refuses or replaces the nodes.
    A session that the CPU alone makes, or refuses in other words, was refused by a provider."""
    names = [name for name, _, _ in found]

    def session(providers):
        options = options_of(ort, request)
        options.log_severity_level = 4
        options.add_session_config_entry("session.record_ep_graph_assignment_info", "1")
        chosen = give(options, providers)
        more = {"providers": chosen} if chosen else {} if providers else {"providers": ["CPU" + ENDING]}
        return ort.InferenceSession(model, options, enable_fallback=0, **more)

    try:
        made = session(found)
        for name in names:
            if name not in made.get_providers():
                raise Refused("left_out", name=name)
        ran = [(node["name"], part["ep_name"] in names) for part in assignment_of(made) for node in part["nodes"]]
        quantizers = [mine for name, mine in ran if name.startswith("quantizer")]
        own = [mine for name, mine in ran if name.startswith("probe")]
        if not own and not quantizers and has_quantizers(model):
            return {"outcome": "invalid", "text": "ONNX Runtime replaced the nodes by others"}
        # A function that no provider takes is replaced by its nodes, which have no names.
        rest = [mine for name, mine in ran if not name.startswith("quantizer")]
        taken = any(own) if own else bool(rest) and all(rest)
        if any(mine != taken for mine in quantizers):
            return {"outcome": "apart"}
        return {"outcome": "taken" if taken else "declined"}
    except Refused:
        raise
    except Exception as error:
        text, kind = words_of(error), type(error).__name__
    if kind == "EPFail":
        return {"outcome": "fails", "text": clipped(text)}
    try:
        session([])
    except Exception as error:
        if words_of(error) == text:
            return {"outcome": "declined" if kind == "NotImplemented" else "invalid", "text": clipped(text)}
    return {"outcome": "fails", "text": clipped(text)}


def package_of(library):
    """The package that a library was installed with, and its version; without a library that of ONNX Runtime, where it is one
    with more providers, such as onnxruntime-openvino."""
    try:
        from importlib.metadata import distributions
        folder = os.path.basename(os.path.dirname(library))
        for each in distributions():
            name = each.metadata["Name"]
            if name.replace("-", "_") == folder if library else \
                    name != "onnxruntime" and any(str(file) == "onnxruntime/__init__.py" for file in each.files or []):
                return "%s %s" % (name, each.version)
    except Exception:  # it only says more
        pass
    return ""


def probe(request, folder):
    """Asks about many models, with one session for each. What is known is written line by line: the caller goes on behind
    a model at which a provider crashes. One that hangs is ended here, by a thread that needs no Python."""
    import faulthandler

    ort = runtime()
    if not hasattr(ort.InferenceSession, "get_provider_graph_assignment_info"):
        raise Refused("old", has=text_of(ort.__version__), what="to ask which nodes a provider takes", needs="1.24")
    found = found_providers(ort, request)
    with open(os.path.join(folder, "outcomes.jsonl"), "w") as told, \
            open(os.path.join(folder, "late.txt"), "w") as late:
        for model in request["models"]:
            told.write(json.dumps({"model": model}) + "\n")
            told.flush()
            faulthandler.dump_traceback_later(request["seconds"], exit=True, file=late)
            try:
                outcome = outcome_of(ort, request, found, os.path.join(folder, model))
            except Refused:  # no fault of the model
                told.write(json.dumps({"refused": model}) + "\n")
                raise
            faulthandler.cancel_dump_traceback_later()
            told.write(json.dumps(dict(outcome, model=model)) + "\n")
            told.flush()
    library = request["providers"][0]["library"]
    return {"onnxruntime": text_of(ort.__version__), "provider": found[0][0],
            "package": text_of(package_of(library))}


def peak_memory():
    try:
        with open("/proc/self/status") as status:
            return [int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM:")][0]
    except (OSError, IndexError):
        return 0


def run_session(request, folder):
    """Runs a model as often as is wished; the outputs are those of the last run."""
    import time

    ort = runtime()
    begin = time.perf_counter()
    session, answer = placed_session(ort, request, options_of(ort, request), False)
    answer["ran_with"] = [text_of(name) for name in session.get_providers()]
    answer["create_ns"] = int((time.perf_counter() - begin) * 1e9)
    feeds = feeds_of(ort, request, folder)
    times = []
    for turn in range(request["warmup"] + request["repeat"]):
        begin = time.perf_counter()
        outputs = run(session, feeds)
        times.append(int((time.perf_counter() - begin) * 1e9))
    answer["run_ns"] = times[request["warmup"]:]
    answer["peak_memory"] = peak_memory()
    answer["outputs"] = kept(session, outputs, folder, "output")
    return answer


def compile_by_session(ort, request, options, output):
    entries = [("enable", "1"), ("file_path", output), ("embed_mode", "1" if request["embed"] else "0")]
    if request["external"]:
        entries.append(("model_external_initializers_file_name", request["external"]))
    for key, value in entries:
        options.add_session_config_entry("ep.context_" + key, value)
    session_of(ort, request, options)


def compile_by_compiler(ort, request, options, output):
    """By the class that is there for it from 1.23 on; its own level of rewrites is none."""
    for name, settings in choose(ort, request, options)[1]:
        options.add_provider(name, settings)
    more = {"embed_compiled_data_into_model": request["embed"]}
    if request["external"]:  # with session options, small ones go there, too
        more.update(external_initializers_file_path=request["external"], external_initializers_size_threshold=0)
    if request["level"]:
        more["graph_optimization_level"] = options.graph_optimization_level
    try:
        ort.ModelCompiler(options, request["model"], **more).compile_to_file(output)
    except Exception as error:
        raise Refused("compile", text=words_of(error))


def compile_model(request, folder):
    """Writes a context model and what belongs to it into the folder `made`."""
    ort = runtime()
    options = options_of(ort, request)
    if request["prefix"]:
        options.add_session_config_entry("ep.context_node_name_prefix", request["prefix"])
    output = os.path.join(folder, "made", request["output"])
    os.mkdir(os.path.dirname(output))
    by_compiler = hasattr(ort, "ModelCompiler") and not request["by_session"]
    (compile_by_compiler if by_compiler else compile_by_session)(ort, request, options, output)
    return {"onnxruntime": text_of(ort.__version__), "by_compiler": by_compiler}


def answer_to(folder):
    if sys.version_info < (3, 6):
        return {"error": "python", "has": "%d.%d" % sys.version_info[:2], "needs": "3.6"}
    request = json.loads(sys.stdin.buffer.read().decode("utf-8"))
    try:
        actions = {"tell": tell, "record": record, "run": run_session, "compile": compile_model,
                   "probe": probe}
        return actions[request["action"]](request, folder)
    except Refused as refused:
        return refused.answer
    except Exception as error:
        return {"error": "other", "text": text_of("%s: %s" % (type(error).__name__, error))}


def main(folder):
    sys.path[:] = [path for path in sys.path if path != folder]
    file = open(os.path.join(folder, "answer.json"), "w")  # there from now on: this is a Python
    watcher = watch(folder)
    try:
        import faulthandler
        faulthandler.enable()
    except Exception:
        pass
    json.dump(answer_to(folder), file)
    file.close()
    os.kill(watcher, 9)
    os.waitpid(watcher, 0)
    os._exit(0)  # the answer is written: a provider that fails at its unloading does not matter


main(sys.argv[1])
