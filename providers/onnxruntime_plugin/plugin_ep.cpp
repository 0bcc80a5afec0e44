#include "providers/onnxruntime_plugin/plugin_ep.h"

#include <algorithm>

#include "core/base/try.h"
#include "core/ir/ep_context.h"
#include "core/ir/extract.h"
#include "core/onnx/infer_shapes.h"
#include "providers/onnxruntime_plugin/claims.h"
#include "providers/onnxruntime_plugin/context_reader.h"

namespace partita::plugin {

namespace {

PluginEp* self(OrtEp* ep) { return static_cast<PluginEp*>(ep); }

Result<std::vector<std::string>> namesOf(const std::vector<const OrtValueInfo*>& values) {
    std::vector<std::string> names;
    for (const OrtValueInfo* value : values)
        names.push_back(PARTITA_TRY(nameOf(value)));
    return names;
}

/// The values of the main graph by their names.
std::map<std::string, ValueId> valuesOf(const Model& model) {
    std::map<std::string, ValueId> values;
    model.values().forEach([&](ValueId id, const auto& value) {
        if (value->graph == model.mainGraph())
            values.emplace(value->name, id);
    });
    return values;
}

/// The ids for names; none for a name that is not there, and for a constant.
std::vector<ValueId> idsOf(const std::map<std::string, ValueId>& values,
                           const std::vector<std::string>& names, const Model* model) {
    std::vector<ValueId> ids;
    for (const std::string& name : names) {
        const auto at = values.find(name);
        const bool found = at != values.end() && !(model && model->value(at->second)->isConstant());
        ids.push_back(found ? at->second : ValueId{});
    }
    return ids;
}

std::vector<ValueId> withoutNone(std::vector<ValueId> ids) {
    std::erase(ids, ValueId{});
    return ids;
}

} // namespace

const char* providerName() { return kPartitaSource.data(); }

PluginEp::PluginEp(std::shared_ptr<const NpuProvider> provider, ContextSessionOptions options,
                   const SharedContexts& shared)
    : OrtEp{}, m_provider(std::move(provider)), m_options(std::move(options)),
      m_writer(m_options, shared.made),
      m_compatibility("sdk=" PARTITA_VERSION ";hardware=" + m_provider->info().device) {
    ort_version_supported = ORT_API_VERSION;
    GetName = [](const OrtEp*) noexcept { return providerName(); };
    GetCapability = [](OrtEp* ep, const OrtGraph* graph, OrtEpGraphSupportInfo* support) noexcept {
        return fenced([&] { return self(ep)->claim(graph, support); });
    };
    Compile = [](OrtEp* ep, const OrtGraph** graphs, const OrtNode** fused, std::size_t count,
                 OrtNodeComputeInfo** infos, OrtNode** contexts) noexcept {
        return fenced([&] {
            return self(ep)->compile({graphs, count}, {fused, count}, {infos, count},
                                     {contexts, count});
        });
    };
    ReleaseNodeComputeInfos = [](OrtEp*, OrtNodeComputeInfo** infos, std::size_t count) noexcept {
        for (std::size_t i = 0; i < count; ++i)
            delete static_cast<CompiledNode*>(infos[i]);
    };
    GetCompiledModelCompatibilityInfo = [](OrtEp* ep, const OrtGraph*) noexcept {
        return self(ep)->compatibility();
    };
}

Result<void> PluginEp::claim(const OrtGraph* graph, OrtEpGraphSupportInfo* support) const {
    for (const auto& nodes : PARTITA_TRY(claimsOf(graph, m_provider, m_options.enable))) {
        OrtNodeFusionOptions fusion{};
        fusion.ort_version_supported = ORT_API_VERSION;
        fusion.drop_constant_initializers = !PARTITA_TRY(isContextNode(nodes.front()));
        PARTITA_TRY(done(ort().ep->EpGraphSupportInfo_AddNodesToFuse(support, nodes.data(),
                                                                     nodes.size(), &fusion)));
    }
    return {};
}

Result<void> PluginEp::compile(std::span<const OrtGraph*> graphs, std::span<const OrtNode*> fused,
                               std::span<OrtNodeComputeInfo*> infos, std::span<OrtNode*> contexts) {
    Computes computes(graphs.size());
    std::vector<std::size_t> compiledBefore;
    std::vector<CompiledPart> parts;
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        const auto nodes = PARTITA_TRY(nodesOf(graphs[i]));
        if (!nodes.empty() && PARTITA_TRY(isContextNode(nodes.front())))
            compiledBefore.push_back(i);
        else
            parts.push_back(PARTITA_TRY(compilePart(graphs[i], fused[i], computes[i])));
    }
    PARTITA_TRY(load(compiledBefore, graphs, fused, computes));
    if (m_options.enable && !parts.empty())
        PARTITA_TRY(writeContexts(parts, graphs.front(), contexts));
    // From here on nothing fails: ONNX Runtime releases what it is given.
    for (std::size_t i = 0; i < computes.size(); ++i)
        infos[i] = computes[i].release();
    return {};
}

Result<void> PluginEp::writeContexts(const std::vector<CompiledPart>& parts, const OrtGraph* graph,
                                     std::span<OrtNode*> contexts) {
    const auto source = PARTITA_TRY(modelPathOf(graph));
    const auto made = PARTITA_TRY(m_writer.write(parts, *m_provider, source));
    std::ranges::copy(made, contexts.begin());
    return {};
}

/// Loads the EPContext nodes at these places.
Result<void> PluginEp::load(const std::vector<std::size_t>& places,
                            std::span<const OrtGraph*> graphs, std::span<const OrtNode*> fused,
                            Computes& computes) const {
    if (places.empty())
        return {};
    if (m_options.enable)
        return Error{Errc::usage,
                     PARTITA_TEXT("the model is compiled already: it holds EPContext nodes"),
                     {},
                     PARTITA_TEXT("compile the model that it was made from")};
    const auto path = PARTITA_TRY(modelPathOf(graphs.front()));
    std::vector<const OrtGraph*> chosen;
    for (const std::size_t place : places)
        chosen.push_back(graphs[place]);
    auto loaded = PARTITA_TRY(
        loadContexts(chosen, *m_provider, path.empty() ? m_options.generate.output : path));
    for (std::size_t i = 0; i < places.size() && i < loaded.size(); ++i) {
        const OrtNode* node = fused[places[i]];
        const auto inputs = PARTITA_TRY(namesOf(PARTITA_TRY(inputsOf(node))));
        const auto outputs = PARTITA_TRY(namesOf(PARTITA_TRY(outputsOf(node))));
        computes[places[i]] = std::make_unique<CompiledNode>(
            std::move(loaded[i].compiled), loaded[i].values, idsOf(loaded[i].ends, inputs, nullptr),
            idsOf(loaded[i].ends, outputs, nullptr));
    }
    return {};
}

Result<CompiledPart> PluginEp::compilePart(const OrtGraph* graph, const OrtNode* fused,
                                           std::unique_ptr<CompiledNode>& compute) {
    CompiledPart part;
    part.node = PARTITA_TRY(nameOf(fused));
    part.inputs = PARTITA_TRY(namesOf(PARTITA_TRY(inputsOf(fused))));
    part.outputs = PARTITA_TRY(namesOf(PARTITA_TRY(outputsOf(fused))));
    const auto read = PARTITA_TRY(readGraph(graph, {Weights::copied, false, false}));
    const Model model = inferShapesOrWarn(read.model);
    const auto values = valuesOf(model);
    const auto inputs = idsOf(values, part.inputs, &model);
    const auto outputs = idsOf(values, part.outputs, nullptr);
    Partition partition;
    partition.index = ++m_parts;
    partition.graph = model.mainGraph();
    partition.compiled = m_provider->npuOptions().graphMode;
    partition.nodes = model.topologicalOrder(model.mainGraph());
    partition.inputs = withoutNone(inputs);
    partition.outputs = withoutNone(outputs);
    if (m_options.enable)
        part.model = PARTITA_TRY(extractSubgraph(model, partition.graph, partition.nodes,
                                                 partition.inputs, partition.outputs));
    const OpVersions versions(model);
    auto compiled = PARTITA_TRY(m_provider->compile(model, partition, versions, {}));
    compute = std::make_unique<CompiledNode>(std::move(compiled), model.values().keyEnd() + 1,
                                             inputs, outputs);
    return part;
}

} // namespace partita::plugin
