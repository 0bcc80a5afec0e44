#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/buffer.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/ir/model.h"
#include "core/provider/constant_evaluator.h"
#include "core/provider/op_versions.h"
#include "core/provider/partitioning.h"
#include "core/provider/run_values.h"
#include "core/provider/timeline.h"

namespace partita {

/// The names of a provider.
struct ProviderInfo {
    std::string id;            ///< "npu", "cpu": the name on the command line
    std::string displayName;   ///< "NPU"
    std::string device;        ///< "ascend310", "oneDNN 3.2"
    std::string contextSource; ///< `source` of the EPContext nodes it loads; empty: none
    std::string leavesOut; ///< the operators that it does not run, as a sentence; empty: its rules
                           ///< say it
    /// The real provider that taught its rules, with its version; empty: none did.
    std::string learnedFrom = {};
};

/// One option of a provider, for lists and forms.
struct ProviderOption {
    std::string name, value, defaultValue;
    Message help;
    std::vector<std::string> choices; ///< empty: any text
    bool isDevice = false;            ///< says on which device the provider runs; at most one does
};

/// Nodes that a provider wants to run: all of them or none.
struct Claim {
    std::vector<NodeId> nodes;
    bool compiled = false; ///< compiled as one fused piece
};

/// What the user wants of one provider; lists of nodes are by NodeId and may be empty.
struct ProviderWishes {
    std::vector<bool> takenAnyway; ///< taken although the provider's rules decline them
    std::vector<bool> pinned;      ///< run there, however short their run is
    std::set<std::string, std::less<>> rulesOff; ///< places of rules that decline nothing

    [[nodiscard]] bool takes(NodeId node) const {
        return node.value < takenAnyway.size() && takenAnyway[node.value];
    }
    [[nodiscard]] bool pins(NodeId node) const {
        return node.value < pinned.size() && pinned[node.value];
    }
    [[nodiscard]] bool isOff(const SharedText& place) const {
        return place && !rulesOff.empty() && rulesOff.contains(*place);
    }
};

/// The answer of a provider to a CapabilityRequest.
struct Capabilities {
    std::vector<Claim> claims;
    /// Whether the answer follows `takenAnyway`; otherwise the partitioner claims those nodes for
    /// the provider, one by one.
    bool followsWishes = false;
    std::vector<Verdict>
        verdicts;             ///< one for each node of the request, in order; `provider` is not set
    std::size_t leastRun = 1; ///< fewer consecutive nodes are not claimed
};

/// What a provider is asked about: the nodes of one graph in execution order.
struct CapabilityRequest {
    const Model& model;
    GraphId graph;
    std::span<const NodeId> order;
    std::vector<bool> free; ///< for each of `order`: not yet taken by a provider of higher priority
    const OpVersions& versions;
    const std::vector<std::vector<NodeId>>& nodesByGraph; ///< by GraphId, for bodies
    const ProviderWishes& wishes;
    /// Given which of `order` the provider takes, another execution order (indices in `order`) in
    /// which those nodes stand together as far as their dependencies allow. Empty: groups are made
    /// of consecutive nodes of `order`.
    std::function<std::vector<std::size_t>(const std::vector<bool>& taken)> regroup{};
};

/// One step of a compiled partition, as the memory plan needs it.
struct PartitionStep {
    /// `value` shares the memory of `source`, which the step reads: the step works in place, or
    /// `value` is a view of the same elements.
    struct Alias {
        ValueId value, source;
    };
    std::vector<NodeId> nodes;   ///< the nodes that it executes; values between fused nodes need no
                                 ///< memory
    std::vector<ValueId> writes; ///< need memory until the step of their last reader
    std::vector<Alias> aliases;
    std::vector<ValueId> alsoReads; ///< read by the step, not by `nodes` in the model
};

/// A partition ready to run.
class CompiledPartition {
public:
    virtual ~CompiledPartition() = default;
    /// Called once before the first run: stores the values that are the same in every run.
    virtual void prepare(RunValues& runValues) { (void)runValues; }
    /// The steps in execution order.
    [[nodiscard]] virtual std::vector<PartitionStep> steps() const = 0;
    /// Reads its inputs from the run values and stores its outputs there.
    virtual Result<void> run(RunValues& runValues, std::stop_token stop) = 0;
};

/// A part of a model to be compiled ahead of time: a separate model, found in the binary by `name`.
struct ContextPart {
    std::string name;
    Model model;
    std::string program; ///< the compiled program, in the provider's own format
};

/// A binary with compiled parts, in pieces that may be mapped files.
struct ContextBinary {
    std::vector<Buffer> pieces;
    std::uint64_t savedBytes = 0; ///< of equal tensors that are stored only once
};

class Session;

class ExecutionProvider;
using ProviderPtr = std::shared_ptr<const ExecutionProvider>;

/// The interface of a backend. A provider is an immutable value: setting an option makes another
/// provider, so several documents and threads may share one.
class ExecutionProvider {
public:
    virtual ~ExecutionProvider() = default;
    [[nodiscard]] virtual ProviderInfo info() const = 0;
    [[nodiscard]] virtual std::vector<ProviderOption> options() const = 0;
    /// A copy of the provider with an option set. Fails (Errc::usage) for an unknown option and for
    /// a value that the option does not take.
    [[nodiscard]] virtual Result<ProviderPtr> withOption(const std::string& name,
                                                         const std::string& value) const = 0;
    /// Says of each node of the request whether the provider runs it, and why.
    [[nodiscard]] virtual Capabilities getCapability(const CapabilityRequest& request) const = 0;
    /// Whether it runs a claimed node by the function that defines the operator in ONNX: the
    /// session then replaces the node by the function's nodes.
    [[nodiscard]] virtual bool runsAsFunction(const Model& model, const Node& node,
                                              const OpVersions& versions) const {
        (void)model;
        (void)node;
        (void)versions;
        return false;
    }
    /// An evaluator that folds constants with its kernels before nodes are placed; null: it has
    /// none. Not thread-safe.
    [[nodiscard]] virtual std::unique_ptr<ConstantEvaluator> constantEvaluator() const {
        return nullptr;
    }
    /// Whether a rule of the provider stands at this place, which its verdicts name.
    [[nodiscard]] virtual bool hasRule(std::string_view place) const {
        (void)place;
        return false;
    }
    /// Whether its compiled partitions contain and run the bodies of their nodes.
    [[nodiscard]] virtual bool compilesBodies() const { return false; }
    /// Makes a partition that it has claimed ready to run.
    virtual Result<std::unique_ptr<CompiledPartition>> compile(const Model& model,
                                                               const Partition& partition,
                                                               const OpVersions& versions,
                                                               std::stop_token stop) const = 0;
    /// Compiles parts of a model into one binary for EPContext nodes of `info().contextSource`,
    /// which `compile` accepts later.
    virtual Result<ContextBinary> compileContext(const std::vector<ContextPart>& parts,
                                                 const Progress& progress) const {
        (void)parts;
        (void)progress;
        return Error{
            Errc::unsupported, PARTITA_TEXT("this provider does not compile ahead"), {}, {}};
    }
    /// The timeline of the session's last run on the simulated device, or, before the first run,
    /// with the sizes in the model. Nothing when the provider simulates no device or runs no node
    /// of the model.
    [[nodiscard]] virtual Result<std::optional<Timeline>> simulate(const Session& session) const {
        (void)session;
        return std::optional<Timeline>();
    }
};

} // namespace partita
