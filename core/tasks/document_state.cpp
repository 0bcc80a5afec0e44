#include "core/tasks/document_state.h"

#include <chrono>

#include "core/base/log.h"
#include "core/base/try.h"
#include "core/onnx/infer_shapes.h"
#include "core/tasks/opened_model.h"

namespace partita {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kCollapseAbove = 2000; ///< node count above which a model opens collapsed

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

Result<std::shared_ptr<DocumentState>> readDocument(const std::filesystem::path& path,
                                                    const Progress& progress) {
    const auto start = Clock::now();
    auto opened = PARTITA_TRY(openModel(path, Prepare::inferred, progress));
    auto state = std::make_shared<DocumentState>();
    state->path = path;
    state->original = std::move(opened.stored);
    state->model = std::move(opened.ready);
    state->openSeconds = secondsSince(start);
    log(LogLevel::info, "opened");
    return state;
}

/// The next state of `base`, with shapes inferred again where the model has changed.
Result<std::shared_ptr<DocumentState>> nextOf(const DocumentRequest& request,
                                              const Progress& progress) {
    auto state = std::make_shared<DocumentState>(*request.base);
    if (request.inferTypes) {
        state->optimized = nullptr;
        if (auto inferred = inferShapes(state->original, progress))
            state->model = *std::move(inferred);
    }
    return state;
}

Result<std::shared_ptr<const GraphScene>> sceneOf(const Model& model, GraphId shown,
                                                  const Partitioning& partitioning,
                                                  SceneOptions options, const Progress& progress) {
    auto scene = buildScene(model, shown, &partitioning, options, progress);
    if (!scene && options.useDot && !progress.cancelled()) { // too large or too slow for Graphviz
        log(LogLevel::warning, scene.error().message());
        options.useDot = false;
        scene = buildScene(model, shown, &partitioning, options, progress);
    }
    return std::make_shared<const GraphScene>(PARTITA_TRY(std::move(scene)));
}

/// The scene of the model before the step: the graph `shown`, or the main graph if that model has
/// no such graph.
Result<std::shared_ptr<const GraphScene>> sceneBefore(const DocumentRequest& request,
                                                      const Model& before, GraphId shown,
                                                      const SceneOptions& options,
                                                      const Progress& progress) {
    const auto inferred = inferShapes(before, progress);
    const Model& typed = inferred ? *inferred : before;
    const auto placed =
        PARTITA_TRY(placeModel(typed, request.providers, request.wishes, progress)).ofSource;
    return std::make_shared<const GraphScene>(PARTITA_TRY(buildScene(
        typed, typed.graph(shown) ? shown : typed.mainGraph(), &placed, options, progress)));
}

/// Places the nodes of the model. Another device or restriction needs no new rewrites.
Result<void> place(DocumentState& state, const DocumentRequest& request, const Progress& progress) {
    const bool usable = state.optimized && state.optimized->level == request.wishes.level;
    auto placed = PARTITA_TRY(placeModel(state.model, request.providers, request.wishes, progress,
                                         usable ? state.optimized : nullptr));
    state.optimized = std::move(placed.optimized);
    state.partitioning = std::make_shared<const Partitioning>(std::move(placed.ofSource));
    return {};
}

} // namespace

ModelStep ModelStep::of(const ModelDelta& delta) {
    ModelStep step;
    for (const auto& change : delta.nodes)
        (!change.after    ? step.removed
         : !change.before ? step.added
                          : step.changed)
            .push_back(change.id);
    for (const auto& change : delta.values)
        step.constants += (change.before && change.before->isConstant()) ||
                          (change.after && change.after->isConstant());
    return step;
}

Result<std::shared_ptr<DocumentState>> makeDocumentState(const DocumentRequest& request,
                                                         const Progress& progress) {
    auto state = PARTITA_TRY(request.base ? nextOf(request, progress)
                                          : readDocument(request.path, progress));
    if (request.repartition || !state->partitioning)
        PARTITA_TRY(place(*state, request, progress));
    if (request.repartition || !state->triage)
        state->triage = std::make_shared<const Triage>(triage(state->model, *state->partitioning));
    if (request.repartition || !state->outline)
        state->outline = std::make_shared<const Outline>(state->model, *state->partitioning);
    const auto start = Clock::now();
    SceneOptions options = request.scene;
    auto previous = request.base ? request.base->scene : nullptr;
    options.previous = previous.get();
    const GraphId shown = request.scope ? request.scope : state->model.mainGraph();
    if (state->beforeModel)
        options.view = {}; // both pictures have the same shape
    if (state->beforeModel && !request.keepBefore) {
        state->before = previous =
            PARTITA_TRY(sceneBefore(request, *state->beforeModel, shown, options, progress));
        options.previous = previous.get();
    }
    if (state->before)
        options.ghosts = state->step.removed;
    if (!request.base)
        options.collapse = state->model.nodes().count() > kCollapseAbove;
    options.outline = state->outline->of(shown);
    state->scene =
        PARTITA_TRY(sceneOf(state->model, shown, *state->partitioning, options, progress));
    state->layoutSeconds = secondsSince(start);
    return state;
}

} // namespace partita
