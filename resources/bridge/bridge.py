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


class Refused(Exception):
    """What Partita has words for: its kind, and the facts that belong to it."""

    def __init__(self, kind, **facts):
        Exception.__init__(self, kind)
        self.answer = dict(facts, error=kind)


def text_of(value):
    """Bytes that are no text have no place in JSON."""
    return str(value).encode("utf-8", "replace").decode("utf-8")


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
        shutil.rmtree(folder, ignore_errors=True)
        os.killpg(0, signal.SIGKILL)
    finally:
        os._exit(0)


def runtime():
    try:
        import onnxruntime
    except ImportError as error:
        missing = getattr(error, "name", None) == "onnxruntime"
        raise Refused("missing" if missing else "broken", text=text_of(error))
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


def register(ort, wishes):
    """Makes the providers in libraries known to ONNX Runtime, by their full names: some take the name for theirs."""
    for wish in wishes:
        if not wish["library"]:
            continue
        if not hasattr(ort, "register_execution_provider_library"):
            raise Refused("old", has=text_of(ort.__version__), what="a provider in a library", needs="1.22")
        try:
            name = wish["name"] if wish["name"].lower().endswith(ENDING.lower()) else wish["name"] + ENDING
            ort.register_execution_provider_library(name, wish["library"])
        except Exception as error:
            raise Refused("library", library=wish["library"], text=text_of(error))


def full_name(wish, known):
    asked = wish["name"].lower()
    for name in known:
        if asked in (name.lower(), name.lower().replace(ENDING.lower(), "")):
            return name
    raise Refused("provider", name=wish["name"], known=", ".join(known))


def session_of(ort, request, options):
    """A session with the wished providers and no others, but the CPU for the rest."""
    wishes = request["providers"]
    built_in = ort.get_available_providers()  # before: it lists what is registered, too
    register(ort, wishes)
    devices = devices_of(ort)
    known = built_in + sorted({each.ep_name for each in devices} - set(built_in))
    names = [full_name(wish, known) for wish in wishes]
    chosen = [(name, wish["options"]) for name, wish in zip(names, wishes)]
    more = {"providers": chosen}
    if any(name not in built_in for name in names):  # a plug-in: ONNX Runtime then takes devices only
        more = {}
        for name, settings in chosen:
            mine = [each for each in devices if each.ep_name == name]
            if not mine:
                raise Refused("mixed", name=name)
            options.add_provider_for_devices(mine, settings)
    try:
        session = ort.InferenceSession(request["model"], options, enable_fallback=0, **more)
    except Exception as error:
        raise Refused("session", text=text_of(error))
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


def run(session, request, folder):
    """Runs the model once on the arrays of the file inputs.npz, which are named by their numbers."""
    import numpy

    try:
        with numpy.load(os.path.join(folder, "inputs.npz"), allow_pickle=False) as arrays:
            feeds = {name: arrays[str(number)] for number, name in enumerate(request["inputs"])}
        return session.run(None, feeds)
    except Exception as error:
        raise Refused("run", text=text_of(error))


def run_and_keep(session, request, folder, name):
    """Runs the model; its outputs are kept by their numbers. Returns their names."""
    import numpy

    values = run(session, request, folder)
    names = [text_of(output.name) for output in session.get_outputs()]
    for output, value in zip(names, values):
        if not isinstance(value, numpy.ndarray) or value.dtype.hasobject:
            raise Refused("output", name=output)
    numpy.savez(os.path.join(folder, name), **{str(number): value for number, value in enumerate(values)})
    return names


def cpu_session(ort, request):
    """The same model on the CPU alone, without the entries, which may be those of a provider."""
    try:
        return ort.InferenceSession(request["model"], options_of(ort, dict(request, config=[])),
                                    providers=["CPU" + ENDING])
    except Exception as error:
        raise Refused("session", text=text_of(error))


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


def record(request, folder):
    ort = runtime()
    options = options_of(ort, request)
    tells = hasattr(ort.InferenceSession, "get_provider_graph_assignment_info")
    if tells:
        options.add_session_config_entry("session.record_ep_graph_assignment_info", "1")
    else:
        options.log_severity_level = 0  # the log tells it
    if request["run"]:
        options.enable_profiling = True
        options.profile_file_prefix = os.path.join(folder, "profile")
    session = session_of(ort, request, options)
    answer = {"onnxruntime": text_of(ort.__version__), "subgraphs": assignment_of(session) if tells else None}
    if request["against_cpu"]:
        answer["outputs"] = run_and_keep(session, request, folder, "outputs.npz")
        run_and_keep(cpu_session(ort, request), request, folder, "expected.npz")
    elif request["run"]:
        run(session, request, folder)
    if request["run"]:
        answer["profile"] = os.path.basename(session.end_profiling())
    return answer


def answer_to(folder):
    if sys.version_info < (3, 6):
        return {"error": "python", "has": "%d.%d" % sys.version_info[:2], "needs": "3.6"}
    request = json.loads(sys.stdin.buffer.read().decode("utf-8"))
    try:
        return {"tell": tell, "record": record}[request["action"]](request, folder)
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
