#include "core/runtime/session.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>
#include <unordered_set>

#include "core/base/mapped_files.h"
#include "core/ir/constants.h"
#include "core/ir/graph_order.h"
#include "core/ir/inline_functions.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/schema_functions.h"

namespace partita {

namespace {

/// Kernels are chosen by type, so types that the file does not tell are inferred.
Model typed(Model model) {
    bool known = true;
    model.nodes().forEach([&](NodeId, const auto& node) {
        for (const ValueId input : node->inputs)
            known =
                known && (!input || model.value(input)->type || model.value(input)->isConstant());
    });
    if (known)
        return model;
    auto inferred = inferShapes(model);
    return inferred ? *std::move(inferred) : model; // what it refuses is found when it runs
}

/// Places the nodes; those that their provider runs by the function that defines them make room for
/// its nodes, which are placed in turn.
Result<std::pair<Model, Partitioning>> placeExpanded(const Model& model,
                                                     const ProviderList& providers,
                                                     const PartitionOptions& options,
                                                     const Progress& progress) {
    auto partitioning = partitionModel(model, providers, options, progress);
    if (!partitioning)
        return std::move(partitioning).error();
    const NodeId end{model.nodes().keyEnd()};
    bool anyWanted = false;
    const auto wanted = [&](const Model& current) {
        const OpVersions versions(current); // once: it goes through all nodes
        std::vector<NodeId> found;
        current.nodes().forEach([&](NodeId id, const auto& node) {
            // Nodes of functions are new here; whoever takes them, the last provider knows them
            // best.
            const auto owner =
                id < end ? partitioning->providerOf(id) : std::optional<std::uint32_t>();
            const auto& provider = providers[owner.value_or(providers.size() - 1)];
            if (!current.graph(node->graph)->function &&
                provider->runsAsFunction(current, *node, versions))
                found.push_back(id);
        });
        anyWanted = anyWanted || !found.empty();
        return found;
    };
    auto expanded = expandSchemaFunctions(model, wanted);
    if (!expanded)
        return std::move(expanded).error();
    if (anyWanted) {
        partitioning = partitionModel(*expanded, providers, options, progress);
        if (!partitioning)
            return std::move(partitioning).error();
    }
    return std::pair(*std::move(expanded), *std::move(partitioning));
}

} // namespace

Result<Model> withOutputs(const Model& model, const std::vector<std::string>& names) {
    std::unordered_map<std::string, ValueId> values;
    model.values().forEach([&](ValueId id, const auto& value) {
        if (value->graph == model.mainGraph() && model.producer(id))
            values.emplace(value->name, id);
    });
    ModelEditor editor(model);
    for (const std::string& name : names) {
        const auto found = values.find(name);
        if (found == values.end())
            return Error{Errc::usage,
                         "no node of the main graph makes this value",
                         {"value '" + name + "'"},
                         "`info` and the graph show the names"};
        if (!editor.model().isGraphOutput(found->second))
            editor.changeGraph(model.mainGraph(),
                               [&](Graph& graph) { graph.outputs.push_back(found->second); });
    }
    return editor.model();
}

Session::Session(Model model, Partitioning partitioning)
    : m_model(std::move(model)), m_partitioning(std::move(partitioning)), m_versions(m_model) {}

Result<std::unique_ptr<Session>> Session::create(const Model& original,
                                                 const ProviderList& providers,
                                                 const PartitionOptions& options,
                                                 const Progress& progress) {
    auto inlined = inlineFunctions(original);
    if (!inlined)
        return std::move(inlined).error();
    auto placed = placeExpanded(typed(*std::move(inlined)), providers, options, progress);
    if (!placed)
        return std::move(placed).error();
    auto& [model, partitioning] = *placed;
    std::unique_ptr<Session> session(new Session(model, std::move(partitioning)));
    if (auto compiled = session->compile(providers, progress); !compiled)
        return std::move(compiled).error();
    Session* self = session.get();
    session->m_environment = std::make_unique<Environment>(
        model.values().keyEnd() + 1,
        [self](GraphId graph, Environment& environment, std::stop_token stop) {
            return self->runGraph(graph, environment, stop);
        });
    if (auto loaded = session->loadConstants(); !loaded)
        return std::move(loaded).error();
    for (const auto& steps : session->m_steps)
        for (const Step& step : steps)
            step.compiled->prepare(*session->m_environment);
    session->planReleases();
    session->planArenas();
    return session;
}

Result<void> Session::compile(const ProviderList& providers, const Progress& progress) {
    Result<void> sound;
    m_model.nodes().forEach([&](NodeId id, const auto& node) {
        const auto& graph = m_model.graph(node->graph);
        if (sound && !graph->function && !m_partitioning.partition(id) && !node->is("Constant"))
            sound = Error{Errc::provider,
                          "nothing can run " + node->opType +
                              (node->isOnnx() ? "" : " of domain '" + node->domain + "'"),
                          {"node '" + node->label() + "'"},
                          "add a provider that has this operator"};
    });
    if (!sound)
        return sound;
    m_steps.resize(m_model.graphs().keyEnd());
    std::size_t done = 0;
    for (const Partition& partition : m_partitioning.partitions) {
        if (progress.cancelled())
            return Error{Errc::cancelled, "cancelled", {}, {}};
        auto compiled =
            providers[partition.provider]->compile(m_model, partition, m_versions, progress.stop);
        if (!compiled)
            return std::move(compiled).error();
        m_steps[partition.graph.value].push_back({partition.index, *std::move(compiled), {}});
        progress.at(static_cast<double>(++done) /
                    static_cast<double>(m_partitioning.partitions.size()));
    }
    return compileFollowers(providers, progress);
}

/// Bodies of a node that a provider compiled whole have no partition of their own: they are
/// compiled by the same provider, one piece for each body.
Result<void> Session::compileFollowers(const ProviderList& providers, const Progress& progress) {
    GraphOrder order(m_model);
    Result<void> result;
    m_model.graphs().forEach([&](GraphId id, const auto& graph) {
        if (!result || graph->function || id == m_model.mainGraph())
            return;
        auto nodes = order.topological(id);
        std::erase_if(nodes, [&](NodeId node) {
            const Partition* partition = m_partitioning.partition(node);
            return !partition || partition->graph == id;
        });
        if (nodes.empty())
            return;
        Partition body = *m_partitioning.partition(nodes.front());
        if (providers[body.provider]->compilesBodies())
            return;
        body.graph = id;
        body.nodes = std::move(nodes);
        auto compiled = providers[body.provider]->compile(m_model, body, m_versions, progress.stop);
        if (compiled)
            m_steps[id.value].push_back({Partitioning::kNone, *std::move(compiled), {}});
        else
            result = std::move(compiled).error();
    });
    return result;
}

Result<void> Session::loadConstants() {
    Result<void> result;
    std::unordered_set<const void*> files{nullptr};
    const auto load = [&](ValueId id, const Tensor& tensor) {
        auto value = RuntimeValue::from(tensor);
        if (!value) {
            if (result)
                result = std::move(value).error();
            return;
        }
        const Bytes bytes(value->data, value->data ? value->byteSize() : 0);
        if (files.insert(mappingOf(bytes)).second)
            m_mappedConstants.push_back(bytes);
        m_environment->at(id) = *std::move(value);
        if (!m_model.isGraphInput(id)) // a default may be overridden
            m_environment->fix(id);
    };
    m_model.values().forEach([&](ValueId id, const auto& value) {
        if (value->initializer && (!m_model.consumers(id).empty() || m_model.isGraphOutput(id)))
            load(id, *value->initializer);
    });
    m_model.nodes().forEach([&](NodeId, const auto& node) {
        if (!node->is("Constant") || node->outputs.empty())
            return;
        if (const auto tensor = constantValue(*node))
            load(node->outputs[0], *tensor);
        else if (result)
            result = Error{Errc::unsupported,
                           "a Constant without a value that can be used",
                           {"node '" + node->label() + "'"},
                           {}};
    });
    return result;
}

/// A file that was written into meanwhile has given other weights, or none.
Result<void> Session::constantsUnchanged() const {
    for (const Bytes bytes : m_mappedConstants)
        if (auto same = checkUnchanged(bytes); !same)
            return same;
    return {};
}

/// After the last step that reads a value, bodies included, its memory can go.
void Session::planReleases() {
    const auto& partitions = m_partitioning.partitions;
    for (auto& steps : m_steps) {
        std::unordered_map<ValueId, std::size_t> last;
        for (std::size_t i = 0; i < steps.size() && steps[i].partition; ++i) {
            const Partition& partition = partitions[steps[i].partition - 1];
            for (const ValueId input : partition.inputs)
                last[input] = i;
            for (const ValueId output : partition.outputs)
                last.try_emplace(output, i);
        }
        for (const auto& [id, step] : last) {
            const auto& value = m_model.value(id);
            const bool ours =
                value->graph == partitions[steps[step].partition - 1].graph && m_model.producer(id);
            if (ours && !m_model.isGraphOutput(id) && !m_environment->isFixed(id))
                steps[step].releaseAfter.push_back(id);
        }
    }
}

/// The memory of each graph's values. Sizes that the model does not tell are known after a run.
void Session::planArenas() {
    std::vector<bool> excluded(m_model.values().keyEnd() + 1);
    m_model.values().forEach([&](ValueId id, const auto&) {
        const NodeId producer = m_model.producer(id);
        excluded[id.value] =
            !producer || m_model.node(producer)->is("Constant") || m_environment->isFixed(id);
    });
    m_model.graphs().forEach([&](GraphId, const auto& graph) {
        for (const ValueId output : graph->outputs) // a body may return what was made outside of it
            excluded[output.value] = true;
    });
    m_arenas.resize(m_steps.size());
    m_model.graphs().forEach([&](GraphId id, const auto& graph) {
        std::vector<PartitionStep> steps;
        if (graph->function)
            return;
        for (const Step& step : m_steps[id.value])
            std::ranges::move(step.compiled->steps(), std::back_inserter(steps));
        m_arenas[id.value].plan({m_model, id, steps, excluded}, *m_environment);
    });
    (void)m_environment->takeGrown();
}

std::uint64_t Session::arenaBytes() const {
    std::uint64_t bytes = 0;
    for (const Arena& arena : m_arenas)
        bytes += arena.bytes();
    return bytes;
}

const std::vector<MemoryStep>& Session::memoryTimeline() const {
    return m_arenas[m_model.mainGraph().value].timeline();
}

CompiledPartition* Session::compiled(std::uint32_t partition) const {
    for (const auto& steps : m_steps)
        for (const Step& step : steps)
            if (step.partition == partition && partition)
                return step.compiled.get();
    return nullptr;
}

std::optional<Dims> Session::sizeOf(ValueId input) const {
    const RuntimeValue& value = m_environment->at(input);
    return value.isTensor() ? std::optional(value.dims) : std::nullopt;
}

Result<void> Session::runGraph(GraphId graph, Environment& environment, std::stop_token stop) {
    for (Step& step : m_steps[graph.value]) {
        if (stop.stop_requested())
            return Error{Errc::cancelled, "cancelled", {}, {}};
        if (auto ran = step.compiled->run(environment, stop); !ran)
            return ran;
        for (const ValueId id : step.releaseAfter)
            environment.release(id);
    }
    return {};
}

/// Forgets what the last run left in the arenas.
void Session::releaseComputed() {
    m_model.values().forEach([&](ValueId id, const auto& value) {
        const NodeId producer = m_model.producer(id);
        if (!value->initializer && !m_environment->isFixed(id) &&
            !(producer && m_model.node(producer)->is("Constant")))
            m_environment->release(id);
    });
}

Result<std::optional<Timeline>> simulatedTimeline(const Session& session,
                                                  const ProviderList& providers) {
    for (const auto& provider : providers)
        if (auto timeline = provider->simulate(session); !timeline || *timeline)
            return timeline;
    return std::optional<Timeline>();
}

void Session::recordTransfers(RunReport& report) {
    for (const BoundaryTensor& boundary : m_partitioning.boundaries)
        if (!boundary.sameProvider)
            report.transfers.push_back({boundary.value, boundary.from, boundary.to,
                                        boundary.bytes.value_or(boundary.bytesPerSymbol)});
}

} // namespace partita
