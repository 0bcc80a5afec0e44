#include "core/session/placed_functions.h"

#include <algorithm>

#include "core/base/try.h"
#include "core/onnx/schema_functions.h"
#include "core/provider/node_check.h"
#include "core/session/placed_calls.h"

namespace partita {

namespace {

/// Functions of ONNX that always have the same nodes, and for which ONNX Runtime's CPU (1.32) has
/// no kernel in any opset. Mish is one as well, and is left whole.
constexpr std::string_view kWithoutKernel[] = {"HardSwish", "SwiGLU", "Swish"};

/// The nodes to replace: functions without a kernel that the last provider, or none, got. One whose
/// inputs only a run can check stays whole.
std::vector<NodeId> unclaimedFunctions(const Model& model, const Partitioning& placed,
                                       const PartitionOptions& options) {
    std::vector<NodeId> found;
    if (options.level == OptimizationLevel::disabled)
        return found;
    const auto last = static_cast<std::uint32_t>(placed.providers.size() - 1);
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (!node->isOnnx() || model.graph(node->graph)->function || placed.verdicts(id).empty() ||
            std::ranges::find(kWithoutKernel, node->opType.str()) == std::end(kWithoutKernel) ||
            functionIsLaxer(model, *node) || placed.providerOf(id).value_or(last) != last ||
            options.pinned.contains(id) ||
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

struct OwnPlaced {
    OwnDequantizers own;
    Partitioning placed;
};

Result<OwnPlaced> placeWithCopies(OwnDequantizers own, const ProviderList& providers,
                                  const PartitionOptions& options, const Progress& progress) {
    auto placed = PARTITA_TRY(
        partitionModel(own.model, providers, withWishesForCopies(options, own.copies), progress));
    return OwnPlaced{std::move(own), std::move(placed)};
}

/// Copies that part nothing are taken back: those in one partition of the last provider with the
/// node that they repeat and with their reader.
Result<OwnPlaced> placeWithOwnDequantizers(const Model& model, const ProviderList& providers,
                                           const PartitionOptions& options,
                                           const Progress& progress) {
    if (providers.size() < 2)
        return placeWithCopies({model, {}}, providers, options, progress);
    auto all = PARTITA_TRY(placeWithCopies(ownDequantizers(model), providers, options, progress));
    const auto parts = [&](NodeId of, NodeId reader) {
        const Partition* partition = all.placed.partition(of);
        return !partition || partition != all.placed.partition(reader) ||
               partition->provider + 1 != providers.size();
    };
    if (std::ranges::all_of(all.own.copies,
                            [&](const auto& each) { return parts(each.of, each.reader); }))
        return all;
    return placeWithCopies(ownDequantizers(model, parts), providers, options, progress);
}

} // namespace

PartitionOptions withWishesForCopies(PartitionOptions options,
                                     const std::vector<DequantizerCopy>& copies) {
    for (const DequantizerCopy& each : copies) {
        for (auto* wishes : {&options.excluded, &options.takenAnyway}) {
            std::vector<std::pair<NodeId, std::string>> more;
            for (auto at = wishes->lower_bound(std::pair(each.of, std::string()));
                 at != wishes->end() && at->first == each.of; ++at)
                more.emplace_back(each.copy, at->second);
            wishes->insert(more.begin(), more.end());
        }
        if (const auto pin = options.pinned.find(each.of); pin != options.pinned.end())
            options.pinned.emplace(each.copy, std::string(pin->second));
    }
    return options;
}

Result<PlacedModel> placeOptimized(std::shared_ptr<const OptimizedModel> optimized,
                                   const ProviderList& providers, const PartitionOptions& wishes,
                                   const Progress& progress) {
    const PartitionOptions options =
        optimized->inlined ? wishesInside(wishes, *optimized->inlined) : wishes;
    const auto whole =
        optimized->whole ? optimized->whole : std::make_shared<const Model>(optimized->model);
    auto [own, placed] =
        PARTITA_TRY(placeWithOwnDequantizers(*whole, providers, options, progress));
    const auto wanted = unclaimedFunctions(own.model, placed, options);
    if (wanted != optimized->replaced || own.copies != optimized->copies) {
        OptimizedModel other = *optimized;
        other.replaced = wanted;
        other.copies = own.copies;
        other.whole = whole;
        other.model = PARTITA_TRY(expandSchemaFunctions(own.model, [&](const Model& current) {
            std::vector<NodeId> left;
            std::ranges::copy_if(wanted, std::back_inserter(left),
                                 [&](NodeId id) { return current.node(id) != nullptr; });
            return left;
        }));
        optimized = std::make_shared<const OptimizedModel>(std::move(other));
    }
    if (wanted.empty())
        return PlacedModel{std::move(optimized), std::move(placed)};
    auto again = PARTITA_TRY(partitionModel(optimized->model, providers,
                                            withWishesForCopies(options, own.copies), progress));
    keepVerdicts(wanted, placed, again);
    return PlacedModel{std::move(optimized), std::move(again)};
}

} // namespace partita
