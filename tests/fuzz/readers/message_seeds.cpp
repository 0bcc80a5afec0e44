// Seeds of messages of helper processes, and of what Graphviz prints.

#include "core/onnx/parse_text.h"
#include "core/onnx/write.h"
#include "core/tasks/runs/runner.h"
#include "core/tasks/runs/worker_run.h"
#include "tests/fuzz/readers/sample_model.h"
#include "tests/fuzz/readers/seeds.h"

namespace partita::fuzz {

namespace {

void addMessage(Seeds& seeds, const std::string& reader, const WorkerMessage& message) {
    seeds.add(reader, packed(message).substr(kMessageHead));
}

Tensor named(const std::string& name) {
    Tensor tensor = Tensor::of<float>(DataType::float32, {1, 4}, {1, 2, 3, 4});
    tensor.name = name;
    return tensor;
}

/// A tensor, a sequence, a map and nothing.
std::vector<ModelData> allKinds() {
    return {named("y"), ModelData::sequence({named("a"), named("b")}),
            ModelData::map(Tensor::int64s({1, 2}), Tensor::int64s({3, 4})), ModelData::nothing()};
}

RunResult filledResult() {
    RunResult result;
    result.best.outputs = allKinds();
    result.best.timings = {{NodeId{1}, {}, {}, {}}};
    result.best.transfers = {{"a", 1, 2, 16}};
    result.statistics.runs = 1;
    KernelStatistics kernel;
    kernel.node = NodeId{1};
    kernel.flops = 8;
    result.statistics.kernels = {kernel};
    result.memory = {{NodeId{1}, 32}};
    result.peakFlops = 1e9;
    result.trace = "{}";
    Timeline timeline;
    timeline.device = "npu";
    timeline.clockHz = 1e9;
    timeline.streams = {{TimelineStream::Kind::cube, 1, "npu", 5},
                        {TimelineStream::Kind::host, 1, "", 0}};
    timeline.tasks.resize(2);
    timeline.tasks[1].stream = 1;
    timeline.tasks[1].kind = TimelineTask::Kind::host;
    timeline.tasks[1].waitsFor = {0};
    timeline.memory.resize(1);
    timeline.memory[0].points = {{1, 64}};
    timeline.total = 7;
    result.timeline = timeline;
    return result;
}

void addReplies(Seeds& seeds) {
    const auto add = [&](WorkerMessage parts) {
        parts.insert(parts.begin(), "done");
        addMessage(seeds, "runner_reply", parts);
    };
    add(packOutputs(allKinds(), std::chrono::nanoseconds(7)));
    RunResult result = filledResult();
    add(packResult(result));
    Error error{Errc::provider, PARTITA_TEXT("{0} of {1}", 1, "x"), {Message("node")}, {}};
    addMessage(seeds, "runner_reply", {"error", packedInto(error)});
    addMessage(seeds, "runner_reply", {"memory"});
}

void addRequests(Seeds& seeds, const std::string& model) {
    std::vector<std::string> folders{"/dumps"};
    const auto add = [&](const char* kind, WorkerMessage parts) {
        parts.insert(parts.begin(), {kind, packedInto(folders)});
        addMessage(seeds, "runner_request", parts);
    };
    RunTask task;
    task.providers = {{"npu", "cpu"}, {{"npu.device", "ascend310"}}};
    task.wishes.pinned = {{NodeId{1}, "npu"}};
    Feeds feeds;
    for (const ModelData& value : allKinds())
        feeds.emplace(std::to_string(feeds.size()), value);
    add("run", packRun(task, model, feeds));
    add("outputs", packRun(task, model, {}));
    std::pair<std::string, std::uint64_t> evaluated{"", 1 << 20};
    add("evaluate", {packedInto(evaluated), model});
    std::pair<ProviderNames, std::vector<std::pair<std::string, std::string>>> compiled{
        task.providers, {{"part", ""}}};
    add("compile", {packedInto(compiled), model});
}

/// A FunctionProto of opset 18 with one node of these inputs and outputs.
std::string functionProto() {
    const auto field = [](int number, const std::string& value) {
        return std::string{static_cast<char>(number << 3 | 2), static_cast<char>(value.size())} +
               value;
    };
    const std::string node = field(1, "X") + field(1, "Scale") + field(2, "Y") + field(4, "Mul");
    return field(1, "f") + field(4, "X") + field(4, "Scale") + field(5, "Y") + field(7, node) +
           field(9, std::string("\x10\x12"));
}

} // namespace

void addMessageSeeds(Seeds& seeds) {
    const std::string model = require(serializeModel(require(parseModelText(kSampleModel))));
    addReplies(seeds);
    addRequests(seeds, model);
    addMessage(seeds, "worker_message", {"done", "", "more"});
    for (const std::string& part : {model, functionProto()}) {
        addMessage(seeds, "library_reply", {"done", part});
        seeds.add("library_reply", "r" + packed({"done", part}));
    }
    addMessage(
        seeds, "library_reply",
        {"refused", "[ShapeInferenceError] (op_type:Add, node name: two): bad\n shape.cc:12: x"});
    addMessage(seeds, "library_reply", {"memory"});
    seeds.add("dot_plain",
              "graph 1 3.5 4.25\n"
              "node b0 1.75 3.75 1 0.5 \"\" solid box black lightgrey\n"
              "node b1 0.75 2 1.3889 0.5 \"\" solid box black lightgrey\n"
              "node b2 2.5 0.25 0.55556 0.27778 \"\" solid box black lightgrey\n"
              "edge b0 b1 4 1.5 3.5 1.25 3 1 2.5 0.875 2.25 solid black\n"
              "edge b0 b2 7 2 3.5 2.1 3 2.2 2.5 2.3 2 2.4 1.5 2.4 1 2.5 0.4 solid black\n"
              "edge b1 b2 4 0.9 1.75 1.5 1.2 2 0.8 2.3 0.4 solid black\n"
              "edge b1 b2 4 1 1.75 1.6 1.2 2.1 0.8 2.4 0.4 solid black\n"
              "stop\n");
}

} // namespace partita::fuzz
