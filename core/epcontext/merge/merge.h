#pragma once

#include <map>
#include <optional>
#include <set>

#include "core/base/file_writing.h"
#include "core/base/progress.h"
#include "core/ir/ep_context.h"

namespace partita {

/// One model of a merge.
struct MergeInput {
    std::filesystem::path path; ///< of the context model, in whose folder its binaries are
    Model model;
    std::string prefix;    ///< prepended to its names; may be empty
    std::string part = {}; ///< the only partition that was taken from it; empty: all
};

/// What the user wants of a merge.
struct MergeOptions {
    std::filesystem::path output;
    /// Inputs that read an output of another model, as pairs (input, output). Each is "b_x", the
    /// name in the merged model; "stem.x", with the file name without "_ctx.onnx"; or "2.x", with
    /// the model's number.
    std::vector<std::pair<std::string, std::string>> connections;
    /// Names of inputs that several models share: they become one input of that name.
    std::vector<std::string> sharedInputs;
    /// QNN binaries may get new graph names of the same length where names clash.
    bool rewriteBinaries = false;
    /// true: binaries inside the model; false: in files beside it; nothing: unchanged.
    std::optional<bool> embed;
    /// Outputs of the merged model in the wanted order; outputs that are not named follow.
    std::vector<std::string> outputOrder;
    /// Allows a single model, to rename it or to pack its binaries in another way.
    bool single = false;
};

/// A complete merge before anything is written, with the reasons for each change.
struct MergePlan {
    struct Rename {
        Message kind; ///< "node", "tensor", "partition", "function", "graph"
        std::size_t model = 0;
        std::string from, to;
        Message why;
    };
    struct File {
        std::string name; ///< file name, in the folder of the merged model
        std::vector<std::string> sources;
        Message why;
        std::vector<Buffer> pieces; ///< the content
        [[nodiscard]] std::uint64_t size() const;
    };
    struct Clash {
        Message what, resolution;
    };
    /// An input or output of a source model and its value in the merged model.
    struct Port {
        ValueId value;
        std::size_t model = 0;
        std::string name; ///< in the source model
    };
    std::vector<Port> ports;
    /// The source of each node of the merged model; nodes that connect models have none.
    std::map<NodeId, std::size_t> modelOf;
    std::vector<Rename> renames;
    std::vector<File> files;
    std::vector<Clash> clashes;
    std::set<std::string> broken; ///< rules of `lint` that a source breaks
    Model model;
};

/// Plans a merge by the rules of each source's provider. A merge that is impossible, or whose
/// result might compute wrong numbers, is an error that says what would make it possible. A model
/// whose binary `lint` calls damaged, changed or another model's is refused.
Result<MergePlan> planMerge(const std::vector<MergeInput>& inputs, const MergeOptions& options);

/// Writes the binaries and then the model, all or none. Binaries get names that no other file has.
/// A result with an error by `lint` is not written. A lock keeps other processes out of the folder.
Result<void> writeMerge(const MergePlan& plan, const std::filesystem::path& output,
                        const Progress& progress = {}, Replace replace = Replace::yes);

/// A model of a single EPContext node, selected by its partition_name or its name, with the binary
/// that it needs; for a plan with `single`.
Result<MergeInput> onePartition(const MergeInput& input, const std::string& name);

/// "a_ctx.onnx" → "a", the model's name in prefixes and connections.
std::string contextStem(const std::filesystem::path& path);

} // namespace partita
