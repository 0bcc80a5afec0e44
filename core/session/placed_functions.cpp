#include "core/session/placed_functions.h"

#include <algorithm>

#include "core/base/try.h"
#include "core/onnx/schema_functions.h"
#include "core/session/placed_calls.h"

namespace partita {

namespace {

/// Functions of ONNX that always have the same nodes, and for which ONNX Runtime's CPU (1.32) has
/// no kernel in any opset. Mish is one as well, and is left whole.
constexpr std::string_view kWithoutKernel[] = {"HardSwish", "SwiGLU", "Swish"};

/// The nodes to replace: functions without a kernel that the last provider, or none, got.
std::vector<NodeId> unclaimedFunctions(const Model& model, const Partitioning& placed,
                                       const PartitionOptions& options) {
    std::vector<NodeId> found;
    if (options.level == OptimizationLevel::disabled)
        return found;
    const auto last = static_cast<std::uint32_t>(placed.providers.size() - 1);
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (!node->isOnnx() || model.graph(node->graph)->function || placed.verdicts(id).empty() ||
            std::ranges::find(kWithoutKernel, node->opType.str()) == std::end(kWithoutKernel) ||
            placed.providerOf(id).value_or(last) != last || options.pinned.contains(id) ||
            std::ranges::any_of(options.excluded,
                                [&](const auto& each) { return each.first == id; }))
            return;
        found.push_back(id);
    });
    return found;
}

/// Gives nodes that were replaced the verdicts of the placement before.
void keepVerdicts(const std::vector<NodeId>& nodes, const Partitioning& before,
                  Partitioning& placed) {
    for (const NodeId id : nodes) {
        if (id.value >= placed.verdictListOf.size())
            continue;
        placed.verdictListOf[id.value] = static_cast<std::uint32_t>(placed.verdictLists.size());
        placed.verdictLists.push_back(before.verdicts(id));
    }
}

} // namespace

Result<PlacedModel> placeOptimized(std::shared_ptr<const OptimizedModel> optimized,
                                   const ProviderList& providers, const PartitionOptions& wishes,
                                   const Progress& progress) {
    const PartitionOptions options =
        optimized->inlined ? wishesInside(wishes, *optimized->inlined) : wishes;
    const auto whole =
        optimized->whole ? optimized->whole : std::make_shared<const Model>(optimized->model);
    auto placed = PARTITA_TRY(partitionModel(*whole, providers, options, progress));
    const auto wanted = unclaimedFunctions(*whole, placed, options);
    if (wanted != optimized->replaced) {
        OptimizedModel other = *optimized;
        other.replaced = wanted;
        other.whole = whole;
        other.model = PARTITA_TRY(expandSchemaFunctions(*whole, [&](const Model& current) {
            std::vector<NodeId> left;
            std::ranges::copy_if(wanted, std::back_inserter(left),
                                 [&](NodeId id) { return current.node(id) != nullptr; });
            return left;
        }));
        optimized = std::make_shared<const OptimizedModel>(std::move(other));
    }
    if (wanted.empty())
        return PlacedModel{std::move(optimized), std::move(placed)};
    auto again = PARTITA_TRY(partitionModel(optimized->model, providers, options, progress));
    keepVerdicts(wanted, placed, again);
    return PlacedModel{std::move(optimized), std::move(again)};
}

} // namespace partita
