#pragma once

#include <map>
#include <optional>
#include <set>

#include "core/base/file_writing.h"
#include "core/base/progress.h"
#include "core/ir/ep_context.h"

namespace partita {

/// What `lint` says of a source before a merge reads its binaries.
struct SourceCheck {
    std::set<std::string> broken; ///< rules with an error
    /// A binary's bytes are not those that the model was written with, or it loads nowhere here.
    std::optional<Error> damage;
};

/// One model of a merge.
struct MergeInput {
    std::filesystem::path path; ///< of the context model, in whose folder its binaries are
    Model model;
    std::string prefix;    ///< prepended to its names; may be empty
    std::string part = {}; ///< the only partition that was taken from it; empty: all
    /// Why it could not be read: its place and its number stay, the model is empty.
    std::optional<Error> unreadable = {};
    std::shared_ptr<const SourceCheck> checked = {}; ///< null: the plan checks it
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
    /// Outputs, named as in `connections`, that only other models read: no outputs of the result.
    std::vector<std::string> droppedOutputs = {};
    /// Allows a single model, to rename it or to pack its binaries in another way.
    bool single = false;
};

/// Something about a merge that the user should know. An error keeps it from being written.
struct MergeProblem {
    enum class Severity { error, warning };
    /// A change of the wishes that removes the problem.
    enum class Fix {
        none,
        rewriteBinaries,
        leaveConnectionOut,
        choosePrefix,
        leaveModelOut,
        keepPacking,
        keepOutput,
        unshare,
        useDevice ///< to run what is written
    };
    Severity severity = Severity::error;
    Error error; ///< for a warning, too: what, where, what to do
    std::optional<std::size_t> model, connection;
    Fix fix = Fix::none;
    /// The wish that `keepOutput` and `unshare` take back; the device of `useDevice`; for
    /// `leaveModelOut` an input of several models that they may share; empty: there is none.
    std::string subject = {};
};

/// A complete merge before anything is written, with the reasons for each change.
struct MergePlan {
    struct Rename {
        Message kind; ///< "node", "tensor", "partition", "function", "graph"
        std::size_t model = 0;
        std::string from, to;
        Message why;
        bool clashes = false; ///< another model has a thing of that name
    };
    struct File {
        std::string name; ///< file name, in the folder of the merged model
        std::vector<std::string> sources;
        Message why;
        std::vector<Buffer> pieces;         ///< the content
        std::size_t model = 0;              ///< the first that it is from
        std::vector<std::string> from = {}; ///< the files, or models, that its content is in now
        [[nodiscard]] std::uint64_t size() const;
        [[nodiscard]] bool holds(const Buffer& content) const;
    };
    struct Clash {
        Message what, resolution;
        std::optional<std::size_t> model = {};
        std::string from = {}, to = {}; ///< what the model has, and what the merged model has
        bool isRename = false;          ///< `renames` has it as well
    };
    /// What is neither renamed nor written: names that stay, connections, shared weights.
    struct Step {
        enum class Does { connect, keep, share, drop, convert };
        Does does = Does::keep;
        Message kind; ///< what it is done to
        std::optional<std::size_t> model;
        std::string from, to;
        Message why;
        bool isRefused = false; ///< and `why` says why
    };
    /// An input or output of a source model and its value in the merged model.
    struct Port {
        ValueId value;
        std::size_t model = 0;
        std::string name; ///< in the source model
        bool isOutput = false;
    };
    std::vector<Port> ports;
    /// The source of each node of the merged model; nodes that connect models have none.
    std::map<NodeId, std::size_t> modelOf;
    std::vector<Rename> renames;
    std::vector<File> files;
    std::vector<Clash> clashes;
    std::vector<Step> steps;
    std::set<std::string> broken; ///< rules of `lint` that a source breaks
    std::vector<MergeProblem> problems;
    Model model;

    /// The first error; null: the merge can be written.
    [[nodiscard]] const Error* refusal() const;
};

/// Plans a merge by the rules of each source's provider. What is impossible, or might compute wrong
/// numbers, is an error among the plan's problems that says what would make it possible; all else
/// is planned as if it had not been asked for. A model whose binary `lint` calls damaged, changed
/// or another model's is refused.
MergePlan draftMerge(const std::vector<MergeInput>& inputs, const MergeOptions& options);

/// Why an input, beside all connections of the options, cannot read an output; nothing: it can.
std::optional<Error> connectionObjection(const std::vector<MergeInput>& inputs,
                                         const MergeOptions& options, const std::string& input,
                                         const std::string& output);

/// The plan of a merge that is possible; fails with the first error of `draftMerge`.
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
/// What each model is called in messages: its stem, with the folder where files have one name
/// ("net1/model"), or with a number. No two are equal.
std::vector<std::string> sourceLabels(const std::vector<MergeInput>& inputs);
/// A prefix for the names of each model, in the same way ("net1_model_"). No two are equal.
std::vector<std::string> suggestedPrefixes(const std::vector<std::filesystem::path>& paths);

} // namespace partita
