#include "core/tasks/models/document_state.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <iterator>
#include <unordered_set>

#include "core/base/log.h"
#include "core/base/try.h"
#include "core/ir/function_calls.h"
#include "core/onnx/infer_edited.h"
#include "core/onnx/infer_shapes.h"
#include "core/scene/aligned_scenes.h"
#include "core/session/placed_calls.h"
#include "core/session/sized_model.h"
#include "core/tasks/models/opened_model.h"
#include "core/tasks/scenario/model_changes.h"

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
    auto state = std::make_shared<DocumentState>();
    state->path = path;
    state->stamp = stampOf(path).value_or(FileStamp()); // before: what changes then is noticed
    auto opened = PARTITA_TRY(openModel(path, Prepare::inferred, progress));
    state->original = std::move(opened.stored);
    state->model = std::move(opened.ready);
    state->isInferred = opened.isInferred;
    state->compiled = compiledNodesOf(state->original, path.parent_path());
    state->openSeconds = secondsSince(start);
    log(LogLevel::info, PARTITA_TEXT("opened"));
    return state;
}

/// Whether two states of a model have the same EPContext nodes, whose binaries need not be read again
/// then.
bool sameContexts(const Model& a, const Model& b) {
    return std::ranges::equal(
        epContextsOf(a), epContextsOf(b), [&](const EpContext& one, const EpContext& other) {
            return one.node == other.node && a.node(one.node) == b.node(other.node);
        });
}

/// The next state of `base`, with shapes inferred again where the model has changed. One that is
/// placed again has no scenario yet.
Result<std::shared_ptr<DocumentState>> nextOf(const DocumentRequest& request,
                                              const Progress& progress) {
    auto state = std::make_shared<DocumentState>(
        request.repartition ? *DocumentState::unchanged(request.base) : *request.base);
    // What is shown, and what stands beside it, is the same with and without a scenario.
    state->scene = request.base->scene;
    state->step = request.base->step;
    state->beforeModel = request.base->beforeModel;
    state->before = request.base->before;
    state->beside = request.base->beside;
    if (request.inferTypes) {
        state->optimized = nullptr;
        state->partitioning = state->inFunctions = nullptr;
        state->asOpened = nullptr;
        const DocumentState* earlier = request.earlier.get();
        auto inferred = earlier && earlier->isInferred
                            ? inferShapesAfterEdit({earlier->original, earlier->model},
                                                   state->original, progress)
                            : inferShapes(state->original, progress);
        state->compiled = earlier && sameContexts(earlier->original, state->original)
                              ? earlier->compiled
                              : compiledNodesOf(state->original, state->path.parent_path());
        state->isInferred = static_cast<bool>(inferred);
        if (inferred)
            state->model = *std::move(inferred);
    }
    return state;
}

Result<std::shared_ptr<const GraphScene>> sceneOf(const Model& model, GraphId shown,
                                                  const Partitioning& partitioning,
                                                  SceneOptions options, const Progress& progress) {
    auto scene = buildScene(model, shown, &partitioning, options, progress);
    if (!scene && options.useDot && !progress.cancelled()) { // too large or too slow for Graphviz
        log(LogLevel::warning, scene.error().whole());
        options.useDot = false;
        scene = buildScene(model, shown, &partitioning, options, progress);
    }
    return std::make_shared<const GraphScene>(PARTITA_TRY(std::move(scene)));
}

/// The placement for the picture of a graph.
const Partitioning& placementShown(const DocumentState& state, GraphId shown) {
    return state.inFunctions && graphsOfFunctions(state.model)[shown.value] ? *state.inFunctions
                                                                            : *state.partitioning;
}

/// The scene of the model before the step: the graph `shown`, or the main graph if that model has
/// no such graph.
Result<std::shared_ptr<const GraphScene>> sceneBefore(const DocumentRequest& request,
                                                      const Model& before, GraphId shown,
                                                      const SceneOptions& options,
                                                      const Progress& progress) {
    const auto inferred = inferShapes(before, progress);
    const Model& typed = inferred ? *inferred : before;
    const auto applied =
        applyScenario(typed, request.providers, request.wishes, request.scenario, progress);
    const auto placed =
        PARTITA_TRY(placeModel(typed, applied.providers, applied.options, progress));
    return std::make_shared<const GraphScene>(PARTITA_TRY(buildScene(
        sizedModel(typed, *placed.optimized), typed.graph(shown) ? shown : typed.mainGraph(),
        &placed.ofSource, options, progress)));
}

/// The scene of the model beside the document.
Result<std::shared_ptr<const GraphScene>> sceneBeside(const BesideModel& beside, GraphId shown,
                                                      const SceneOptions& options,
                                                      const Progress& progress) {
    const Model& model = beside.model;
    return std::make_shared<const GraphScene>(
        PARTITA_TRY(buildScene(model, model.graph(shown) ? shown : model.mainGraph(),
                               beside.placement.get(), options, progress)));
}

/// Adds the groups beside the document that hold what its open groups hold, so that both fold alike.
/// Returns whether there are any. `own`: a scene of the document, null: there is none yet.
bool openPartners(std::set<GroupKey>& expanded, const GraphScene* own, const GraphScene& beside) {
    std::set<GroupKey> partners;
    for (const GroupKey& group : expanded)
        if (own)
            std::ranges::copy(partnerGroups(*own, group, beside),
                              std::inserter(partners, partners.end()));
    const std::size_t before = expanded.size();
    expanded.merge(partners);
    return expanded.size() > before;
}

/// Lays out the document and the model beside it so that what both have is at the same height, and
/// what only one has leaves its place free in the other.
Result<void> layOutPair(DocumentState& state, GraphId shown, SceneOptions options,
                        const Progress& progress) {
    const BesideModel& beside = *state.beside;
    options.layout.columnGap = LayoutOptions::kMarkedGap;
    auto first = PARTITA_TRY(sceneBeside(beside, shown, options, progress));
    if (openPartners(options.expanded, state.scene.get(), *first))
        first = PARTITA_TRY(sceneBeside(beside, shown, options, progress));
    options.previous = first.get();
    options.ghosts = beside.step.removed;
    auto own =
        PARTITA_TRY(sceneOf(state.sized, shown, placementShown(state, shown), options, progress));
    options.previous = own.get();
    options.ghosts = beside.step.added;
    GraphScene other = *PARTITA_TRY(sceneBeside(beside, shown, options, progress)), aligned = *own;
    // Where a node is only added, its place stays free, but nothing was taken out.
    for (SceneGhost& ghost : (beside.isAfter ? aligned : other).ghosts)
        ghost.isAdded = true;
    alignScenes(aligned, other);
    state.scene = std::make_shared<const GraphScene>(std::move(aligned));
    state.before = std::make_shared<const GraphScene>(std::move(other));
    return {};
}

bool sameWishes(const PartitionOptions& a, const PartitionOptions& b) {
    return a.level == b.level && a.excluded == b.excluded && a.pinned == b.pinned &&
           a.takenAnyway == b.takenAnyway && a.rulesOff == b.rulesOff && a.grouping == b.grouping;
}

/// What follows from a placement, and no picture needs.
struct Judgement {
    CopyEstimate copies;
    std::shared_ptr<const Triage> triage;

    Judgement(const Model& sized, const ProviderList& providers, const Partitioning& placed)
        : copies(estimateCopies(sized, providers, placed)),
          triage(std::make_shared<const Triage>(partita::triage(sized, placed))) {}

    void addTo(DocumentState& state) {
        state.copies = copies;
        state.triage = std::move(triage);
    }
};

/// Makes what a placed state still lacks on another thread, while its picture is made.
class Meanwhile {
public:
    /// `outline`: it is made as well, because the picture does without it.
    Meanwhile(const DocumentState& state, bool outline, GroupBy by)
        : m_made(std::async(std::launch::async | std::launch::deferred,
                            [sized = state.sized, providers = state.providers,
                             placed = state.partitioning, outline, by, judge = !state.triage] {
                                Made made;
                                if (judge)
                                    made.judgement.emplace(sized, providers, *placed);
                                if (outline)
                                    made.outline =
                                        std::make_shared<const Outline>(sized, *placed, by);
                                return made;
                            })) {}

    void addTo(DocumentState& state) {
        Made made = m_made.get();
        if (made.judgement)
            made.judgement->addTo(state);
        if (made.outline)
            state.outline = std::move(made.outline);
    }

private:
    struct Made {
        std::optional<Judgement> judgement;
        std::shared_ptr<const Outline> outline;
    };
    std::future<Made> m_made; // waits for its thread when it ends, also where the picture fails
};

/// Places the nodes of the model, without a triage. Another device or restriction needs no new
/// rewrites.
Result<void> place(DocumentState& state, ProviderList providers, PartitionOptions wishes,
                   const Progress& progress) {
    const bool usable = state.optimized && state.optimized->level == wishes.level;
    auto placed = PARTITA_TRY(
        placeModel(state.model, providers, wishes, progress, usable ? state.optimized : nullptr));
    if (state.optimized != placed.optimized)
        state.sized = sizedModel(state.model, *placed.optimized);
    state.optimized = std::move(placed.optimized);
    state.partitioning = std::make_shared<const Partitioning>(std::move(placed.ofSource));
    state.inFunctions = state.partitioning->inlined
                            ? std::make_shared<const Partitioning>(
                                  placementInFunctions(state.model, *state.partitioning))
                            : nullptr;
    state.copies = {};
    state.triage = nullptr;
    state.providers = std::move(providers);
    state.wishes = std::move(wishes);
    return {};
}

/// Applies the scenario to a state that is placed without it.
Result<std::shared_ptr<DocumentState>> changed(const std::shared_ptr<const DocumentState>& base,
                                               const DocumentRequest& request,
                                               const Progress& progress) {
    auto next = std::make_shared<DocumentState>(*base);
    auto effect = std::make_shared<ScenarioEffect>();
    const ScenarioEffect* before =
        request.base && !request.inferTypes ? request.base->effect.get() : nullptr;
    effect->inModel = modelChangesOf(request.scenario);
    const bool known = before && !before->inModel.empty() && before->inModel == effect->inModel;
    if (known) { // the model that is shown has them
        next->original = request.base->original;
        next->model = request.base->model;
        next->isInferred = false;
        next->sized = request.base->sized;
        next->optimized = request.base->optimized;
    }
    auto applied =
        applyScenario(next->model, request.providers, request.wishes,
                      known ? withoutModelChanges(request.scenario) : request.scenario, progress);
    if (!known && !effect->inModel.empty()) {
        effect->inModel = modelChangesOf(request.scenario, applied);
        next->original = storedUnder(base->original, effect->inModel, applied.model);
        next->model = applied.model;
        next->isInferred = false;
        if (!effect->inModel.empty())
            next->optimized = nullptr;
    }
    PARTITA_TRY(place(*next, applied.providers, applied.options, progress));
    effect->scenario = request.scenario;
    effect->applied =
        applied.applied + (known ? effect->inModel.size() : 0); // those are in the model
    effect->notApplied = std::move(applied.notApplied);
    for (NotApplied& pin : unkeptPins(request.scenario, applied, *next->partitioning))
        effect->notApplied.push_back(std::move(pin));
    effect->difference = differenceOf(*base->partitioning, *next->partitioning);
    if (changesNodes({effect->inModel}))
        keepNodesOfBoth(effect->difference, base->model, next->model);
    effect->base = base;
    next->effect = std::move(effect);
    return next;
}

/// A placed state on what was chosen when it was opened. What is made before the placement depends on
/// the level only: it is not made again.
Result<std::shared_ptr<const EarlierPlacement>> placedAsOpened(const DocumentState& state,
                                                               const PlacementGround& opened,
                                                               PartitionOptions wishes,
                                                               const Progress& progress) {
    const bool usable = state.optimized && state.optimized->level == opened.level;
    wishes.level = opened.level;
    const auto placed = PARTITA_TRY(placeModel(state.model, opened.providers, wishes, progress,
                                               usable ? state.optimized : nullptr));
    auto made = std::make_shared<EarlierPlacement>();
    made->placed = std::make_shared<const Partitioning>(placed.ofSource);
    made->copies = estimateCopies(usable ? state.sized : sizedModel(state.model, *placed.optimized),
                                  opened.providers, *made->placed);
    return std::shared_ptr<const EarlierPlacement>(std::move(made));
}

/// Compares the placement of a state with the one that it had when it was opened.
std::shared_ptr<const PlacementChange> changeOf(const DocumentState& state) {
    const DocumentState* base = state.effect ? state.effect->base.get() : nullptr;
    if (!state.asOpened && !base)
        return nullptr;
    auto change = std::make_shared<PlacementChange>();
    change->before =
        state.asOpened ? *state.asOpened : EarlierPlacement{base->partitioning, base->copies};
    change->difference = state.asOpened ? differenceOf(*change->before.placed, *state.partitioning)
                                        : state.effect->difference;
    return change;
}

/// Places the nodes as the request says, first without its scenario.
Result<std::shared_ptr<DocumentState>> placedState(std::shared_ptr<DocumentState> state,
                                                   const DocumentRequest& request,
                                                   const Progress& progress) {
    const PlacementGround ground{request.providers, request.wishes.level};
    const bool isAnother = request.opened && *request.opened != ground;
    if (!isAnother)
        state->asOpened = nullptr;
    else if (!state->asOpened && state->partitioning &&
             PlacementGround{state->providers, state->wishes.level} == *request.opened)
        state->asOpened = std::make_shared<const EarlierPlacement>(
            EarlierPlacement{state->partitioning, state->copies}); // it is in view till now
    if (!state->partitioning || state->providers != request.providers ||
        !sameWishes(state->wishes, request.wishes))
        PARTITA_TRY(place(*state, request.providers, request.wishes, progress));
    if (isAnother && !state->asOpened)
        state->asOpened =
            PARTITA_TRY(placedAsOpened(*state, *request.opened, request.wishes, progress));
    if (std::ranges::none_of(request.scenario.changes, &ScenarioChange::on))
        return state;
    if (!state->triage)
        Judgement(state->sized, state->providers, *state->partitioning).addTo(*state);
    return changed(state, request, progress);
}

/// The nodes that a step takes out or changes, and those that a picture draws. A picture of that
/// step draws them even where they are computed from constants alone, as folding takes out such
/// nodes only.
std::unordered_set<NodeId> drawnForStep(const ModelStep& step, const GraphScene* before) {
    std::unordered_set<NodeId> drawn;
    for (const auto* nodes : {&step.removed, &step.changed, &step.added})
        drawn.insert(nodes->begin(), nodes->end());
    if (before)
        for (const SceneBox& box : before->boxes)
            if (box.kind == SceneBox::Kind::node)
                drawn.insert(box.node);
    return drawn;
}

/// Makes the picture of a placed state, and that of the model before or beside it.
Result<void> draw(DocumentState& state, const DocumentRequest& request, SceneOptions options,
                  const Progress& progress) {
    auto previous = request.base ? request.base->scene : nullptr;
    options.previous = previous.get();
    options.keepLayout = request.base && request.repartition && !request.inferTypes;
    const GraphId shown = request.scope ? request.scope : state.model.mainGraph();
    if (state.beside || state.beforeModel)
        options.view = {}; // both pictures have the same shape
    if (state.beside)
        return layOutPair(state, shown, options, progress);
    std::unordered_set<NodeId> wanted;
    options.wanted = &wanted;
    if (state.beforeModel && !request.keepBefore) {
        wanted = drawnForStep(state.step, nullptr);
        state.before = previous =
            PARTITA_TRY(sceneBefore(request, *state.beforeModel, shown, options, progress));
        options.previous = previous.get();
    }
    if (state.before) {
        options.ghosts = state.step.removed;
        wanted = drawnForStep(state.step, state.before.get());
    }
    if (options.collapse)
        options.outline = state.outline->of(shown);
    state.scene =
        PARTITA_TRY(sceneOf(state.sized, shown, placementShown(state, shown), options, progress));
    return {};
}

} // namespace

ModelStep ModelStep::of(const ModelDelta& delta, const Model& after) {
    ModelStep step;
    for (const auto& change : delta.nodes)
        (!change.after    ? step.removed
         : !change.before ? step.added
                          : step.changed)
            .push_back(change.id);
    for (const auto& change : delta.values) {
        const bool isConstant = change.after && change.after->isConstant();
        step.constants += (change.before && change.before->isConstant()) || isConstant;
        if (isConstant && !step.reader && !after.consumers(change.id).empty())
            step.reader = after.consumers(change.id).front();
    }
    return step;
}

Result<std::shared_ptr<DocumentState>> makeDocumentState(const DocumentRequest& request,
                                                         const Progress& progress) {
    auto state = PARTITA_TRY(request.base ? nextOf(request, progress)
                                          : readDocument(request.path, progress));
    if (request.repartition || !state->partitioning) {
        state = PARTITA_TRY(placedState(std::move(state), request, progress));
        state->change = changeOf(*state);
    }
    SceneOptions options = request.scene;
    if (!request.base)
        options.collapse = state->model.nodes().count() > kCollapseAbove;
    const bool outline = request.repartition || request.inferTypes || !state->outline ||
                         state->outline->groupedBy() != options.groupBy;
    if (outline && options.collapse) // the picture has its groups
        state->outline =
            std::make_shared<const Outline>(state->sized, *state->partitioning, options.groupBy);
    std::optional<Meanwhile> meanwhile;
    if (!state->triage || (outline && !options.collapse))
        meanwhile.emplace(*state, outline && !options.collapse, options.groupBy);
    const auto start = Clock::now();
    PARTITA_TRY(draw(*state, request, options, progress));
    state->layoutSeconds = secondsSince(start);
    if (meanwhile)
        meanwhile->addTo(*state);
    return state;
}

} // namespace partita
