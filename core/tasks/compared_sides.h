#pragma once

#include <memory>

#include "core/compare/difference_groups.h"
#include "core/rewrite/pass.h"
#include "core/rewrite/recipe.h"
#include "core/session/placement.h"
#include "core/tasks/models/document_state.h"
#include "core/tasks/records/recorded_providers.h"
#include "core/tasks/scenario/scenario.h"

namespace partita {

/// One side of a comparison: a model, and what decides on its placement.
struct ComparisonSide {
    Message name;        ///< "b.onnx", "before the simplifier"
    Model stored, model; ///< without and with inferred shapes
    ProviderList providers;
    PartitionOptions wishes{};
    Scenario scenario{};
    /// What a runtime recorded about the nodes of `model`; null: its placement is predicted.
    std::shared_ptr<const MeasuredPlacement> measured{};
    RecordedNames recordedNames =
        RecordedNames::ofPrediction;   ///< `own` where both sides are records
    std::vector<Message> notCarried{}; ///< wishes of the first side that this one cannot have

    /// Leaves out the wishes about nodes, which are nodes of another model, and says so.
    void forgetNodeWishes();
};

/// A side with its placement under its scenario.
struct PlacedSide {
    Message name;
    Model stored, model; ///< `model` as the scenario changes it
    Model sized;         ///< `model` for figures and labels; see `sizedModel`
    std::shared_ptr<const Partitioning> placement; ///< null: models only are compared
    Scenario scenario{};
    std::vector<NotApplied> notApplied{}; ///< changes that do not fit, and pins that were not kept
    std::vector<Message> notCarried{};    ///< wishes of the other side that this one cannot have
    std::size_t applied = 0;              ///< changes with an effect
    std::size_t assumed = 0;              ///< nodes that run only because the scenario says so
    std::shared_ptr<const JudgedPlacement> judged{};     ///< null: the damage of nodes is not told
    std::shared_ptr<const MeasuredPlacement> measured{}; ///< null: the placement is predicted
    [[nodiscard]] ComparedModel compared() const {
        return {model, placement.get(), judged, measured ? measured->label : Message()};
    }
};

/// What must be said of a side.
struct SideNote {
    Message text;
    bool warns = true; ///< something does not hold, or is not known; false: all is as it was wanted
};
/// What was not carried over to a side, how much of its scenario was applied, and what was not; then
/// what its record does not tell. `which`: what the side is called.
std::vector<SideNote> notesOf(const PlacedSide& side, const Message& which);

/// What makes a side another one than its model as it was read; what is not given changes nothing.
struct SideSource {
    std::optional<Recipe> recipe{}; ///< by which the model is simplified
    std::filesystem::path record{}; ///< what a runtime wrote about the model
    /// The model that the record is about, with the ids of the side; nothing: the model of the side,
    /// after the recipe.
    std::optional<Model> recorded{};
};

/// A side with what `source` gives it. Passes start where `simplify` does: with the model as its file
/// has it, `side.stored`. `evaluator` folds constants for a recipe; null: they are not folded.
Result<ComparisonSide> sideFrom(const SideSource& source, ComparisonSide side,
                                ConstantEvaluator* evaluator, const Progress& progress = {});

/// Applies the scenario of a side and places its nodes, or has them where they were recorded. A
/// change that does not fit is left out and named; the others are applied. A call of a model-local
/// function is a node of the side, which is where the nodes of the function are.
Result<PlacedSide> placeSide(ComparisonSide side, const Progress& progress = {});

/// Two sides and what differs from A to B.
struct SideComparison {
    PlacedSide a, b;
    ModelDifferences differences;
    std::vector<DifferenceGroup> groups;
    bool documentIsA = false;                  ///< the document in view is side A, otherwise side B
    std::shared_ptr<const BesideModel> beside; ///< the other side, in the ids of the document
};

/// Compares the document in view with another side. `sameDocument`: the other side is a state of
/// the same document, whose ids it has. `documentFirst`: the document is side A. `byHand`: nodes of
/// the document and of the other side that are the same node because the user says so.
Result<std::shared_ptr<const SideComparison>>
compareDocument(PlacedSide document, PlacedSide other, bool sameDocument, bool documentFirst,
                const Progress& progress = {},
                const std::vector<std::pair<NodeId, NodeId>>& byHand = {});

/// The node of the other side, in its own ids, that is a node of the model beside the document; none:
/// there is no such node.
NodeId otherNode(const SideComparison& comparison, NodeId beside);

/// Where one side shows a difference.
struct PointedNode {
    NodeId node; ///< none: nowhere
    /// The side has not the node of the difference, or does not show it: this one stands in its
    /// place.
    bool standsIn = false;
};
/// The node of the document to show for a difference: the node itself; if only the other side has
/// it, the node that it became, or its nearest neighbour that both have. Of a body that is gone as a
/// whole, what is nearest to the node that had it.
PointedNode shownNode(const SideComparison& comparison, const NodeDifference& difference);
/// The same in the model beside the document, in the ids that it has there. In a body that is gone
/// with its node, that node.
PointedNode besideNode(const SideComparison& comparison, const NodeDifference& difference);

} // namespace partita
