#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/epcontext/merge/merge.h"
#include "core/epcontext/merge/merge_binaries.h"
#include "core/ir/ep_context.h"

namespace partita {

/// A name in the merged model.
struct MergedName {
    std::string text;
    Message why;            ///< it differs from the name in the source
    bool clashes = false;   ///< with that of another model
    bool isRefused = false; ///< the name that it must have is taken, which is an error of the plan
};

/// One model during the merge.
struct MergeSource {
    Model model;
    std::string stem, label, prefix; ///< of its file; in messages; of its names
    std::vector<EpContext> contexts;
    /// Tensors whose names a binary refers to, and who wrote it.
    std::map<ValueId, ContextSource> fixed;
    std::map<NodeId, MergedName> nodeNames;
    std::map<ValueId, MergedName> tensorNames;

    [[nodiscard]] const Graph& graph() const { return *model.graph(model.mainGraph()); }
};

/// An input or output of a source.
struct MergePort {
    std::size_t source;
    ValueId value;
    friend auto operator<=>(const MergePort&, const MergePort&) = default;
};
/// By input: the output that it reads.
using MergeConnections = std::map<MergePort, MergePort>;

/// A step of the plan about an input or output, which gets its words once all tensors have names.
struct MergePortStep {
    std::size_t step; ///< its number in the plan
    MergePort from;
    std::optional<MergePort> to;
};

/// A merge while it is planned. The steps fill it in, in the order of their declarations below; each
/// reports what cannot be as a problem of the plan and goes on without it.
struct MergeDraft {
    const std::vector<MergeInput>& inputs;
    const MergeOptions& options;
    std::vector<MergeSource> sources;
    std::vector<OpsetImport> opsets;
    MergedBinaries binaries;
    MergeConnections connections;
    std::set<MergePort> shared;  ///< inputs that become the shared one of their name
    std::set<MergePort> dropped; ///< outputs that only other models read
    std::vector<MergePortStep> portSteps;
    MergePlan plan;

    void report(Error error, std::optional<std::size_t> model,
                MergeProblem::Fix fix = MergeProblem::Fix::none);
    [[nodiscard]] const std::string& nameOf(const MergePort& port) const {
        return sources[port.source].model.value(port.value)->name;
    }
    /// The name that a tensor gets unless it clashes with another one.
    [[nodiscard]] std::string wishedName(const MergePort& port) const;
    /// Whether a connected input that a binary knows by name has the same name as the output that
    /// it reads.
    [[nodiscard]] bool isSameTensor(const MergePort& port) const;
    /// The models by their names; beyond them: the shared inputs.
    [[nodiscard]] Message ownerName(std::size_t owner) const;
};

/// Adds the sources as they are in their files; one that cannot be read is empty.
void addSources(MergeDraft& draft);
/// Reads what the sources are and what must stay in them, and finds what is wrong with them.
void readSources(MergeDraft& draft);
/// Finds the inputs and outputs that the wishes name: connections, shared inputs, dropped outputs.
void resolvePorts(MergeDraft& draft);
/// Gives all nodes and tensors of the sources their new names. Names that binaries refer to come
/// first, as they must not change.
void nameNodes(MergeDraft& draft);
void nameTensors(MergeDraft& draft);
/// Writes the names that inputs and outputs have got into the steps about them.
void namePortSteps(MergeDraft& draft);
/// Adds a step for each name that stays although its model has a prefix.
void listKept(MergeDraft& draft);

/// A name that no owner has yet: `wish`, or with a number behind it.
struct NameOwners {
    std::map<std::string, std::size_t> owners;
    [[nodiscard]] MergedName unique(const MergeDraft& draft, const std::string& wish,
                                    std::size_t owner);
};

/// Whether a tensor of one type can be used as the other; unknown sizes match any size.
bool sameType(const TypePtr& a, const TypePtr& b);
/// The type of a value as text; "?" if it is unknown.
std::string typeText(const Value& value);

/// The order in which sources are added, each after the sources that it reads from. There is no
/// cycle: `resolvePorts` refuses the connection that would make one.
std::vector<std::size_t> addingOrder(std::size_t sources, const MergeConnections& connections);

/// IR version, producer, opsets and metadata of the merged model. Adds a clash to the plan where
/// metadata differ.
ModelInfo mergedInfo(const std::vector<MergeSource>& sources,
                     const std::vector<OpsetImport>& opsets, MergePlan& plan);

/// Sets an EPContext node's attributes as its fate says.
void setContext(ModelEditor& editor, NodeId node, const NodeFate& fate);

} // namespace partita
