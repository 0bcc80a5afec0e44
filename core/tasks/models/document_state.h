#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/document/file_stamp.h"
#include "core/epcontext/formats/context_content.h"
#include "core/scene/graph_scene.h"
#include "core/scene/outline.h"
#include "core/session/device_copies.h"
#include "core/session/placement.h"
#include "core/session/placement_difference.h"
#include "core/session/triage.h"
#include "core/tasks/scenario/scenario.h"

namespace partita {

/// The nodes that one step changes; removed nodes only exist in the model before it.
struct ModelStep {
    std::vector<NodeId> removed, added, changed;
    std::vector<NodeId> moved{}; ///< run by another provider on the other side of a comparison
    std::size_t constants = 0;   ///< initializers that were removed, added or changed
    NodeId reader{};             ///< of one that was added or changed; none: nothing reads any
    /// `after`: the model that the delta leads to.
    static ModelStep of(const ModelDelta& delta, const Model& after);
};

/// A model that is shown beside the document to compare them. What both have has the ids of the
/// document.
struct BesideModel {
    Model model; ///< with inferred shapes
    std::shared_ptr<const Partitioning> placement;
    ModelStep step;       ///< what differs, from this model to the document
    bool isAfter = false; ///< it stands on the right, as what the document would become
    /// The ids here of nodes that the document has not, by their ids in their own model; empty: all
    /// have the same ids.
    std::unordered_map<NodeId, NodeId> removedIds{};
};

struct DocumentState;

/// What a scenario made of a document.
struct ScenarioEffect {
    Scenario scenario;
    std::vector<ScenarioChange> inModel; ///< of its changes: those that the model has
    std::size_t applied = 0;             ///< of its changes
    std::vector<NotApplied> notApplied;  ///< unkept pins as well
    PlacementDifference difference;      ///< from `base`
    /// The same document without the scenario; its scene may show another placement.
    std::shared_ptr<const DocumentState> base;
};

/// On what a model is placed, before any scenario.
struct PlacementGround {
    ProviderList providers;
    OptimizationLevel level = OptimizationLevel::basic;
    friend bool operator==(const PlacementGround&, const PlacementGround&) = default;
};

/// A placement that the one in view is compared with.
struct EarlierPlacement {
    std::shared_ptr<const Partitioning> placed;
    CopyEstimate copies;
};

/// What a scenario, and other choices of providers since the document was opened, make of a
/// placement.
struct PlacementChange {
    EarlierPlacement before;        ///< of the same model
    PlacementDifference difference; ///< from `before`
};

/// Everything that the window shows of one model. Immutable: a job makes a new state and the views
/// switch to it.
struct DocumentState {
    std::filesystem::path path;
    FileStamp stamp;         ///< of the file, as it was read or saved
    Model original;          ///< as in the file
    Model model;             ///< with inferred shapes
    bool isInferred = false; ///< `model` is what inference makes of `original`
    Model sized;             ///< `model` for figures and labels; see `sizedModel`
    std::shared_ptr<const OptimizedModel> optimized;  ///< the model that is placed and run
    std::shared_ptr<const Partitioning> partitioning; ///< on the nodes of `model`
    std::shared_ptr<const Partitioning> inFunctions;  ///< on those of functions; null: it has none
    CopyEstimate copies;                              ///< of one run of the partitioning
    CompiledNodes compiled;                           ///< of `original`
    std::shared_ptr<const Triage> triage;             ///< of the partitioning
    std::shared_ptr<const Outline> outline;           ///< of all graphs, with their groups
    std::shared_ptr<const GraphScene> scene;          ///< of the graph that is shown
    ProviderList providers;                           ///< that the nodes are placed on
    PartitionOptions wishes;                          ///< with which they are placed
    std::shared_ptr<const ScenarioEffect> effect;     ///< null: no scenario, or all of it is off
    /// Of this model on what was chosen when it was opened; null: that is chosen now, too.
    std::shared_ptr<const EarlierPlacement> asOpened;
    /// What became of the placement as it was opened; null: that is in view.
    std::shared_ptr<const PlacementChange> change;
    ModelStep step;                            ///< from `beforeModel`, if any
    std::optional<Model> beforeModel;          ///< the model before `step`
    std::shared_ptr<const GraphScene> before;  ///< scene of that model, or null
    std::shared_ptr<const BesideModel> beside; ///< what it is compared with, in place of a step
    double openSeconds = 0, layoutSeconds = 0;

    /// The placement that has a node: that of functions, each as in its first call, for theirs.
    [[nodiscard]] const Partitioning& placementOf(NodeId node) const {
        return inFunctions && partitioning->verdicts(node).empty() ? *inFunctions : *partitioning;
    }

    /// `state` without its scenario.
    static std::shared_ptr<const DocumentState>
    unchanged(const std::shared_ptr<const DocumentState>& state) {
        return state && state->effect ? state->effect->base : state;
    }
};

/// What a document state is made from.
struct DocumentRequest {
    std::filesystem::path path;
    std::shared_ptr<const DocumentState> base; ///< null: read the file
    bool repartition = true;
    bool inferTypes = false; ///< infer shapes of `base` again, as its model has changed
    bool keepBefore = false; ///< `base` has the right scene of the model before
    GraphId scope{};         ///< the graph to show; none: the main graph
    ProviderList providers{};
    PartitionOptions wishes{};
    /// On what the document was placed when it was opened; nothing: it is being opened.
    std::optional<PlacementGround> opened{};
    Scenario scenario{};  ///< changes what the model, the providers and the wishes say
    SceneOptions scene{}; ///< for a newly read file, `collapse` depends on its size
    /// With `inferTypes`: another state of the document, whose shapes are kept where they still hold;
    /// null: none.
    std::shared_ptr<const DocumentState> earlier{};
};

/// Reads the file or takes `base` without its scenario, infers shapes, partitions the model and lays out its graph.
/// Where shape inference fails, the model keeps its shapes; where Graphviz fails, the graph is laid
/// out without it. The log says so, but not for an inference that `inferTypes` asked for. What a
/// scenario leaves as it was is not made again: shapes, rewrites, the placement without it, and in
/// a large graph the places of the boxes.
Result<std::shared_ptr<DocumentState>> makeDocumentState(const DocumentRequest& request,
                                                         const Progress& progress);

} // namespace partita
