#include "core/tasks/runs/runner.h"

#include <algorithm>

#include "core/base/log.h"
#include "core/base/try.h"
#include "core/ir/extract.h"
#include "core/onnx/read.h"
#include "core/tasks/runs/worker_run.h"

namespace partita {

namespace {

void warnOfThisProcess(const Error& error) {
    log(LogLevel::warning,
        PARTITA_TEXT("{0}; working on the model in this process", error.whole()));
}

/// The head of a reply with values; their tensors are parts of the message.
struct OutputsReply {
    std::vector<ValueForm> forms;
    std::chrono::nanoseconds time{};
};
template <class Archive> void archive(Archive& a, OutputsReply& r) { a(r.forms, r.time); }

} // namespace

WorkerMessage packOutputs(const std::vector<ModelData>& values, std::chrono::nanoseconds time) {
    WorkerMessage parts(1);
    OutputsReply reply{{}, time};
    for (const ModelData& value : values)
        reply.forms.push_back(packValue(value, parts));
    parts[0] = packedInto(reply);
    return parts;
}

Result<ModelOutputs> unpackOutputs(WorkerMessage parts) {
    OutputsReply reply;
    if (parts.empty() || !unpackedFrom(reply, parts[0]))
        return damagedMessage();
    auto values = PARTITA_TRY(unpackValues(reply.forms, parts, 1));
    return ModelOutputs{std::move(values), reply.time};
}

namespace {

Result<WorkerMessage> serveOutputs(WorkerMessage parts, const RunnerTools& tools,
                                   const Progress& progress) {
    auto run = PARTITA_TRY(unpackRun(std::move(parts), tools.makeProviders));
    const auto outputs = PARTITA_TRY(
        thisProcess().run(run.model, run.providers, run.feeds, run.task.timed, progress));
    return packOutputs(outputs.values, outputs.time);
}

/// The head of a request to compile parts of models; the models are the parts that follow.
struct CompileTask {
    ProviderNames provider;
    std::vector<std::pair<std::string, std::string>> parts; ///< name, and folder of the data files
};
template <class Archive> void archive(Archive& a, CompileTask& t) { a(t.provider, t.parts); }

Result<WorkerMessage> serveCompile(WorkerMessage message, const RunnerTools& tools,
                                   const Progress& progress) {
    CompileTask task;
    if (message.empty() || !unpackedFrom(task, message[0]) ||
        message.size() != 1 + task.parts.size())
        return damagedMessage();
    auto providers = PARTITA_TRY(task.provider.make(tools.makeProviders));
    std::vector<ContextPart> parts;
    for (std::size_t i = 0; i < task.parts.size(); ++i) {
        const auto& [name, folder] = task.parts[i];
        auto model = PARTITA_TRY(readModel(Buffer::own(std::move(message[1 + i])), folder));
        parts.push_back({name, std::move(model), {}});
    }
    auto binary = PARTITA_TRY(thisProcess().compileContext(providers.front(), parts, progress));
    std::uint64_t bytes = 0;
    for (const Buffer& piece : binary.pieces)
        bytes += piece.size();
    WorkerMessage reply{packedInto(binary.savedBytes), {}};
    reply[1].reserve(bytes);
    for (const Buffer& piece : binary.pieces)
        reply[1] += piece.text();
    return reply;
}

/// Evaluates the only node of the model that is no Constant.
struct EvaluateTask {
    std::string folder;
    std::uint64_t mostBytes = 0;
};
template <class Archive> void archive(Archive& a, EvaluateTask& t) { a(t.folder, t.mostBytes); }

Result<WorkerMessage> serveEvaluate(WorkerMessage parts, const RunnerTools& tools,
                                    const Progress&) {
    EvaluateTask task;
    if (parts.size() != 2 || !unpackedFrom(task, parts[0]))
        return damagedMessage();
    const auto model = readModel(Buffer::own(std::move(parts[1])), task.folder);
    if (!model)
        return model.error();
    const auto nodes = model->nodesOf(model->mainGraph());
    const auto node =
        std::ranges::find_if(nodes, [&](NodeId id) { return !model->node(id)->is("Constant"); });
    if (node == nodes.end())
        return damagedMessage();
    auto tensors =
        PARTITA_TRY(tools.evaluator->evaluate(*model, *model->node(*node), task.mostBytes));
    std::vector<ModelData> values(tensors.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i].none = tensors[i].type == DataType::undefined;
        values[i].tensor = std::move(tensors[i]);
    }
    return packOutputs(values, {});
}

constexpr struct {
    const char* kind;
    Result<WorkerMessage> (*serve)(WorkerMessage parts, const RunnerTools&, const Progress&);
} kKinds[] = {{"run", serveRun},
              {"outputs", serveOutputs},
              {"compile", serveCompile},
              {"evaluate", serveEvaluate}};

class RunnerExecutor : public Executor {
public:
    [[nodiscard]] Result<ModelOutputs> run(const Model& model, const ProviderList& providers,
                                           const Feeds& feeds, bool timed,
                                           const Progress& progress) const override {
        auto bytes = bytesForRunner(model);
        if (!bytes) {
            warnOfThisProcess(bytes.error());
            return thisProcess().run(model, providers, feeds, timed, progress);
        }
        RunTask task = RunTask::of(model, providers);
        task.timed = timed;
        RunnerProcess process;
        auto parts = PARTITA_TRY(process.call(
            "outputs", providers, packRun(std::move(task), *std::move(bytes), feeds), progress));
        return unpackOutputs(std::move(parts));
    }

    [[nodiscard]] Result<ContextBinary> compileContext(const ProviderPtr& provider,
                                                       const std::vector<ContextPart>& parts,
                                                       const Progress& progress) const override {
        const ProviderList one{provider};
        CompileTask task{ProviderNames::of(one), {}};
        WorkerMessage message(1);
        for (const ContextPart& part : parts) {
            auto bytes = bytesForRunner(part.model);
            if (!bytes) {
                warnOfThisProcess(bytes.error());
                return thisProcess().compileContext(provider, parts, progress);
            }
            task.parts.emplace_back(part.name, dataFolder(part.model));
            message.push_back(*std::move(bytes));
        }
        message[0] = packedInto(task);
        RunnerProcess process;
        auto reply = PARTITA_TRY(process.call("compile", one, message, progress));
        ContextBinary binary;
        if (reply.size() != 2 || !unpackedFrom(binary.savedBytes, reply[0]))
            return damagedMessage();
        binary.pieces.push_back(Buffer::own(std::move(reply[1])));
        return binary;
    }
};

} // namespace

const Executor& runnerProcess() {
    static const RunnerExecutor runner;
    return runner;
}

Result<std::vector<Tensor>> RunnerEvaluator::evaluate(const Model& model, const Node& node,
                                                      std::uint64_t mostBytes) {
    if (m_left && m_left->count() <= 0)
        return Error{Errc::unsupported, PARTITA_TEXT("it takes too long to compute"), {}, {}};
    std::vector<ValueId> outputs;
    std::ranges::copy_if(node.outputs, std::back_inserter(outputs),
                         [](ValueId output) { return static_cast<bool>(output); });
    const auto alone = PARTITA_TRY(extractSubgraph(model, node.graph, {node.id}, {}, outputs));
    auto bytes = PARTITA_TRY(bytesForRunner(alone));
    EvaluateTask task{dataFolder(alone), mostBytes};
    WorkerMessage message{packedInto(task), {}};
    message[1] = std::move(bytes);
    const auto begin = std::chrono::steady_clock::now();
    auto parts = m_process.call("evaluate", {}, message, m_progress, m_left);
    if (m_left)
        *m_left -= std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now() - begin);
    if (!parts) {
        if (parts.error().code == Errc::provider)
            m_crash = Error(parts.error()).at("node '" + node.label() + "'");
        return std::move(parts).error();
    }
    auto computed = PARTITA_TRY(unpackOutputs(*std::move(parts)));
    std::vector<Tensor> tensors;
    for (ModelData& value : computed.values)
        tensors.push_back(std::move(value.tensor));
    return tensors;
}

std::vector<std::filesystem::path> writtenFolders(const WorkerMessage& request) {
    std::vector<std::string> folders;
    if (request.size() < 2 || !unpackedFrom(folders, request[1]))
        return {};
    return {folders.begin(), folders.end()};
}

WorkerMessage serveRunner(WorkerMessage request, const RunnerTools& tools,
                          const Progress& progress) {
    Result<WorkerMessage> parts = damagedMessage();
    if (request.size() >= 2) {
        const std::string kind = std::move(request[0]);
        request.erase(request.begin(), request.begin() + 2);
        for (const auto& row : kKinds)
            if (kind == row.kind) {
                parts = row.serve(std::move(request), tools, progress);
                break;
            }
    }
    if (!parts) {
        Error error = std::move(parts).error();
        return {"error", packedInto(error)};
    }
    parts->insert(parts->begin(), "done");
    return *std::move(parts);
}

} // namespace partita
