#include "views/document/document_controller.h"

#include <malloc.h>

#include <QGuiApplication>
#include <algorithm>

namespace partita {

namespace {

/// Whether a scene of the graph can serve as the picture before a step: it draws what the step takes
/// out or changes, and has no ghosts.
bool isBeforeStep(const GraphScene& scene, GraphId graph, const ModelDelta& step) {
    return scene.graph == graph && scene.ghosts.empty() &&
           std::ranges::all_of(step.nodes, [&](const auto& change) {
               return !change.before || change.before->graph != graph ||
                      change.before->is("Constant") || scene.boxOf(change.id);
           });
}

} // namespace

DocumentController::DocumentController(ProviderList providers, QObject* parent)
    : QObject(parent), m_providers(std::move(providers)), m_all(m_providers),
      m_widths(TextWidths::of(QGuiApplication::font())),
      m_runs(m_jobs[Lane::work],
             [this] {
                 return m_state
                            ? std::optional(RunSubject{model(), this->providers(),
                                                       partitionOptions(), m_state->path, judges()})
                            : std::nullopt;
             }),
      m_values([this] { return m_state.get(); }),
      m_contextMembers([this] { return m_state.get(); }),
      m_simplifier(m_jobs,
                   [this] {
                       return m_state ? std::optional(SimplifySubject{
                                            m_state->original, judges(), {m_providers.back()}})
                                      : std::nullopt;
                   }),
      m_scenarios(*this), m_edits(*this), m_saving(*this), m_measured(*this) {
    qRegisterMetaType<partita::NodeId>();
    qRegisterMetaType<partita::ValueId>();
    qRegisterMetaType<partita::Error>();
    connect(&m_runs, &RunController::failed, this, &DocumentController::failed);
    connect(&m_simplifier, &SimplifyController::failed, this, &DocumentController::failed);
    connect(&m_simplifier, &SimplifyController::modelChosen, this, &DocumentController::showModel);
    connect(this, &DocumentController::documentChanged, &m_values,
            &NodeValuesController::documentChanged);
    connect(this, &DocumentController::sceneChanged, &m_values,
            &NodeValuesController::modelChanged);
    for (const auto changed :
         {&DocumentController::documentChanged, &DocumentController::partitioningChanged})
        connect(this, changed, &m_contextMembers, &ContextMembersController::forget);
    connect(this, &DocumentController::sceneChanged, &m_simplifier,
            &SimplifyController::sceneShown);
}

DocumentController::Pending DocumentController::inPlaceOf(const Pending& pending,
                                                          Pending next) const {
    if (!next.request.base) // opens another file
        return next;
    if (!pending.request.base) // finishes opening the file first
        return pending;
    if (next.request.base != m_state) // shows another model
        return next;
    next.request.base = pending.request.base;
    next.request.repartition = next.request.repartition || pending.request.repartition;
    next.request.inferTypes = next.request.inferTypes || pending.request.inferTypes;
    next.request.earlier = pending.request.earlier;
    next.request.keepBefore = pending.request.keepBefore;
    next.reveal = next.reveal || pending.reveal;
    return next;
}

void DocumentController::start(const QString& title, DocumentRequest wanted, bool reveal) {
    const bool isRunning = m_jobs[Lane::picture].isRunning();
    if (m_toTake && !isRunning && wanted.base && wanted.base == m_state) {
        startStored(title, reveal); // the picture of an edit was cancelled: it is made now
        return;
    }
    Pending next{title, std::move(wanted), reveal};
    if (m_pending && isRunning)
        next = inPlaceOf(*m_pending, std::move(next));
    DocumentRequest& request = next.request;
    const bool fresh = !request.base;
    request.scope = fresh ? GraphId{} : m_scope;
    request.providers = m_providers;
    request.wishes = fresh ? PartitionOptions() : m_options;
    request.wishes.level = m_options.level;
    request.opened = fresh ? std::nullopt : m_opened;
    request.scenario = fresh ? Scenario() : m_scenarios.toApply();
    request.scene.showNames = m_names;
    request.scene.showShapes = m_shapes;
    request.scene.useDot = m_graphviz;
    request.scene.collapse = m_collapsed;
    request.scene.groupBy = m_groupBy;
    request.scene.expanded = fresh ? std::set<GroupKey>() : m_expanded;
    request.scene.view = m_view;
    request.scene.textWidth = [widths = m_widths](const std::string& text, bool bold) {
        return widths->width(text, bold);
    };
    const auto work = [request](const Progress& progress) {
        return makeDocumentState(request, progress);
    };
    m_pending = next;
    name(request.path);
    m_jobs[Lane::picture].start<std::shared_ptr<DocumentState>>(
        next.title, work,
        [this, fresh, reveal = next.reveal](Result<std::shared_ptr<DocumentState>> result) {
            m_pending.reset();
            if (result) {
                apply(*std::move(result), fresh, reveal);
                return;
            }
            if (result.error().code != Errc::cancelled)
                Q_EMIT failed(result.error());
            name(m_state ? m_state->path : std::filesystem::path());
        });
}

void DocumentController::name(const std::filesystem::path& path) {
    m_subject = path.filename().string();
    m_jobs[Lane::picture].setSubject(m_subject);
}

void DocumentController::apply(std::shared_ptr<DocumentState> state, bool newDocument,
                               bool reveal) {
    const bool newPlacement =
        newDocument || !m_state || m_state->partitioning != state->partitioning;
    if (!newDocument) { // it may have been saved meanwhile
        state->path = m_state->path;
        state->stamp = m_state->stamp;
    }
    m_state = std::move(state);
    m_scope = m_state->scene->graph;
    std::erase_if(m_selection,
                  [&](NodeId node) { return newDocument || !m_state->model.node(node); });
    if (newDocument) {
        m_current = {};
        m_tensor = {};
        m_stored = m_state->original;
        m_opened = PlacementGround{m_state->providers, m_state->wishes.level};
        m_bookmarks.clear();
        m_collapsed = m_state->scene->collapsed;
        m_expanded.clear();
        m_jobs[Lane::work].cancel(); // the work belongs to the previous document
        m_jobs[Lane::work].setSubject(m_subject);
        m_runs.clear();
        m_simplifier.clear();
        m_toTake.reset();
        m_history.clear();
        m_scenarios.forget();
        m_edits.forget();
        Q_EMIT documentChanged();
    }
    m_bookmarks.keepThoseOf(m_state->model);
    if (!m_state->model.value(m_tensor))
        m_tensor = {};
    const auto place = std::exchange(m_toTake, std::nullopt);
    if (place)
        takePlace(*place);
    if (newPlacement) {
        m_scenarios.stateShown();
        Q_EMIT partitioningChanged();
    }
    Q_EMIT sceneChanged();
    if (place) {
        Q_EMIT selectionChanged();
        if (!m_current)
            Q_EMIT currentNodeChanged(m_current, false);
    }
    const NodeId inside = std::exchange(m_toOpen, NodeId{});
    const bool isSeen = place && place->view; // as it was, and the node only where it is not seen
    if (m_current && !(inside == m_current && openAround(inside)))
        Q_EMIT currentNodeChanged(m_current, reveal && !isSeen);
    if (!m_current && reveal && m_state->before && !m_state->beside &&
        !m_state->scene->ghosts.empty())
        Q_EMIT ghostWanted(m_state->scene->ghosts.front().node);
    if (isSeen)
        Q_EMIT viewWanted(place->view->scale, place->view->x, place->view->y);
    // Reading, inference, layout and the panels free about as much memory as the graph occupies.
    // Give it back to the system.
    ::malloc_trim(0);
}

void DocumentController::open(const std::filesystem::path& path) {
    start(tr("Opening %1").arg(QString::fromStdString(path.filename().string())),
          {path, nullptr, true});
}

void DocumentController::showModel(const Model& model, NodeId focus, const ModelDelta* last,
                                   GraphId where) {
    if (!m_state)
        return;
    auto state = std::make_shared<DocumentState>(*m_state);
    state->step = last ? ModelStep::of(*last, model) : ModelStep();
    state->beforeModel.reset();
    state->beside.reset();
    if (last)
        state->beforeModel = model.with(last->inverse());
    if (where && model.graph(where))
        m_scope = where;
    else if (!model.graph(m_scope))
        m_scope = model.mainGraph();
    const bool shown = last && diff(*state->beforeModel, state->original).empty() &&
                       isBeforeStep(*state->scene, m_scope, *last);
    state->before = shown ? state->scene : nullptr;
    state->original = state->model = state->sized = model;
    state->effect = nullptr;
    m_scenarios.rewritesShown();
    m_current = focus;
    m_tensor = {};
    if (m_selection.size() <= 1)
        setSelection(focus ? std::vector{focus} : std::vector<NodeId>());
    m_runs.clear();
    DocumentRequest request{state->path, state, true, true, shown};
    request.earlier = DocumentState::unchanged(m_state);
    start(tr("Showing the model"), std::move(request), focus || last);
}

void DocumentController::reload() {
    if (m_state)
        open(m_state->path);
}

void DocumentController::close() {
    m_jobs.cancelAll();
    m_pending.reset();
    m_state.reset();
    name({});
    m_runs.clear();
    m_simplifier.clear();
    m_current = {};
    m_tensor = {};
    m_stored = {};
    m_bookmarks.clear();
    m_selection.clear();
    m_scope = {};
    m_toTake.reset();
    m_history.clear();
    m_scenarios.forget();
    m_edits.forget();
    Q_EMIT documentChanged();
    Q_EMIT sceneChanged();
}

void DocumentController::setProviders(ProviderList providers) {
    m_scenarios.choose({providers, providers, m_options.level},
                       PARTITA_TEXT("Choose the providers"));
}

void DocumentController::setLevel(OptimizationLevel level) {
    PlacementChoice next = choice();
    next.level = level;
    m_scenarios.choose(std::move(next),
                       describe({OptimizationChange{std::string(levelName(level))}}));
}

void DocumentController::takeChoice(const PlacementChoice& choice) {
    m_providers = choice.asked;
    m_all = choice.all;
    m_options.level = choice.level;
}

void DocumentController::placeAgain(bool asOpened) {
    if (!m_state)
        return;
    if (!asOpened) {
        start(tr("Placing nodes"), {m_state->path, m_state, true});
        return;
    }
    startStored(tr("Changing the model"), false);
}

void DocumentController::startStored(const QString& title, bool reveal) {
    m_simplifier.suspend();
    auto state = std::make_shared<DocumentState>(*m_state);
    state->step = {};
    state->beforeModel.reset();
    state->beside.reset();
    state->before = nullptr;
    state->original = state->model = state->sized = m_stored;
    state->effect = nullptr;
    DocumentRequest request{m_state->path, state};
    request.inferTypes = true;
    request.earlier = DocumentState::unchanged(m_state);
    start(title, std::move(request), reveal);
}

void DocumentController::showStored(Model model, const DocumentPlace& place) {
    if (!m_state)
        return;
    m_stored = std::move(model);
    m_scenarios.storedChanged();
    if (m_stored.graph(place.scope))
        m_scope = place.scope;
    else if (!m_stored.graph(m_scope))
        m_scope = m_stored.mainGraph();
    if (place.view) {
        m_collapsed = place.view->isCollapsed;
        m_expanded = place.view->expanded;
    }
    m_toTake = place;
    m_runs.clear();
    startStored(tr("Showing the edit"), !place.selection.empty());
}

std::optional<DocumentView> DocumentController::view() const {
    if (!m_state || !m_seen || m_toTake)
        return std::nullopt;
    return DocumentView{m_seen->scale, m_seen->x, m_seen->y, m_collapsed, m_expanded};
}

/// Selects what was selected in another state of the document, as far as it is there.
void DocumentController::takePlace(const DocumentPlace& place) {
    const auto isThere = [this](NodeId node) { return m_state->model.node(node) != nullptr; };
    m_selection = place.selection;
    std::erase_if(m_selection, [&](NodeId node) { return !isThere(node); });
    m_current = isThere(place.current) ? place.current
                : m_selection.empty()  ? NodeId{}
                                       : m_selection.front();
    if (m_current)
        m_tensor = {};
}

void DocumentController::movedTo(std::filesystem::path path, const FileStamp& stamp) {
    if (!m_state)
        return;
    auto state = std::make_shared<DocumentState>(*m_state);
    state->path = std::move(path);
    state->stamp = stamp;
    m_state = std::move(state);
    if (m_pending && m_pending->request.base)
        m_pending->request.path = m_state->path;
    name(m_state->path);
}

void DocumentController::layOutAgain(bool reveal) {
    if (m_state)
        start(tr("Laying out"), {m_state->path, m_state, false}, reveal);
}

void DocumentController::setScope(GraphId graph) {
    if (!m_state || graph == m_scope || !m_state->model.graph(graph))
        return;
    m_scope = graph;
    layOutAgain();
}

void DocumentController::setLabels(bool names, bool shapes) {
    m_names = names;
    m_shapes = shapes;
    layOutAgain();
}

void DocumentController::setGraphviz(bool on) {
    m_graphviz = on;
    layOutAgain();
}

void DocumentController::setCollapsed(bool on) {
    m_collapsed = on;
    m_expanded.clear();
    layOutAgain();
}

void DocumentController::setGroupBy(GroupBy by) {
    if (by == m_groupBy)
        return;
    m_groupBy = by;
    m_expanded.clear();
    layOutAgain();
}

void DocumentController::setExpanded(const GroupKey& group, bool on) {
    if (on)
        m_expanded.insert(group);
    else
        m_expanded.erase(group);
    layOutAgain();
}

bool DocumentController::isInOpenGroup(NodeId node) const {
    const auto groups = m_state ? m_state->scene->groupsOf(node) : std::vector<GroupKey>();
    return std::any_of(groups.begin(), groups.end(),
                       [this](const GroupKey& group) { return m_expanded.count(group) > 0; });
}

bool DocumentController::collapseAround(NodeId node) {
    const auto groups = m_state ? m_state->scene->groupsOf(node) : std::vector<GroupKey>();
    const auto open = std::find_if(groups.rbegin(), groups.rend(), [this](const GroupKey& group) {
        return m_expanded.count(group) > 0;
    });
    if (open == groups.rend())
        return false;
    setExpanded(*open, false);
    return true;
}

void DocumentController::setSelection(std::vector<NodeId> nodes) {
    const bool changes = nodes != m_selection;
    m_selection = std::move(nodes);
    if (m_toTake) // chosen while the picture of an edit is made: later than the choice of the edit
        m_toTake = place();
    if (changes)
        Q_EMIT selectionChanged();
}

bool DocumentController::openAround(NodeId node) {
    const GraphScene& scene = *m_state->scene;
    const NodeId drawn = scene.shownBy(node);
    const auto box = scene.boxOf(drawn);
    if (!box || scene.boxes[*box].kind != SceneBox::Kind::group)
        return false;
    for (const GroupKey& group : scene.groupsOf(drawn))
        m_expanded.insert(group);
    m_current = node;
    setSelection({node});
    layOutAgain(true);
    return true;
}

void DocumentController::setCurrentNode(NodeId node, bool reveal) {
    if (!m_state)
        return;
    const auto wasTensor = static_cast<bool>(m_tensor); // what is current changes, also to nothing
    forgetTensor();
    if (node)
        Q_EMIT nodeChosen(node);
    if (const auto& found = m_state->model.node(node); found && found->graph != m_scope && reveal) {
        m_current = node;
        setSelection({node});
        m_toOpen = node;
        m_scope = found->graph;
        layOutAgain(true);
        Q_EMIT currentNodeChanged(node, true);
        return;
    }
    if (reveal && openAround(node))
        return;
    if (node == m_current && !reveal && !m_toTake && !wasTensor)
        return;
    m_current = node;
    setSelection(node ? std::vector{node} : std::vector<NodeId>());
    Q_EMIT currentNodeChanged(node, reveal);
}

} // namespace partita
