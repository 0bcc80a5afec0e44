#pragma once

#include <set>

#include "core/base/progress.h"
#include "core/provider/execution_provider.h"
#include "core/provider/partitioning.h"

namespace partita {

/// The user's own wishes on top of what the providers say.
struct PartitionOptions {
    std::set<std::pair<NodeId, std::string>> excluded; ///< (node, provider id): must not run there
};

using ProviderList = std::vector<ProviderPtr>;

/// Decides who runs each node: providers are asked in order, first come, first served; a claim of
/// several nodes is taken whole or not at all. Bodies of control flow are placed with their node
/// if a provider compiled it, and on their own otherwise. Shapes should have been inferred
/// before. Source: ONNX Runtime's GraphPartitioner (1.2 and 1.31).
Result<Partitioning> partitionModel(const Model& model, const ProviderList& providers,
                                    const PartitionOptions& options = {},
                                    const Progress& progress = {});

/// Bytes of a value from its type; nothing where a dimension is unknown.
std::optional<std::uint64_t> valueBytes(const Value& value);

} // namespace partita
