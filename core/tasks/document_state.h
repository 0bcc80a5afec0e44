#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "core/scene/graph_scene.h"
#include "core/scene/outline.h"
#include "core/session/placement.h"
#include "core/session/triage.h"

namespace partita {

/// The nodes that one step changes; removed nodes only exist in the model before it.
struct ModelStep {
    std::vector<NodeId> removed, added, changed;
    std::size_t constants = 0; ///< initializers that were removed, added or changed
    static ModelStep of(const ModelDelta& delta);
};

/// Everything that the window shows of one model. Immutable: a job makes a new state and the views
/// switch to it.
struct DocumentState {
    std::filesystem::path path;
    Model original;                                   ///< as in the file
    Model model;                                      ///< with inferred shapes
    std::shared_ptr<const OptimizedModel> optimized;  ///< the model that is placed and run
    std::shared_ptr<const Partitioning> partitioning; ///< on the nodes of `model`
    std::shared_ptr<const Triage> triage;             ///< of the partitioning
    std::shared_ptr<const Outline> outline;           ///< of all graphs, with their groups
    std::shared_ptr<const GraphScene> scene;          ///< of the graph that is shown
    ModelStep step;                                   ///< from `beforeModel`, if any
    std::optional<Model> beforeModel;                 ///< the model before `step`
    std::shared_ptr<const GraphScene> before;         ///< scene of that model, or null
    double openSeconds = 0, layoutSeconds = 0;
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
    SceneOptions scene{}; ///< for a newly read file, `collapse` depends on its size
};

/// Reads the file or takes `base`, infers shapes, partitions the model and lays out its graph.
/// Where shape inference fails, the model keeps its shapes; where Graphviz fails, the graph is laid
/// out without it. The log says so, but not for an inference that `inferTypes` asked for.
Result<std::shared_ptr<DocumentState>> makeDocumentState(const DocumentRequest& request,
                                                         const Progress& progress);

} // namespace partita
