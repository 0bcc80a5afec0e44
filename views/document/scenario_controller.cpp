#include "views/document/scenario_controller.h"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

#include "core/base/buffer.h"
#include "core/onnx/infer_shapes.h"
#include "views/document/document_controller.h"

namespace partita {

namespace {

bool anyOn(const Scenario& scenario) {
    return std::ranges::any_of(scenario.changes, &ScenarioChange::on);
}

} // namespace

/// One step of the history: from one scenario to another.
class ScenarioController::Step : public DocumentStep {
public:
    Step(ScenarioController& controller, std::shared_ptr<Held> next, Message name)
        : DocumentStep(StepKind::scenario, std::move(name)), m_controller(controller),
          m_before(controller.m_held), m_after(std::move(next)) {}
    void undo() override { m_controller.take(m_before); }
    void redo() override { m_controller.take(m_after); }

private:
    ScenarioController& m_controller;
    const std::shared_ptr<Held> m_before, m_after;
};

ScenarioController::ScenarioController(DocumentController& document)
    : m_document(document), m_held(std::make_shared<Held>()) {
    m_held->choice = document.choice();
}

void ScenarioController::set(Scenario scenario, Message what) {
    if (scenario == m_held->scenario)
        return;
    Held next{std::move(scenario), {}, m_held->choice};
    next.refused.resize(next.scenario.changes.size());
    push(std::move(next), std::move(what));
}

void ScenarioController::choose(PlacementChoice choice, Message what) {
    if (choice == m_held->choice)
        return;
    if (m_document.hasDocument()) {
        Held next = *m_held;
        next.choice = std::move(choice);
        push(std::move(next), std::move(what));
        return;
    }
    m_document.takeChoice(choice);
    m_held->choice = std::move(choice);
    Q_EMIT changed();
}

void ScenarioController::add(std::vector<ScenarioChange> changes) {
    if (changes.empty())
        return;
    Message what = changes.size() == 1 ? textOf(changes.front())
                                       : PARTITA_TEXT("Add {0} changes", changes.size());
    Held next = *m_held;
    for (ScenarioChange& change : changes) {
        change.on = true;
        next.scenario.changes.push_back(std::move(change));
    }
    next.refused.resize(next.scenario.changes.size());
    push(std::move(next), std::move(what));
}

void ScenarioController::setOn(std::size_t index, bool on) {
    if (index >= scenario().changes.size() || scenario().changes[index].on == on)
        return;
    Held next = *m_held;
    next.scenario.changes[index].on = on;
    next.refused[index] = {};
    const Message change = textOf(next.scenario.changes[index]);
    push(std::move(next),
         on ? PARTITA_TEXT("Switch on: {0}", change) : PARTITA_TEXT("Switch off: {0}", change));
}

void ScenarioController::remove(std::size_t index) {
    if (index >= scenario().changes.size())
        return;
    Held next = *m_held;
    const Message change = textOf(next.scenario.changes[index]);
    const auto at = static_cast<std::ptrdiff_t>(index);
    next.scenario.changes.erase(next.scenario.changes.begin() + at);
    next.refused.erase(next.refused.begin() + at);
    push(std::move(next), PARTITA_TEXT("Remove: {0}", change));
}

void ScenarioController::move(std::size_t from, std::size_t to) {
    if (from == to || std::max(from, to) >= scenario().changes.size())
        return;
    Held next = *m_held;
    const Message change = textOf(next.scenario.changes[from]);
    const auto shift = [&](auto& list) {
        const auto begin = list.begin();
        const auto a = static_cast<std::ptrdiff_t>(from), b = static_cast<std::ptrdiff_t>(to);
        if (a < b)
            std::rotate(begin + a, begin + a + 1, begin + b + 1);
        else
            std::rotate(begin + b, begin + a, begin + a + 1);
    };
    shift(next.scenario.changes);
    shift(next.refused);
    push(std::move(next), PARTITA_TEXT("Move: {0}", change));
}

void ScenarioController::clear() { set({}, PARTITA_TEXT("Clear the scenario")); }

void ScenarioController::setExcluded(const std::vector<NodeId>& nodes, const std::string& provider,
                                     bool excluded) {
    if (!m_document.hasDocument())
        return;
    if (!excluded) {
        allow(nodes, provider);
        return;
    }
    const auto& model = m_document.model();
    const auto& already = m_document.partitionOptions().excluded;
    std::vector<NodeChoice::Named> named;
    for (const NodeId id : nodes)
        if (const auto& node = model.node(id); node && !already.contains({id, provider}))
            named.push_back({node->label(), id});
    if (!named.empty())
        add({{NodesChange{NodesChange::What::exclude, NodeChoice::of(std::move(named)),
                          provider}}});
}

/// Lets nodes run on a provider from which changes exclude them.
void ScenarioController::allow(const std::vector<NodeId>& nodes, const std::string& provider) {
    const auto& model = m_document.model();
    std::unordered_set<NodeId> ids(nodes.begin(), nodes.end());
    std::unordered_set<std::string> labels;
    for (const NodeId id : nodes)
        if (const auto& node = model.node(id))
            labels.insert(node->label());
    const auto isMeant = [&](const NodeChoice::Named& each) {
        return model.node(each.id) ? ids.contains(each.id) : labels.contains(each.name);
    };
    Held next{{}, {}, m_held->choice};
    Message first;
    const auto& now = scenario().changes;
    for (std::size_t i = 0; i < now.size(); ++i) {
        ScenarioChange change = now[i];
        auto* about = std::get_if<NodesChange>(&change.action);
        if (about && change.on && about->provider == provider &&
            about->what == NodesChange::What::exclude) {
            auto named = about->nodes.named();
            const bool byName = std::erase_if(named, isMeant) > 0;
            const bool byOperator =
                !about->nodes.op.empty() && std::ranges::any_of(nodes, [&](NodeId id) {
                    return chooses(about->nodes, model, id);
                });
            if ((byName || byOperator) && first.empty())
                first = textOf(change);
            if (byName && named.empty())
                continue;
            if (byName)
                about->nodes = NodeChoice::of(std::move(named));
            change.on = !byOperator;
        }
        next.scenario.changes.push_back(std::move(change));
        next.refused.push_back(m_held->refused[i]);
    }
    if (!first.empty())
        push(std::move(next), PARTITA_TEXT("Remove: {0}", first));
}

ScenarioController::FixedSizes ScenarioController::fixedSizes() const {
    FixedSizes sizes;
    for (const SizeChange& size : sizesOf(scenario()))
        sizes[size.name] = size.sizes;
    return sizes;
}

void ScenarioController::setFixedSizes(const FixedSizes& sizes) {
    if (!m_document.hasDocument() || sizes == fixedSizes())
        return;
    if (auto fixed = fixInputShapes(m_document.storedModel(), sizes); !fixed) {
        Q_EMIT m_document.failed(fixed.error());
        return;
    }
    FixedSizes left = sizes;
    Scenario next;
    for (const ScenarioChange& change : scenario().changes) {
        const auto* size = std::get_if<SizeChange>(&change.action);
        const auto now = size ? left.find(size->name) : left.end();
        if (size && now == left.end())
            continue;
        next.changes.push_back(change);
        if (size) {
            next.changes.back() = {SizeChange{now->first, now->second}};
            left.erase(now);
        }
    }
    for (const auto& [name, numbers] : left)
        next.changes.push_back({SizeChange{name, numbers}});
    const std::vector<SizeChange> fixed = sizesOf(next);
    set(std::move(next), fixed.empty()       ? PARTITA_TEXT("Sizes as in the file")
                         : fixed.size() == 1 ? textOf({fixed.front()})
                                             : PARTITA_TEXT("Fix {0} sizes", fixed.size()));
}

void ScenarioController::open(const std::filesystem::path& path) {
    auto read = readScenario(path);
    if (!read) {
        Q_EMIT m_document.failed(read.error());
        return;
    }
    m_saved = *read;
    m_justOpened = path.filename().string();
    const bool isPlaced = *read != scenario() && (anyOn(*read) || anyOn(scenario()));
    set(*std::move(read), PARTITA_TEXT("Open {0}", m_justOpened));
    if (!isPlaced)
        tellOpened();
    Q_EMIT changed();
}

/// Says what of an opened file holds for this model: with many rows, it is hard to see.
void ScenarioController::tellOpened() {
    const std::string file = std::exchange(m_justOpened, {});
    if (file.empty())
        return;
    std::set<std::size_t> problems;
    for (const NotApplied& problem : m_notApplied)
        problems.insert(problem.change);
    std::size_t wanted = 0; // those that were on in the file
    for (std::size_t i = 0; i < scenario().changes.size(); ++i)
        wanted += scenario().changes[i].on || !m_held->refused[i].empty();
    if (scenario().changes.empty())
        Q_EMIT told(PARTITA_TEXT("{0} has no changes", file));
    else if (!problems.empty())
        Q_EMIT told(
            PARTITA_TEXT("{0}: {1} of {2} changes applied; the rows of the others say why not",
                         file, wanted - problems.size(), wanted));
}

void ScenarioController::save(const std::filesystem::path& path) {
    const auto written = writeFile(path, scenarioText(scenario()));
    if (written)
        m_saved = scenario();
    m_document.tellWritten(QString::fromStdString(path.string()), written);
    Q_EMIT changed();
}

bool ScenarioController::isUnsaved() const {
    return scenario() != m_saved && !scenario().changes.empty();
}

std::shared_ptr<const DocumentState> ScenarioController::base() const {
    return DocumentState::unchanged(m_document.sharedState());
}

void ScenarioController::push(Held held, Message what) {
    if (m_document.hasDocument())
        m_document.history().push(
            std::make_unique<Step>(*this, std::make_shared<Held>(std::move(held)), std::move(what)),
            false);
}

void ScenarioController::take(std::shared_ptr<Held> held) {
    const bool otherModel = modelChangesOf(held->scenario) != modelChangesOf(scenario());
    const bool otherChoice = held->choice != m_held->choice;
    const bool otherPlacement = otherChoice || (held->scenario != scenario() &&
                                                (anyOn(held->scenario) || anyOn(scenario())));
    m_held = std::move(held);
    if (otherChoice)
        m_document.takeChoice(m_held->choice);
    m_counting.cancel();
    m_steps.clear();
    listNotApplied();
    if (otherModel)
        m_document.runs().clear();
    // Rewrites were made of the model as it was: they are made again of the other.
    const bool simplified = otherModel && m_document.simplifier().isActive();
    if (simplified)
        m_builtIn.clear();
    if (otherPlacement)
        m_document.placeAgain(simplified);
    else
        countSteps();
    Q_EMIT changed();
}

const PlacementDifference* ScenarioController::difference() const {
    const auto& state = m_document.sharedState();
    return state && state->change ? &state->change->difference : nullptr;
}

Scenario ScenarioController::toApply() const {
    return m_builtIn.empty() ? scenario() : withoutModelChanges(scenario());
}

void ScenarioController::stateShown() {
    const auto effect = m_document.state().effect;
    const bool isSaved = scenario() == m_saved;
    // What could not be applied goes back to off, unless the scenario has changed meanwhile.
    if (effect && effect->scenario.changes.size() == scenario().changes.size())
        for (const NotApplied& problem : effect->notApplied)
            if (ScenarioChange& change = m_held->scenario.changes[problem.change];
                !problem.partly && change == effect->scenario.changes[problem.change]) {
                change.on = false;
                m_held->refused[problem.change] = problem.why;
            }
    if (isSaved)
        m_saved = scenario();
    listNotApplied();
    tellOpened();
    countSteps();
    Q_EMIT changed();
    m_document.simplifier().resume();
}

void ScenarioController::listNotApplied() {
    m_notApplied.clear();
    for (std::size_t i = 0; i < m_held->refused.size(); ++i)
        if (!m_held->refused[i].empty())
            m_notApplied.push_back({i, m_held->refused[i]});
    const auto state = m_document.sharedState();
    if (!state || !state->effect)
        return;
    const Scenario& applied = state->effect->scenario;
    for (const NotApplied& problem : state->effect->notApplied)
        if (problem.partly && problem.change < scenario().changes.size() &&
            scenario().changes[problem.change] == applied.changes[problem.change])
            m_notApplied.push_back(problem);
}

void ScenarioController::countSteps() {
    m_counting.cancel();
    m_steps.clear();
    const auto state = base();
    if (!state || scenario().changes.empty() || !isCounted())
        return;
    const auto work = [state, scenario = toApply()](const Progress& progress) {
        return stepsOf(state->model, state->providers, state->wishes, scenario, state->optimized,
                       progress);
    };
    m_counting.start<std::vector<ScenarioStep>>({}, work,
                                                [this](Result<std::vector<ScenarioStep>> result) {
                                                    if (!result)
                                                        return;
                                                    m_steps = *std::move(result);
                                                    Q_EMIT stepsChanged();
                                                });
}

void ScenarioController::forget() {
    m_counting.cancel();
    m_held = std::make_shared<Held>();
    m_held->choice = m_document.choice();
    m_saved = {};
    m_justOpened.clear();
    m_builtIn.clear();
    m_notApplied.clear();
    m_steps.clear();
    Q_EMIT changed();
}

} // namespace partita
