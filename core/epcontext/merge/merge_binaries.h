#pragma once

#include <map>
#include <optional>

#include "core/epcontext/merge/merge.h"

namespace partita {

/// The EPContext nodes of one model and the folder of its binaries.
struct BinarySource {
    std::string stem, label, prefix;     ///< as those of `MergeSource`
    std::filesystem::path folder, model; ///< of the binaries; the model's own path
    std::vector<EpContext> contexts;
    bool isPart = false; ///< `contexts` are only some of the nodes that the binaries were made for
};

/// How one EPContext node changes.
struct NodeFate {
    bool nameIsFixed = false;
    std::string name; ///< of the node, if it is fixed
    /// New values of partition_name and ep_cache_context; nothing: unchanged.
    std::optional<std::string> partition, path;
    std::optional<Buffer> payload; ///< new embedded binary; nothing: unchanged
    bool makeMain = false;         ///< sets main_context to 1
};

/// What the merge does with all binaries.
struct MergedBinaries {
    std::vector<std::map<NodeId, NodeFate>> fates; ///< by model
    std::vector<MergePlan::File> files;
    std::vector<MergePlan::Rename> renames;
    std::vector<MergePlan::Clash> clashes;
    std::vector<MergeProblem> problems;
};

/// Applies the rules of each source: which names are keys into binaries, how many binaries a
/// session may have, and whether a binary is copied or built anew. What cannot be is among the
/// problems; such binaries are left out.
MergedBinaries planMergedBinaries(const std::vector<BinarySource>& sources,
                                  const MergeOptions& options);

} // namespace partita
