#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>
#include <vector>

#include "core/session/partitioner.h"
#include "core/session/verdict_rules.h"

namespace partita {

struct OptimizedModel;

/// The nodes that a change is about: those with this name (label, where they have no name) and
/// further ones by theirs, or those of this operator and, unless it is empty, this element type of
/// the first input.
struct NodeChoice {
    /// A node by its name.
    struct Named {
        std::string name;
        NodeId id{}; ///< this one of the nodes with that name, while the model has it
        friend bool operator==(const Named&, const Named&) = default;
    };
    std::string node;
    std::string op;   ///< "Conv", "com.microsoft.Gelu"
    std::string type; ///< "float16"; only with `op`
    /// This one of the nodes named `node`, while the model has it; a file holds names only.
    NodeId id{};
    std::vector<Named> more{}; ///< only with `node`
    friend bool operator==(const NodeChoice&, const NodeChoice&) = default;

    /// All nodes that are meant by their names; none for an operator.
    [[nodiscard]] std::vector<Named> named() const;
    /// The choice of some nodes by their names.
    static NodeChoice of(std::vector<Named> nodes);
};

/// Providers in this order of priority; the ones that are not named come after them. The last
/// provider of all, which takes what the others leave, stays the last.
struct OrderChange {
    std::vector<std::string> providers;
    friend bool operator==(const OrderChange&, const OrderChange&) = default;
};

/// An option of a provider; the device is one of them.
struct OptionChange {
    std::string provider, option, value;
    friend bool operator==(const OptionChange&, const OptionChange&) = default;
};

/// The least length of a run of nodes that a provider claims.
struct RunLengthChange {
    std::string provider;
    std::int64_t least = 0;
    friend bool operator==(const RunLengthChange&, const RunLengthChange&) = default;
};

/// Nodes that must not run on a provider, must run there if its rules take them, or are assumed to
/// be taken although its rules decline them.
struct NodesChange {
    enum class What : std::uint8_t { exclude, pin, takeAnyway } what = What::exclude;
    NodeChoice nodes;
    std::string provider;
    friend bool operator==(const NodesChange&, const NodesChange&) = default;
};

/// A rule that declines nothing, by the place that verdicts name.
struct RuleOffChange {
    std::string place, provider;
    friend bool operator==(const RuleOffChange&, const RuleOffChange&) = default;
};

/// The size of a symbolic dimension (one number), or the whole shape of an input.
struct SizeChange {
    std::string name;
    std::vector<std::int64_t> sizes;
    friend bool operator==(const SizeChange&, const SizeChange&) = default;
};

struct GroupingChange {
    Grouping grouping = Grouping::topological;
    friend bool operator==(const GroupingChange&, const GroupingChange&) = default;
};

/// The level of the optimizations before placement, by the name that the session option has.
struct OptimizationChange {
    std::string level;
    friend bool operator==(const OptimizationChange&, const OptimizationChange&) = default;
};

/// The model as ONNX's converter makes it for another opset of ONNX's domain.
struct OpsetChange {
    std::int64_t version = 0;
    friend bool operator==(const OpsetChange&, const OpsetChange&) = default;
};

/// The tensors of one floating-point type as another one (`withElementType`).
struct TypeChange {
    DataType from = DataType::undefined, to = DataType::undefined;
    friend bool operator==(const TypeChange&, const TypeChange&) = default;
};

/// One change of a scenario.
struct ScenarioChange {
    using Action =
        std::variant<OrderChange, OptionChange, RunLengthChange, NodesChange, RuleOffChange,
                     SizeChange, GroupingChange, OptimizationChange, OpsetChange, TypeChange>;
    Action action;
    bool on = true; ///< otherwise it is kept, and has no effect
    friend bool operator==(const ScenarioChange&, const ScenarioChange&) = default;
};

/// What a placement would be if some things were different: a list of changes, in order.
struct Scenario {
    std::vector<ScenarioChange> changes;
    friend bool operator==(const Scenario&, const Scenario&) = default;
};

/// What providers are called, by their ids: "NPU" for "npu".
using DisplayNames = std::map<std::string, std::string>;
DisplayNames namesOf(const ProviderList& providers);
DisplayNames namesOf(const Partitioning& placed);

/// "Exclude Conv from NPU": what a change does, as one clause. A provider without a name in `names`
/// is called by its id.
Message describe(const ScenarioChange& change, const DisplayNames& names = {});
/// The same, with the names of the nodes where it only counts them.
std::string describeWhole(const ScenarioChange& change, const DisplayNames& names = {});

/// A change that could not be applied, or not as it says.
struct NotApplied {
    std::size_t change = 0; ///< index in the scenario
    Message why;
    bool partly = false; ///< the change is applied to other nodes
};

/// A model with its providers and the wishes about its placement, as a scenario changes them.
struct AppliedScenario {
    Model model;
    ProviderList providers;
    PartitionOptions options;
    std::vector<NotApplied> notApplied; ///< in the order of the changes
    std::size_t applied = 0;            ///< changes with an effect on one of the above
};

/// Applies the changes that are on. Sizes are inferred again where a size is fixed or the opset is
/// another; ids stay, and nodes that a conversion makes get new ones. A change that
/// does not fit is left out and named, and so is one whose subject a later change sets again; the
/// others are applied. Time grows with the nodes of the model and the changes, without their
/// product.
AppliedScenario applyScenario(const Model& model, const ProviderList& providers,
                              const PartitionOptions& options, const Scenario& scenario,
                              const Progress& progress = {});

/// The changes that are on and fix a size.
std::vector<SizeChange> sizesOf(const Scenario& scenario);
/// The changes that are on and change the model itself: sizes, the opset, types.
std::vector<ScenarioChange> modelChangesOf(const Scenario& scenario);
/// Those among them that an applied scenario has carried out.
std::vector<ScenarioChange> modelChangesOf(const Scenario& scenario,
                                           const AppliedScenario& applied);
/// The scenario with every change of the model off; indices stay.
Scenario withoutModelChanges(Scenario scenario);
/// Whether it converts the model, so that nodes come and go.
bool changesNodes(const Scenario& scenario);

/// The pins of an applied scenario that its placement does not follow, each with the reason.
std::vector<NotApplied> unkeptPins(const Scenario& scenario, const AppliedScenario& applied,
                                   const Partitioning& placed);

/// The rules that are off in a placement but are no rules of the providers there, a line each: they
/// belong to another device.
std::vector<Message> rulesOffElsewhere(const ProviderList& providers,
                                       const PartitionOptions& options);

/// How many nodes run on a provider that declines them, because the user assumes it or switched a
/// rule off.
std::size_t assumedNodes(const Partitioning& placed);

/// Kinds of change, for controls.
enum class ChangeKind : std::uint8_t {
    order,
    option,
    runLength,
    exclude,
    pin,
    takeAnyway,
    ruleOff,
    size,
    grouping,
    optimization,
    opset,
    types,
};

/// Why no change of a kind can have an effect on a placement.
struct WithoutEffect {
    Message why;            ///< empty: some change may have one
    bool namesKind = false; ///< `why` says the kind itself: "Order: only one device takes nodes"
};

/// `placed` is the placement of the model on the providers without a scenario, `optimized` the model
/// that was placed; null: not known.
WithoutEffect whyWithoutEffect(ChangeKind kind, const Model& model, const ProviderList& providers,
                               const Partitioning& placed,
                               const OptimizedModel* optimized = nullptr);

/// Whether a node is one of those that a choice means.
bool chooses(const NodeChoice& choice, const Model& model, NodeId node);
/// "Conv", "com.microsoft.Gelu": the operator by which a change chooses nodes.
std::string operatorName(const Node& node);
/// The element type of a node's first input, by which a change chooses nodes; "undefined": not known.
std::string firstTypeName(const Model& model, const Node& node);

/// A change as in the list of a scenario file.
nlohmann::json toJson(const ScenarioChange& change);
/// How many changes of a scenario were applied, and which were not, with the keys of
/// docs/command-line-json.md.
nlohmann::json scenarioJson(const Scenario& scenario, std::size_t applied,
                            const std::vector<NotApplied>& notApplied);
/// The text of a scenario file.
std::string scenarioText(const Scenario& scenario);
/// Reads the text of a scenario file. Fails, and names the place, for text that is no JSON, unknown
/// keys and wrong values: nothing of the file is used then.
Result<Scenario> scenarioFromJson(const std::string& text);
Result<Scenario> readScenario(const std::filesystem::path& path);

} // namespace partita
