#include "providers/onnxruntime_plugin/claims.h"

#include <algorithm>

#include "core/base/log.h"
#include "core/base/try.h"
#include "core/ir/ep_context.h"
#include "core/onnx/infer_shapes.h"
#include "core/session/partitioner.h"

namespace partita::plugin {

namespace {

/// Whether the nodes of a body must stay as they are. ONNX Runtime asks about bodies before it asks
/// about the node that holds them, and a node that the device takes whole must find its bodies
/// untouched. Whether it will be taken is not known here, where only that node and its bodies are
/// seen: its run may turn out to be too short. A context model has EPContext nodes in its main graph
/// only: ONNX Runtime puts none into bodies.
Result<bool> leavesBody(const OrtGraph* graph, const ProviderPtr& provider, bool forContext) {
    const OrtNode* holder = nullptr;
    PARTITA_TRY(done(ort().api->Graph_GetParentNode(graph, &holder)));
    if (!holder || forContext)
        return holder != nullptr;
    const auto read = PARTITA_TRY(readNode(holder, graph));
    const auto alone = PARTITA_TRY(provider->withOption("min_run_length", "1"));
    const auto placed = PARTITA_TRY(
        partitionModel(inferShapesOrWarn(read.model), {alone}, PartitionOptions::asWritten()));
    return std::ranges::any_of(placed.partitions, [&](const Partition& partition) {
        return partition.graph == read.model.mainGraph();
    });
}

/// Nodes that another provider has taken, or that are compiled already.
Result<PartitionOptions> wishesFor(const ReadGraph& read, const std::string& provider) {
    PartitionOptions wishes = PartitionOptions::asWritten();
    for (std::uint32_t id = 0; id < read.nodes.size(); ++id) {
        const char* taken = nullptr;
        if (read.nodes[id])
            PARTITA_TRY(done(ort().api->Node_GetEpName(read.nodes[id], &taken)));
        if (taken && *taken)
            wishes.excluded.emplace(NodeId{id}, provider);
    }
    return wishes;
}

bool isTensor(const Value& value) {
    return !value.type || value.type->kind == Type::Kind::none || value.type->isTensor();
}

/// Whether ONNX Runtime can pass all that goes into the part and comes out of it.
bool canCross(const Model& model, const Partition& partition) {
    const auto crosses = [&](ValueId id) { return isTensor(*model.value(id)); };
    return !partition.outputs.empty() && std::ranges::all_of(partition.inputs, crosses) &&
           std::ranges::all_of(partition.outputs, crosses);
}

bool willLoad(const Model& model, const Partition& partition) {
    for (const ValueId output : partition.outputs)
        if (const Value& value = *model.value(output); !hasKnownType(value)) {
            log(LogLevel::warning, "a part of " + std::to_string(partition.nodes.size()) +
                                       " nodes is not compiled: nobody knows the type or the rank "
                                       "of its output '" +
                                       value.name + "'");
            return false;
        }
    return true;
}

} // namespace

Result<std::vector<std::vector<const OrtNode*>>>
claimsOf(const OrtGraph* graph, const ProviderPtr& provider, bool forContext) {
    std::vector<std::vector<const OrtNode*>> claims;
    if (PARTITA_TRY(leavesBody(graph, provider, forContext)))
        return claims;
    const auto read = PARTITA_TRY(readGraph(graph, {}));
    const Model model = inferShapesOrWarn(read.model);
    const auto wishes = PARTITA_TRY(wishesFor(read, provider->info().id));
    const auto placed = PARTITA_TRY(partitionModel(model, {provider}, wishes));
    for (const Partition& partition : placed.partitions) {
        if (partition.graph != model.mainGraph() || !canCross(model, partition) ||
            (forContext && partition.compiled && !willLoad(model, partition)))
            continue;
        if (partition.compiled)
            claims.emplace_back();
        for (const NodeId id : partition.nodes) {
            if (!partition.compiled) // in single-operator mode
                claims.emplace_back();
            claims.back().push_back(read.nodes[id.value]);
        }
    }
    return claims;
}

} // namespace partita::plugin
