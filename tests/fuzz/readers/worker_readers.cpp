// Messages between a program and its helper processes, either of which may have gone wild.

#include <algorithm>
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "core/onnx/check.h"
#include "core/onnx/convert_version.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/parse_text.h"
#include "core/onnx/schema_functions.h"
#include "core/onnx/write.h"
#include "core/report/timeline_report.h"
#include "core/tasks/runs/runner.h"
#include "core/tasks/runs/worker_run.h"
#include "core/worker/worker_message.h"
#include "tests/fuzz/readers/readers.h"

namespace partita::fuzz {

namespace {

std::string bytesOf(const WorkerMessage& message) { return packed(message).substr(kMessageHead); }

/// The input as a message; what is none is the part of one that tells of success.
WorkerMessage messageIn(const Buffer& bytes) {
    auto message = unpacked(bytes.text());
    return message ? *std::move(message) : WorkerMessage{"done", std::string(bytes.text())};
}

/// Lets hostile_worker, which lies beside this program, answer with these bytes in place of
/// partita-worker.
void letWorkerAnswer(const std::string& bytes) {
    const std::filesystem::path reply = asFile(Buffer::own(bytes), ".reply");
    ::setenv("PARTITA_HOSTILE_REPLY", reply.c_str(), 1);
    const auto self = std::filesystem::read_symlink("/proc/self/exe");
    ::setenv("PARTITA_WORKER", (self.parent_path() / "hostile_worker").c_str(), 1);
}

/// A model whose node is a function that depends on its call, so that the worker is asked for it.
const Model& modelOfFunction() {
    static const Model kModel = *parseModelText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2,3] x, float[3] s) => (float[2,3] y) { y = LayerNormalization(x, s) })");
    return kModel;
}

bool isElsewhere(const ModelData& value) {
    if (value.items)
        return std::ranges::any_of(*value.items, isElsewhere);
    return value.tensor.storage == Tensor::Storage::external;
}

void examineValue(const ModelData& value) {
    (void)value.kindText();
    if (value.items)
        for (const ModelData& item : *value.items)
            examineValue(item);
    else if (!value.none)
        (void)elements(value.tensor);
}

void examineOutputs(const ModelOutputs& outputs) {
    for (const ModelData& value : outputs.values)
        examineValue(value);
    if (std::ranges::any_of(outputs.values, isElsewhere))
        return;
    const WorkerMessage written = packOutputs(outputs.values, outputs.time);
    const auto again = unpackOutputs(written);
    if (!again)
        broken("runner_reply", "what was packed cannot be unpacked: " + again.error().message());
    if (packOutputs(again->values, again->time) != written)
        broken("runner_reply", "an output is another one after packing");
}

void examineResult(RunResult& result) {
    for (const ModelData& value : result.best.outputs)
        examineValue(value);
    if (result.timeline) {
        (void)timelineTrace(*result.timeline);
        (void)timelineJson(*result.timeline);
        (void)timelineHeadline(*result.timeline);
    }
    for (const KernelStatistics& kernel : result.statistics.kernels)
        (void)kernel.shareOfPeak(result.peakFlops);
    if (std::ranges::any_of(result.best.outputs, isElsewhere))
        return;
    const WorkerMessage written = packResult(result);
    const auto again = unpackResult(written);
    if (!again)
        broken("runner_reply", "what was packed cannot be unpacked: " + again.error().message());
    if (packResult(**again) != written)
        broken("runner_reply", "the result is another one after packing");
}

/// Computes nothing: what a request asks for is not of interest here.
class NoEvaluator : public ConstantEvaluator {
public:
    Result<std::vector<Tensor>> evaluate(const Model&, const Node&, std::uint64_t) override {
        return damagedMessage();
    }
};

} // namespace

void readWorkerMessage(const Buffer& bytes) {
    const auto message = unpacked(bytes.text());
    if (message && bytesOf(*message) != bytes.text())
        broken("worker_message", "the message has other bytes when it is packed again");
}

/// What partita-worker answers to every question about a model. Behind the byte 'r' come the bytes
/// that it sends; otherwise they are a message, or the part of one.
void readLibraryReply(const Buffer& bytes) {
    const bool isRaw = bytes.text().starts_with('r');
    letWorkerAnswer(isRaw ? std::string(bytes.text().substr(1)) : bytesOf(messageIn(bytes)));
    const Model& model = sampleModel();
    if (const auto inferred = inferShapes(model))
        exerciseModel("library_reply", *inferred);
    if (isRaw)
        return; // each such answer takes a process
    if (const auto converted = convertVersion(model, 20))
        exerciseModel("library_reply", *converted);
    if (const auto findings = checkModel(model))
        for (const Finding& finding : *findings)
            (void)finding.text.text();
    // Once only: a function that calls itself several times would unfold for long.
    const auto first = [](const Model& each) {
        return each.nodes().count() == 1 ? each.nodesOf(each.mainGraph()) : std::vector<NodeId>();
    };
    if (const auto expanded = expandSchemaFunctions(modelOfFunction(), first))
        exerciseModel("library_reply", *expanded);
}

/// What partita-runner answers, taken for each kind of answer.
void readRunnerReply(const Buffer& bytes) {
    WorkerReply reply;
    reply.end = WorkerReply::End::replied;
    reply.message = messageIn(bytes);
    const auto parts = answerOf(std::move(reply));
    if (!parts) {
        (void)parts.error().message();
        return;
    }
    if (const auto outputs = unpackOutputs(*parts))
        examineOutputs(*outputs);
    if (const auto result = unpackResult(*parts))
        examineResult(**result);
}

/// What partita-runner is asked. Here it has no providers, so that it only reads.
void readRunnerRequest(const Buffer& bytes) {
    const RunnerTools tools{
        [](std::vector<std::string>, std::vector<std::pair<std::string, std::string>>) {
            return Result<ProviderList>(damagedMessage());
        },
        std::make_unique<NoEvaluator>()};
    const WorkerMessage request = messageIn(bytes);
    (void)writtenFolders(request);
    if (serveRunner(request, tools, {}).empty())
        broken("runner_request", "a request without an answer");
    if (request.size() < 2)
        return;
    const ProviderFactory none = [](std::vector<std::string>,
                                    std::vector<std::pair<std::string, std::string>>) {
        return Result<ProviderList>(ProviderList{});
    };
    const auto run = unpackRun({request.begin() + 2, request.end()}, none);
    if (!run)
        return;
    exerciseModel("runner_request", run->model);
    (void)run->task.wishes.wishes();
    for (const auto& [name, value] : run->feeds) {
        examineValue(value);
        if (isElsewhere(value))
            return;
    }
    const auto model = serializeModel(run->model);
    if (model && !unpackRun(packRun(run->task, *model, run->feeds), none))
        broken("runner_request", "what was packed cannot be unpacked");
}

} // namespace partita::fuzz
