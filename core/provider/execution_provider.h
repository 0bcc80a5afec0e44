#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/buffer.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/ir/model.h"
#include "core/provider/op_versions.h"
#include "core/provider/partitioning.h"
#include "core/provider/run_values.h"
#include "core/provider/timeline.h"

namespace partita {

/// What a provider is called; no colours.
struct ProviderInfo {
    std::string id;            ///< "npu", "cpu": the name on the command line
    std::string displayName;   ///< "NPU"
    std::string device;        ///< "ascend310", "oneDNN 3.2"
    std::string contextSource; ///< `source` of the EPContext nodes it loads; empty: none
    std::string leavesOut; ///< operators that it does not run, in a sentence; empty: see its rules
};

/// One option of a provider, for lists and forms.
struct ProviderOption {
    std::string name, value, defaultValue, help;
    std::vector<std::string> choices; ///< empty: any text
};

/// Nodes that a provider wants, all or none of them.
struct Claim {
    std::vector<NodeId> nodes;
    bool compiled = false; ///< one fused piece
};

struct Capabilities {
    std::vector<Claim> claims;
    std::vector<Verdict>
        verdicts; ///< one for each node of the request, in its order; `provider` is not set
};

/// What a provider is asked about: one graph, its nodes in order of execution.
struct CapabilityRequest {
    const Model& model;
    GraphId graph;
    std::span<const NodeId> order;
    std::vector<bool> free; ///< for each of `order`: not yet taken by a provider of higher priority
    const OpVersions& versions;
    const std::vector<std::vector<NodeId>>& nodesByGraph; ///< by GraphId, for bodies
};

/// One step of a compiled partition, as far as memory is concerned.
struct PartitionStep {
    /// `value` lies in the memory of `source`, which the step reads: it is written in place, or
    /// another view of the same elements.
    struct Alias {
        ValueId value, source;
    };
    std::vector<NodeId> nodes;   ///< whose work it does; what they pass on among themselves needs
                                 ///< no memory
    std::vector<ValueId> writes; ///< the others need memory until their last reader's step
    std::vector<Alias> aliases;
    std::vector<ValueId> alsoReads; ///< what `nodes` do not read in the model
};

/// A partition ready to run.
class CompiledPartition {
public:
    virtual ~CompiledPartition() = default;
    /// Called once before the first run: leaves values there that are the same in every run.
    virtual void prepare(Environment& environment) { (void)environment; }
    /// In order of execution.
    [[nodiscard]] virtual std::vector<PartitionStep> steps() const = 0;
    /// Reads its inputs from the environment and leaves its outputs there.
    virtual Result<void> run(Environment& environment, std::stop_token stop) = 0;
};

/// A part of a model to be compiled ahead, under the name that it is found by: a model of its own.
struct ContextPart {
    std::string name;
    Model model;
    std::string program; ///< what the provider's compiler made of it, in its own form
};

/// A binary with such parts, in pieces that may be mapped files.
struct ContextBinary {
    std::vector<Buffer> pieces;
    std::uint64_t savedBytes = 0; ///< of tensors that were equal to others and are there once
};

class Session;

class ExecutionProvider;
using ProviderPtr = std::shared_ptr<const ExecutionProvider>;

/// The only door to a backend. A provider is a value: another option makes another provider, so
/// several documents and threads may use one at the same time.
class ExecutionProvider {
public:
    virtual ~ExecutionProvider() = default;
    [[nodiscard]] virtual ProviderInfo info() const = 0;
    [[nodiscard]] virtual std::vector<ProviderOption> options() const = 0;
    /// The same provider with this value of an option. Fails (Errc::usage) for an option that it
    /// does not have and for a value that the option does not take.
    [[nodiscard]] virtual Result<ProviderPtr> withOption(const std::string& name,
                                                         const std::string& value) const = 0;
    [[nodiscard]] virtual Capabilities getCapability(const CapabilityRequest& request) const = 0;
    /// Whether it runs a node that it claims by the function that ONNX defines the operator by: the
    /// session then puts the function's nodes in its place.
    [[nodiscard]] virtual bool runsAsFunction(const Model& model, const Node& node,
                                              const OpVersions& versions) const {
        (void)model;
        (void)node;
        (void)versions;
        return false;
    }
    /// Whether its compiled partitions hold the bodies of their nodes and run them themselves.
    [[nodiscard]] virtual bool compilesBodies() const { return false; }
    virtual Result<std::unique_ptr<CompiledPartition>> compile(const Model& model,
                                                               const Partition& partition,
                                                               const OpVersions& versions,
                                                               std::stop_token stop) const = 0;
    /// Compiles parts of a model into one binary, for EPContext nodes of `info().contextSource`,
    /// which `compile` takes later.
    virtual Result<ContextBinary> compileContext(const std::vector<ContextPart>& parts,
                                                 const Progress& progress) const {
        (void)parts;
        (void)progress;
        return Error{
            Errc::unsupported, PARTITA_TEXT("this provider does not compile ahead"), {}, {}};
    }
    /// The last run of a session, or one with the sizes in the model, by the clock of the device
    /// that this provider simulates; nothing where it simulates none, or runs nothing of the model.
    [[nodiscard]] virtual Result<std::optional<Timeline>> simulate(const Session& session) const {
        (void)session;
        return std::optional<Timeline>();
    }
};

} // namespace partita
