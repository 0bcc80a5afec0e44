#pragma once

#include <map>
#include <optional>
#include <set>

#include "core/base/file_writing.h"
#include "core/base/progress.h"
#include "core/ir/ep_context.h"

namespace partita {

struct MergeInput {
    std::filesystem::path path; ///< of the context model, beside which its binaries lie
    Model model;
    std::string prefix;    ///< before its names; may be empty
    std::string part = {}; ///< the only partition that was taken of it; empty: all
};

struct MergeOptions {
    std::filesystem::path output;
    /// Inputs that read an output of another model: (input, output). "b_x", the name in the merged
    /// model, or "stem.x", with the file's name without "_ctx.onnx", or "2.x", by number.
    std::vector<std::pair<std::string, std::string>> connections;
    /// Inputs of that name in several models are one input, called so.
    std::vector<std::string> sharedInputs;
    /// Graphs in QNN binaries may get new names of the same length where they clash.
    bool rewriteBinaries = false;
    /// Binaries inside the model, or in files beside it; nothing: as they are.
    std::optional<bool> embed;
    /// Outputs of the merged model that come first, in this order; the others follow.
    std::vector<std::string> outputOrder;
    /// One model alone will do: it is renamed, or its binaries are packed in another way.
    bool single = false;
};

/// Everything that a merge does, and why; nothing is written.
struct MergePlan {
    struct Rename {
        Message kind; ///< "node", "tensor", "partition", "function", "graph"
        std::size_t model = 0;
        std::string from, to;
        Message why;
    };
    struct File {
        std::string name; ///< beside the merged model
        std::vector<std::string> sources;
        Message why;
        std::vector<Buffer> pieces; ///< the content
        [[nodiscard]] std::uint64_t size() const;
    };
    struct Clash {
        Message what, resolution;
    };
    /// An input or output of the merged model and where it comes from.
    struct Port {
        ValueId value;
        std::size_t model = 0;
        std::string name; ///< in that model
    };
    std::vector<Port> ports;
    std::map<NodeId, std::size_t>
        modelOf; ///< of the merged model's nodes; what joins them has none
    std::vector<Rename> renames;
    std::vector<File> files;
    std::vector<Clash> clashes;
    std::set<std::string> broken; ///< rules of `lint` that a source breaks already
    Model model;
};

/// Plans a merge by the rules of each source. Fails where it cannot be done, or where the result
/// might load and compute wrong numbers, and says what would make it possible. A source whose binary
/// `lint` calls damaged, changed or another model's is refused: garbage is not copied.
Result<MergePlan> planMerge(const std::vector<MergeInput>& inputs, const MergeOptions& options);

/// Writes binaries and model, all or none: binaries under names that nothing else has, the model
/// last. What `lint` calls an error is not written. One process at a time writes into a folder.
Result<void> writeMerge(const MergePlan& plan, const std::filesystem::path& output,
                        const Progress& progress = {}, Replace replace = Replace::yes);

/// A model of one EPContext node, by its partition or its name, with the binary that it needs, for
/// a plan with `single`.
Result<MergeInput> onePartition(const MergeInput& input, const std::string& name);

/// "a_ctx.onnx" → "a": what a model is called in prefixes and connections.
std::string contextStem(const std::filesystem::path& path);

} // namespace partita
