#include "providers/npu/npu_context.h"

#include <fmt/format.h>

#include "core/onnx/read.h"
#include "core/runtime/session.h"
#include "providers/cpu/cpu_provider.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

/// Runs the graph of a context node. The arithmetic is that of the CPU kernels.
class ContextProgram : public CompiledPartition {
public:
    ContextProgram(std::unique_ptr<Session> session, const Model& outer, const Node& node)
        : m_session(std::move(session)), m_node(node) {
        const Model& inner = m_session->model();
        const Graph& graph = *inner.graph(inner.mainGraph());
        for (const ValueId input : graph.inputs)
            m_inputs.push_back(inner.value(input)->name);
        for (const ValueId output : node.outputs)
            m_outputs.push_back(output ? outer.value(output)->name : std::string());
    }

    [[nodiscard]] std::vector<PartitionStep> steps() const override {
        PartitionStep step;
        step.nodes = {m_node.id}; // results come in memory of their own
        return {step};
    }

    Result<void> run(Environment& environment, std::stop_token stop) override {
        const auto start = std::chrono::steady_clock::now();
        Feeds feeds;
        for (std::size_t i = 0; i < m_inputs.size(); ++i)
            feeds[m_inputs[i]] = environment.at(m_node.inputs[i]).toData(m_inputs[i]);
        auto report = m_session->run(feeds, stop);
        if (!report)
            return std::move(report).error();
        for (std::size_t i = 0; i < report->outputs.size(); ++i) {
            auto value = RuntimeValue::from(report->outputs[i]);
            if (!value)
                return std::move(value).error();
            environment.at(m_node.outputs[i]) = *std::move(value);
        }
        if (environment.timings)
            environment.timings->push_back({m_node.id,
                                            start - environment.start,
                                            std::chrono::steady_clock::now() - start,
                                            {}});
        return {};
    }

private:
    std::unique_ptr<Session> m_session;
    const Node m_node;
    std::vector<std::string> m_inputs, m_outputs;
};

} // namespace

Result<ContextLoader::ContainerPtr>
ContextLoader::open(const EpContext& context, const fs::path& folder, const std::string& device) {
    const auto binary = contextBinary(context, folder);
    if (!binary) {
        auto error = binary.error();
        error.what = "INVALID_GRAPH: " + error.what;
        return error;
    }
    std::string key;
    if (!context.isEmbedded) {
        const fs::path file = folder / context.path();
        std::error_code error;
        key = fmt::format("{}\n{}\n{}\n{}", file.string(), binary->size(),
                          fs::last_write_time(file, error).time_since_epoch().count(), device);
        if (m_last && key == m_key)
            return m_last;
    }
    auto container = Container::open(*binary, PARTITA_VERSION, device);
    if (!container)
        return std::move(container).error();
    const auto opened = std::make_shared<const Container>(*std::move(container));
    if (!key.empty()) {
        m_key = key;
        m_last = opened;
    }
    return opened;
}

Result<Model> ContextLoader::graphOf(const Model& model, const EpContext& wanted,
                                     const std::string& device) {
    const fs::path folder = sourcePath(model).parent_path();
    Result<Model> found =
        Error{Errc::invalidModel,
              "INVALID_GRAPH: no EPContext node with main_context 1 holds a binary",
              {},
              "compile the model again"};
    for (const EpContext& context : epContextsOf(model)) {
        if (context.source != wanted.source || !context.isMain)
            continue;
        auto container = open(context, folder, device);
        if (!container)
            return std::move(container).error();
        found = (*container)->graph(wanted.partition);
        if (found)
            break;
    }
    return found;
}

Result<std::unique_ptr<CompiledPartition>>
ContextLoader::load(const Model& model, const Partition& partition, const std::string& device) {
    const Node& node = *model.node(partition.nodes.front());
    auto graph = graphOf(model, epContextOf(node), device);
    if (!graph)
        return std::move(graph).error().at("node '" + node.label() + "'");
    const Graph& main = *graph->graph(graph->mainGraph());
    if (main.inputs.size() != node.inputs.size() || main.outputs.size() != node.outputs.size())
        return Error{Errc::invalidModel,
                     "INVALID_GRAPH: the binary's graph has other inputs or outputs than its node",
                     {"node '" + node.label() + "'"},
                     "compile the model again"};
    auto session = Session::create(*graph, {std::make_shared<CpuProvider>()});
    if (!session)
        return std::move(session).error();
    return std::unique_ptr<CompiledPartition>(
        std::make_unique<ContextProgram>(*std::move(session), model, node));
}

} // namespace partita
