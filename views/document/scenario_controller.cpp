#include "views/document/scenario_controller.h"

#include <algorithm>

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
class ScenarioController::Step : public QUndoCommand {
public:
    Step(ScenarioController& controller, std::shared_ptr<Held> next, Message name)
        : what(std::move(name)), after(std::move(next)), m_controller(controller),
          m_before(controller.m_held) {}
    void undo() override { m_controller.take(m_before); }
    void redo() override { m_controller.take(after); }

    const Message what;
    const std::shared_ptr<Held> after;
    [[nodiscard]] const Scenario& before() const { return m_before->scenario; }

private:
    ScenarioController& m_controller;
    const std::shared_ptr<Held> m_before;
};

ScenarioController::ScenarioController(DocumentController& document)
    : m_document(document), m_held(std::make_shared<Held>()) {}

void ScenarioController::set(Scenario scenario, Message what) {
    if (scenario == m_held->scenario)
        return;
    Held next{std::move(scenario), {}};
    next.refused.resize(next.scenario.changes.size());
    push(std::move(next), std::move(what));
}

void ScenarioController::add(std::vector<ScenarioChange> changes) {
    if (changes.empty())
        return;
    Message what = changes.size() == 1 ? describe(changes.front())
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
    const Message change = describe(next.scenario.changes[index]);
    push(std::move(next),
         on ? PARTITA_TEXT("Switch on: {0}", change) : PARTITA_TEXT("Switch off: {0}", change));
}

void ScenarioController::remove(std::size_t index) {
    if (index >= scenario().changes.size())
        return;
    Held next = *m_held;
    const Message change = describe(next.scenario.changes[index]);
    const auto at = static_cast<std::ptrdiff_t>(index);
    next.scenario.changes.erase(next.scenario.changes.begin() + at);
    next.refused.erase(next.refused.begin() + at);
    push(std::move(next), PARTITA_TEXT("Remove: {0}", change));
}

void ScenarioController::move(std::size_t from, std::size_t to) {
    if (from == to || std::max(from, to) >= scenario().changes.size())
        return;
    Held next = *m_held;
    const Message change = describe(next.scenario.changes[from]);
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
    const auto& model = m_document.model();
    std::vector<ScenarioChange> wanted;
    for (const NodeId id : nodes)
        if (const auto& node = model.node(id))
            wanted.push_back(
                {NodesChange{NodesChange::What::exclude, {node->label(), {}, {}, id}, provider}});
    const auto& now = scenario().changes;
    if (excluded) {
        std::erase_if(wanted, [&](const ScenarioChange& change) {
            return std::ranges::find(now, change) != now.end();
        });
        add(std::move(wanted));
        return;
    }
    Held next;
    Message first;
    for (std::size_t i = 0; i < now.size(); ++i) {
        const auto* change = std::get_if<NodesChange>(&now[i].action);
        const bool about = change && now[i].on && change->provider == provider &&
                           change->what == NodesChange::What::exclude &&
                           std::ranges::any_of(
                               nodes, [&](NodeId id) { return chooses(change->nodes, model, id); });
        if (about && first.empty())
            first = describe(now[i]);
        if (about && change->nodes.op.empty())
            continue;
        next.scenario.changes.push_back(now[i]);
        next.scenario.changes.back().on = now[i].on && !about;
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
    if (auto fixed = fixInputShapes(m_document.openedModel(), sizes); !fixed) {
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
                         : fixed.size() == 1 ? describe({fixed.front()})
                                             : PARTITA_TEXT("Fix {0} sizes", fixed.size()));
}

void ScenarioController::open(const std::filesystem::path& path) {
    auto read = readScenario(path);
    if (!read) {
        Q_EMIT m_document.failed(read.error());
        return;
    }
    const auto before = m_held;
    set(*std::move(read), PARTITA_TEXT("Open {0}", path.filename().string()));
    if (m_held != before) {
        m_history.setClean();
        Q_EMIT changed();
    }
}

void ScenarioController::save(const std::filesystem::path& path) {
    const auto written = writeFile(path, scenarioText(scenario()));
    if (written)
        m_history.setClean();
    m_document.tellWritten(QString::fromStdString(path.string()), written);
    Q_EMIT changed();
}

bool ScenarioController::isUnsaved() const {
    return !m_history.isClean() && !scenario().changes.empty();
}

std::shared_ptr<const DocumentState> ScenarioController::base() const {
    return DocumentState::unchanged(m_document.sharedState());
}

const ScenarioController::Step* ScenarioController::stepAt(int index) const {
    return static_cast<const Step*>(m_history.command(index));
}

void ScenarioController::undo() {
    if (m_history.canUndo() && mayBecome(stepAt(m_history.index() - 1)->before()))
        m_history.undo();
}

void ScenarioController::redo() {
    if (m_history.canRedo() && mayBecome(stepAt(m_history.index())->after->scenario))
        m_history.redo();
}

Message ScenarioController::undoName() const {
    return m_history.canUndo() ? stepAt(m_history.index() - 1)->what : Message();
}

Message ScenarioController::redoName() const {
    return m_history.canRedo() ? stepAt(m_history.index())->what : Message();
}

bool ScenarioController::mayBecome(const Scenario& next) const {
    const bool otherSizes = sizesOf(next) != sizesOf(scenario());
    return !otherSizes || !m_document.simplifier().hasUnsavedChoices() || !m_guard || m_guard();
}

void ScenarioController::push(Held held, Message what) {
    if (m_document.hasDocument() && mayBecome(held.scenario))
        m_history.push(new Step(*this, std::make_shared<Held>(std::move(held)), std::move(what)));
}

void ScenarioController::take(std::shared_ptr<Held> held) {
    const bool otherSizes = sizesOf(held->scenario) != sizesOf(scenario());
    const bool otherPlacement =
        held->scenario != scenario() && (anyOn(held->scenario) || anyOn(scenario()));
    m_held = std::move(held);
    m_counting.cancel();
    m_steps.clear();
    listNotApplied();
    if (otherSizes)
        m_document.runs().clear();
    // Rewrites were made for the sizes that the model had.
    const bool simplified = otherSizes && m_document.simplifier().history();
    if (simplified)
        m_builtIn.clear();
    if (otherPlacement)
        m_document.placeAgain(simplified);
    else
        countSteps();
    Q_EMIT changed();
}

Scenario ScenarioController::toApply() const {
    return m_builtIn.empty() ? scenario() : withoutSizes(scenario());
}

void ScenarioController::stateShown() {
    const auto effect = m_document.state().effect;
    m_difference.reset();
    if (effect)
        m_difference = effect->difference;
    // What could not be applied goes back to off, unless the scenario has changed meanwhile.
    if (effect && effect->scenario.changes.size() == scenario().changes.size())
        for (const NotApplied& problem : effect->notApplied)
            if (ScenarioChange& change = m_held->scenario.changes[problem.change];
                !problem.partly && change == effect->scenario.changes[problem.change]) {
                change.on = false;
                m_held->refused[problem.change] = problem.why;
            }
    listNotApplied();
    countSteps();
    Q_EMIT changed();
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
    if (!state || scenario().changes.empty())
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
    m_builtIn.clear();
    m_notApplied.clear();
    m_difference.reset();
    m_steps.clear();
    m_history.clear();
    Q_EMIT changed();
}

} // namespace partita
