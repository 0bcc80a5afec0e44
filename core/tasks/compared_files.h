#pragma once

#include <filesystem>
#include <memory>

#include "core/compare/difference_groups.h"
#include "core/compare/difference_step.h"
#include "core/session/partitioner.h"

namespace partita {

/// A model that is compared with another file: the file's model is A, the given model B.
struct FileComparison {
    std::filesystem::path path; ///< of A
    Model a, b;                 ///< with inferred shapes
    Model stored;               ///< B without them: the model that the step leads to
    ModelDifferences differences;
    std::vector<DifferenceGroup> groups;
    DifferenceStep step; ///< between the models without inferred shapes
};

/// Reads a file, places its nodes on the same providers, and compares. `stored` and `model` are the
/// model without and with inferred shapes, `placement` is of `model` on that level.
Result<std::shared_ptr<const FileComparison>>
compareWithFile(const std::filesystem::path& path, const Model& stored, const Model& model,
                const Partitioning& placement, const ProviderList& providers,
                OptimizationLevel level, const Progress& progress);

/// The node of B to show for a difference: the node itself; for a removed one the node that it
/// became, or its nearest neighbour that both models have; none where there is none.
NodeId shownNode(const FileComparison& comparison, const NodeDifference& difference);

} // namespace partita
