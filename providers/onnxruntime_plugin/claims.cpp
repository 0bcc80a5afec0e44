#include "providers/onnxruntime_plugin/claims.h"

#include <algorithm>

#include "core/base/try.h"
#include "core/ir/ep_context.h"
#include "core/onnx/infer_shapes.h"
#include "core/session/partitioner.h"
#include "core/tasks/models/opened_model.h"

namespace partita::plugin {

namespace {

/// Whether the device's rules take this node with its bodies, however short its run is.
Result<bool> rulesTake(const OrtNode* holder, const OrtGraph* graph, const ProviderPtr& provider) {
    const auto read = PARTITA_TRY(readNode(holder, graph));
    const auto alone = PARTITA_TRY(provider->withOption("min_run_length", "1"));
    const auto placed = PARTITA_TRY(
        partitionModel(inferShapesOrWarn(read.model), {alone}, PartitionOptions::asWritten()));
    return std::ranges::any_of(placed.partitions, [&](const Partition& partition) {
        return partition.graph == read.model.mainGraph();
    });
}

/// Whether the device takes the node of that name in the model's file; nothing where that has no
/// such node or several, and for a model from memory.
Result<std::optional<bool>> isTakenInFile(const OrtNode* holder, const std::filesystem::path& file,
                                          const ProviderPtr& provider) {
    const auto opened =
        file.empty() ? Result<OpenedModel>(Error{}) : openModel(file, Prepare::toRun, {});
    if (!opened)
        return std::optional<bool>();
    const std::string name = PARTITA_TRY(nameOf(holder)), op = PARTITA_TRY(operatorOf(holder));
    std::vector<NodeId> found;
    opened->ready.nodes().forEach([&](NodeId id, const auto& node) {
        if (node->name == name && node->opType == op)
            found.push_back(id);
    });
    if (found.size() != 1)
        return std::optional<bool>();
    const auto placed =
        PARTITA_TRY(partitionModel(opened->ready, {provider}, PartitionOptions::asWritten()));
    return std::optional<bool>(placed.partition(found.front()) != nullptr);
}

/// Whether the nodes of a body must stay as they are. ONNX Runtime asks about bodies before it asks
/// about the node that holds them, and shows no more than that node; but one that the device takes
/// whole must find its bodies untouched. Whether its run is long enough can be told from the model's
/// file only. A context model has EPContext nodes in its main graph only: ONNX Runtime puts none
/// into bodies.
Result<bool> leavesBody(const OrtGraph* graph, const std::shared_ptr<const NpuProvider>& provider,
                        bool forContext) {
    const OrtNode* holder = PARTITA_TRY(holderOf(graph));
    if (!holder || forContext || !ort().compilesInBodies || !provider->profile().bodies)
        return holder != nullptr;
    if (!PARTITA_TRY(rulesTake(holder, graph, provider)))
        return false;
    const auto file = PARTITA_TRY(modelPathOf(graph));
    return PARTITA_TRY(isTakenInFile(holder, file, provider)).value_or(true);
}

/// Who has taken each node of the main graph, by NodeId; empty: nobody.
Result<std::vector<std::string>> takenBy(const ReadGraph& read) {
    std::vector<std::string> owners(read.nodes.size());
    for (std::size_t i = 0; i < owners.size(); ++i) {
        const char* owner = nullptr;
        if (read.nodes[i])
            PARTITA_TRY(done(ort().api->Node_GetEpName(read.nodes[i], &owner)));
        owners[i] = owner ? owner : "";
    }
    return owners;
}

/// Nodes that are taken already must not be claimed.
PartitionOptions wishesFor(const std::vector<std::string>& owners, const std::string& provider) {
    PartitionOptions wishes = PartitionOptions::asWritten();
    for (std::uint32_t id = 0; id < owners.size(); ++id)
        if (!owners[id].empty())
            wishes.excluded.emplace(NodeId{id}, provider);
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

} // namespace

Result<std::vector<std::vector<const OrtNode*>>>
claimsOf(const OrtGraph* graph, const std::shared_ptr<const NpuProvider>& provider,
         bool forContext) {
    std::vector<std::vector<const OrtNode*>> claims;
    if (PARTITA_TRY(leavesBody(graph, provider, forContext)))
        return claims;
    const bool isWhole = !PARTITA_TRY(holderOf(graph));
    const auto read = PARTITA_TRY(readGraph(graph, {Weights::borrowed, true, isWhole}));
    const auto owners = PARTITA_TRY(takenBy(read));
    // ONNX Runtime asks again where it has replaced functions that no provider runs by their nodes.
    // They stay where the function was placed: it was declined.
    if (std::ranges::find(owners, kPartitaSource) != owners.end())
        return claims;
    // A device that sees the shapes of a session gets those that ONNX Runtime infers, and no others.
    const Model model = inferShapesOrWarn(
        read.model, {}, provider->profile().sessionShapes ? inferShapesAsSession : inferShapes);
    const auto placed =
        PARTITA_TRY(partitionModel(model, {provider}, wishesFor(owners, provider->info().id)));
    for (const Partition& partition : placed.partitions) {
        if (partition.graph != model.mainGraph() || !canCross(model, partition))
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
