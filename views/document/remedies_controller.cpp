#include "views/document/remedies_controller.h"

#include <algorithm>

#include "core/rewrite/pipeline.h"
#include "core/tasks/runs/runner.h"
#include "views/document/scenario_controller.h"

namespace partita {

namespace {

constexpr std::size_t kMostByItself = 5000; ///< nodes, without constants
constexpr int kIdleMs = 400;
bool isAutomaticAtFirst = true;

bool isSmallEnough(const Model& model) {
    return model.nodes().count() <= 4 * kMostByItself && countNodes(model) <= kMostByItself;
}

struct Found {
    std::shared_ptr<const Remedies> remedies;
    std::chrono::milliseconds spent{};
};

Result<Found> find(const DocumentState& state, const Progress& progress) {
    const auto begin = std::chrono::steady_clock::now();
    const auto makeEvaluator = [stop = progress.stop] {
        return std::make_unique<RunnerEvaluator>(stop);
    };
    RemedyOptions options{state.wishes, makeEvaluator, state.original};
    options.optimized = state.optimized;
    if (state.effect)
        options.inModel = state.effect->inModel;
    auto found = findRemedies(state.model, state.providers, options, progress);
    if (!found)
        return std::move(found).error();
    return Found{std::make_shared<const Remedies>(*std::move(found)),
                 std::chrono::duration_cast<std::chrono::milliseconds>(
                     std::chrono::steady_clock::now() - begin)};
}

} // namespace

RemediesController::RemediesController(DocumentController& document, QObject* parent)
    : QObject(parent), m_document(document), m_automatic(isAutomaticAtFirst) {
    m_idle.setSingleShot(true);
    m_idle.setInterval(kIdleMs);
    connect(&m_idle, &QTimer::timeout, this, &RemediesController::searchWhenIdle);
    connect(&m_jobs, &JobRunner::progressed, this, &RemediesController::progressed);
    connect(&document.jobs()[Lane::work], &JobRunner::started, this, &RemediesController::giveWay);
    connect(&document, &DocumentController::documentChanged, this, &RemediesController::outdate);
    connect(&document, &DocumentController::partitioningChanged, this,
            &RemediesController::outdate);
}

void RemediesController::outdate() {
    m_jobs.cancel();
    m_remedies.reset();
    const bool itself =
        m_automatic && m_document.hasDocument() && isSmallEnough(m_document.model());
    m_state = !m_document.hasDocument() ? State::noModel
              : itself                  ? State::waiting
                                        : State::onDemand;
    if (itself)
        m_idle.start();
    else
        m_idle.stop();
    Q_EMIT changed();
}

void RemediesController::searchWhenIdle() {
    if (m_document.jobs().isRunning())
        m_idle.start();
    else
        search();
    m_bySelf = m_state == State::searching;
}

/// A run that the user measures has the machine to itself.
void RemediesController::giveWay() {
    if (m_state != State::searching || !m_bySelf)
        return;
    m_jobs.cancel();
    m_state = State::waiting;
    m_idle.start();
    Q_EMIT changed();
}

void RemediesController::search() {
    if (!m_document.hasDocument())
        return;
    m_idle.stop();
    m_remedies.reset();
    m_bySelf = false;
    m_state = State::searching;
    const auto work = [state = m_document.state()](const Progress& progress) {
        return find(state, progress);
    };
    m_jobs.setSubject(m_document.subject());
    m_jobs.start<Found>({}, work, [this](Result<Found> result) {
        m_state = result ? State::found : State::failed;
        if (result) {
            m_remedies = std::move(result->remedies);
            m_spent = result->spent;
        } else {
            m_error = result.error();
        }
        Q_EMIT changed();
    });
    Q_EMIT changed();
}

void RemediesController::cancel() {
    m_jobs.cancel();
    m_idle.stop();
    if (m_state == State::searching || m_state == State::waiting)
        m_state = State::onDemand;
    Q_EMIT changed();
}

void RemediesController::setAutomaticAtFirst(bool on) { isAutomaticAtFirst = on; }

void RemediesController::setAutomatic(bool on) {
    m_automatic = on;
    if (!on && m_state == State::waiting)
        cancel();
    else if (on && m_state == State::onDemand)
        outdate();
}

/// The recipe of a remedy that keeps what the simplifier did before: a recipe always begins with
/// the model as opened.
Recipe RemediesController::onTopOfRewrites(const Remedy& remedy) const {
    const SimplifyController& simplifier = m_document.simplifier();
    const RewriteHistory* history = simplifier.history();
    if (!history)
        return remedy.recipe();
    Recipe both = simplifier.recipe();
    std::vector<std::string> wanted = remedy.passes;
    for (std::size_t step = 0; step < simplifier.position(); ++step)
        wanted.emplace_back(history->rewrite(step).pass);
    Remedy all = remedy;
    all.passes.clear();
    for (const PassInfo& pass : passCatalogue())
        if (std::ranges::find(wanted, pass.name) != wanted.end())
            all.passes.emplace_back(pass.name);
    const Recipe how = all.recipe();
    both.passes = how.passes;
    both.rounds = how.rounds;
    both.optimize = how.optimize;
    both.fold = how.fold;
    both.inferShapes = how.inferShapes;
    if (remedy.opset)
        both.targetOpset = remedy.opset;
    return both;
}

void RemediesController::apply(const Remedy& remedy) {
    if (!m_document.hasDocument())
        return;
    const Remedy chosen = remedy; // the list goes as soon as the placement changes
    if (!chosen.passes.empty() || chosen.opset) {
        m_document.simplifier().start(onTopOfRewrites(chosen));
        Q_EMIT simplifies();
    }
    if (!chosen.changes.empty())
        m_document.scenarios().add(chosen.changes);
}

} // namespace partita
