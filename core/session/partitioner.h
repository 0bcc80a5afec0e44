#pragma once

#include <set>

#include "core/base/progress.h"
#include "core/provider/execution_provider.h"
#include "core/provider/partitioning.h"

namespace partita {

/// The user's restrictions on the placement.
struct PartitionOptions {
    std::set<std::pair<NodeId, std::string>> excluded; ///< (node, provider id): must not run there
};

using ProviderList = std::vector<ProviderPtr>;

/// Assigns nodes to providers. Providers are asked in order, and the first that claims a node gets
/// it; a claim of several nodes is taken whole or not at all. Bodies of control flow are placed
/// with their node if a provider compiled it, and separately otherwise. Shapes should have been
/// inferred before. Fails without providers and when cancelled. Source: ONNX Runtime's
/// GraphPartitioner (1.2 and 1.31).
Result<Partitioning> partitionModel(const Model& model, const ProviderList& providers,
                                    const PartitionOptions& options = {},
                                    const Progress& progress = {});

/// The bytes of a tensor by its type; nothing when a dimension is unknown, and for other values and
/// strings.
std::optional<std::uint64_t> valueBytes(const Value& value);
/// The bytes of a value with unknown dimensions taken as 1; 0 when its rank or type is unknown.
std::uint64_t bytesAtLeast(const Value& value);

} // namespace partita
