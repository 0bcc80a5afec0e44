#pragma once

#include <map>
#include <set>

#include "core/base/progress.h"
#include "core/provider/execution_provider.h"
#include "core/provider/partitioning.h"
#include "core/session/optimization_level.h"

namespace partita {

/// How the nodes that a provider takes are joined into partitions.
enum class Grouping : std::uint8_t {
    topological, ///< neighbours in the topological order of the file
    dependency,  ///< any nodes, as far as no partition would wait for itself
};

/// The user's wishes about the placement. The strings are ids of providers.
struct PartitionOptions {
    /// The rewrites before the placement; `placeModel` makes them.
    OptimizationLevel level = OptimizationLevel::basic;
    std::set<std::pair<NodeId, std::string>> excluded; ///< must not run there
    /// Runs there if the provider's rules take it, whatever the order and the length of its run;
    /// where they decline it, it is placed as without the pin.
    std::map<NodeId, std::string> pinned;
    std::set<std::pair<NodeId, std::string>> takenAnyway;   ///< taken there although rules decline
    std::set<std::pair<std::string, std::string>> rulesOff; ///< (place of a rule, provider)
    Grouping grouping = Grouping::topological;

    /// The model as written is placed and run; for runs that judge what a rewrite has made.
    static PartitionOptions asWritten() {
        PartitionOptions options;
        options.level = OptimizationLevel::disabled;
        return options;
    }
};

using ProviderList = std::vector<ProviderPtr>;

/// Assigns the nodes of a model as it is to providers. Providers are asked in order, and the first that claims a node gets
/// it; a claim of several nodes is taken whole or not at all. Bodies of control flow are placed
/// with their node if a provider compiled it, and separately otherwise. Shapes should have been
/// inferred before. Fails without providers and when cancelled. Source: ONNX Runtime's
/// GraphPartitioner (1.2 and 1.31).
Result<Partitioning> partitionModel(const Model& model, const ProviderList& providers,
                                    const PartitionOptions& options = {},
                                    const Progress& progress = {});

/// Why no provider gets a Constant node.
const Message& constantNodeText();

/// The bytes of a tensor by its type; nothing when a dimension is unknown, and for other values and
/// strings.
std::optional<std::uint64_t> valueBytes(const Value& value);
/// The bytes of a value with unknown dimensions taken as 1; 0 when its rank or type is unknown.
std::uint64_t bytesAtLeast(const Value& value);

} // namespace partita
