#pragma once

#include <map>
#include <optional>

#include "core/epcontext/merge/merge.h"

namespace partita {

/// The EPContext nodes of one model and where its binaries lie.
struct BinarySource {
    std::string stem, prefix;
    std::filesystem::path folder;
    std::vector<EpContext> contexts;
    bool isPart = false; ///< its nodes are some of those that its binaries are for
};

/// What becomes of one EPContext node.
struct NodeFate {
    bool nameIsFixed = false;
    std::string name; ///< where it is fixed
    std::optional<std::string> partition, path;
    std::optional<Buffer> payload;
    bool makeMain = false;
};

struct MergedBinaries {
    std::vector<std::map<NodeId, NodeFate>> fates; ///< by model
    std::vector<MergePlan::File> files;
    std::vector<MergePlan::Rename> renames;
    std::vector<MergePlan::Clash> clashes;
};

/// The rules of each source: which names are keys into binaries, how many binaries there may be,
/// what is copied and what is built anew.
Result<MergedBinaries> planMergedBinaries(const std::vector<BinarySource>& sources,
                                          const MergeOptions& options);

} // namespace partita
