#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "core/scene/graph_scene.h"
#include "core/session/partitioner.h"

namespace partita {

/// The nodes of one step from a model to the next: those taken out exist only before it.
struct ModelStep {
    std::vector<NodeId> removed, added, changed;
    std::size_t constants = 0; ///< initializers taken out, added or changed
    static ModelStep of(const ModelDelta& delta);
};

/// What is shown of one model, all of it immutable: a worker makes a new one, a view swaps.
struct DocumentState {
    std::filesystem::path path;
    Model original; ///< as in the file
    Model model;    ///< with inferred shapes
    std::shared_ptr<const Partitioning> partitioning;
    std::shared_ptr<const GraphScene> scene;  ///< of the graph in view
    ModelStep step;                           ///< from the model before, if there is one
    std::optional<Model> beforeModel;         ///< the model before `step`
    std::shared_ptr<const GraphScene> before; ///< its picture, or null
    double openSeconds = 0, layoutSeconds = 0;
};

/// What to show, and how.
struct DocumentRequest {
    std::filesystem::path path;
    std::shared_ptr<const DocumentState> base; ///< null: read the file
    bool repartition = true;
    bool inferTypes = false; ///< of `base`, whose model is another one than before
    bool keepBefore = false; ///< the picture of the model before is right already
    GraphId scope{};         ///< the graph in view; none: the main graph
    ProviderList providers{};
    PartitionOptions wishes{};
    SceneOptions scene{}; ///< for a file that is read, `collapse` goes by its size
};

/// Reads or takes the model, places its nodes and makes its picture. What the library of shapes refuses
/// is shown with the shapes in the file; a graph that Graphviz cannot lay out is laid out without it;
/// the log says so.
Result<std::shared_ptr<DocumentState>> makeDocumentState(const DocumentRequest& request,
                                                         const Progress& progress);

} // namespace partita
