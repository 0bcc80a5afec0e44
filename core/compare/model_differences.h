#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/compare/node_matching.h"
#include "core/data/value_comparison.h"
#include "core/provider/partitioning.h"
#include "core/session/triage.h"

namespace partita {

/// Kinds of differences, the most important first; difference_kinds.def lists their names.
enum class DifferenceKind : std::uint8_t {
#define KIND(id, name, word) id,
#include "core/compare/difference_kinds.def"
#undef KIND
};
inline constexpr std::size_t kDifferenceKinds = 0
#define KIND(id, name, word) +1
#include "core/compare/difference_kinds.def"
#undef KIND
    ;
/// "side": the name in options and JSON.
std::string_view kindName(DifferenceKind kind);
/// The same as a word for users.
Message kindWord(DifferenceKind kind);
/// The kind of that name; nothing: there is none.
std::optional<DifferenceKind> kindFromName(std::string_view name);

/// One property that differs. An empty `from` or `to`: the model does not have it.
struct PropertyChange {
    DifferenceKind kind = DifferenceKind::operators;
    Message what; ///< the attribute, "input 1", "output 0" …; empty: the node itself
    Message from, to;
    std::optional<Figures> figures; ///< of tensors of one type and shape
};

/// A node that only one model has, or that differs.
struct NodeDifference {
    enum class Status : std::uint8_t { removed, added, changed };
    Status status = Status::changed;
    NodeId a, b; ///< none: the model does not have it
    MatchedBy by = MatchedBy::name;
    std::vector<PropertyChange> changes; ///< sorted by kind; of `changed`
    /// The nodes of the other model that a removed node became, or that an added one was made from.
    std::vector<NodeId> related;
    /// The damage in A that B has not; negative: it came. Nothing where the sides were not judged.
    Damage gone{};
    Damage ofPartitions{}; ///< of `gone`: what went, or came, with whole partitions
};

/// A constant that differs, once, however many nodes read it.
struct ConstantDifference {
    ValueId a, b; ///< none: the model does not have it
    PropertyChange change;
};

/// An input or output of the main graph, or a fact about the model as a whole.
struct ModelFactDifference {
    std::string fact; ///< "input image", "opset ai.onnx", "metadata author" …
    PropertyChange change;
};

/// Partitions of A and the partitions of B that have the same nodes.
struct RegroupedPartitions {
    std::vector<std::uint32_t> a, b; ///< numbers of partitions; several in one: merged or split
};

/// The figures of a placement.
struct PlacementFigures {
    std::size_t nodes = 0;
    std::size_t ofFirst = 0;    ///< partitions of the first provider, as the headline counts them
    std::size_t partitions = 0; ///< of all providers
    std::size_t boundaryTensors = 0;
    std::uint64_t boundaryBytes = 0; ///< with every unknown dimension taken as 1
    bool bytesComplete = true;
    std::vector<std::string> providers; ///< ids
    std::vector<ShownProvider> providerNames;
    std::vector<std::size_t> byProvider;
    Message predictedBy, measuredBy; ///< the label of the prediction; of a record, if it is one
    static PlacementFigures of(const Partitioning& partitioning);
    /// By what the placement is predicted or measured.
    [[nodiscard]] const Message& label() const {
        return measuredBy.empty() ? predictedBy : measuredBy;
    }
};

/// What differs between model A and model B: a value made by `compareModels`.
struct ModelDifferences {
    NodeMatching matching;
    std::size_t matchedBy[kMatchedByCount] = {};
    std::size_t same = 0;              ///< nodes without a difference
    std::vector<NodeDifference> nodes; ///< in execution order
    std::vector<ConstantDifference> constants;
    std::vector<ModelFactDifference> facts;
    std::vector<RegroupedPartitions> partitions;
    std::optional<PlacementFigures> before, after;           ///< where both placements are given
    std::shared_ptr<const JudgedPlacement> judgedA, judgedB; ///< where both are given

    [[nodiscard]] bool knowsDamage() const { return judgedA && judgedB; }

    /// Whether nothing differs. Figures alone are no difference: they follow from the nodes.
    [[nodiscard]] bool equal() const {
        return nodes.empty() && constants.empty() && facts.empty() && partitions.empty();
    }
    [[nodiscard]] std::size_t count(NodeDifference::Status status) const;
};

/// A model, and its placement if sides are to be compared. The placement may be of the model with
/// its functions inlined: nodes keep their ids.
struct ComparedModel {
    const Model& model;
    const Partitioning* placement = nullptr;
    std::shared_ptr<const JudgedPlacement> judged{}; ///< tells the damage of the differences
    /// The label of the record that the placement is of; empty: it is predicted. A record tells who
    /// ran a node and not how nodes were joined, so partitions are then no differences.
    Message measuredBy{};
};

struct CompareOptions {
    bool sameDocument = false; ///< both are states of one document: ids are never reused
    double rtol = 0, atol = 0; ///< allowed between constants: atol + rtol · |value in A|
    std::set<DifferenceKind> ignored;
    std::vector<std::pair<NodeId, NodeId>> byHand{}; ///< nodes of A and B that are the same node
};

/// Compares two models: their nodes in all graphs, constants, inputs and outputs, and what the files
/// say about them. Constants are compared by their bytes first; mapped files are not copied. Fails
/// when cancelled.
Result<ModelDifferences> compareModels(const ComparedModel& a, const ComparedModel& b,
                                       const CompareOptions& options = {},
                                       const Progress& progress = {});

} // namespace partita
