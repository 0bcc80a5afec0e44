#include "views/document/simplify_controller.h"

#include <algorithm>

#include "core/base/try.h"
#include "core/rewrite/rewrite_choices.h"
#include "core/rewrite/seen_rewrite.h"
#include "core/session/output_judges.h"
#include "core/tasks/runs/runner.h"

namespace partita {

namespace {

constexpr int kStepsPerSecond = 4;

struct Simplified {
    std::shared_ptr<RewriteHistory> history;
    std::optional<Error> crash; ///< of the process that folds constants
};

/// Whether the model's outputs match those that the judge expects.
Result<bool> agrees(const ModelJudge& judge, const Model& model, const Progress& progress) {
    auto difference = PARTITA_TRY(judge.judge(model, kSameOutputs, kLeastDifference, progress));
    return difference.within;
}

/// Returns a judge that compares models with `original`: `known` if there is one, else a new one.
Result<Judging> judgingOf(const Judging& known, const Model& original, const SimplifySubject& who,
                          const FeedSource& inputs, const Progress& progress) {
    if (known.judge)
        return known;
    FeedSource given = inputs; // a recipe or an edit may have fixed a size since it was given
    dropOtherSizes(given.sizes, original);
    auto feeds = PARTITA_TRY(feedsOf(given, original));
    const OutputJudges judges = judgesOf(original, who.judges, feeds, progress);
    auto judge = PARTITA_TRY(ModelJudge::make(original, judges.providers, std::move(feeds),
                                              progress, who.timedOn, runnerProcess()));
    return Judging{std::make_shared<const ModelJudge>(std::move(judge)), judges.isCpu};
}

} // namespace

SimplifyController::SimplifyController(JobLanes& jobs,
                                       std::function<std::optional<SimplifySubject>()> subject)
    : m_jobs(jobs), m_subject(std::move(subject)) {
    setStepsPerSecond(kStepsPerSecond);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_jobs.isRunning())
            return; // the previous step is still being painted or compared
        if (!m_history || m_position >= m_history->size())
            play(false);
        else
            step(1);
    });
}

/// Reports an error, unless the job was cancelled. Returns whether there is a result.
template <class T> bool SimplifyController::isGood(const Result<T>& result) {
    if (!result && result.error().code != Errc::cancelled)
        Q_EMIT failed(result.error());
    return static_cast<bool>(result);
}

void SimplifyController::start(Recipe recipe) {
    const auto subject = m_subject();
    if (!subject)
        return;
    if (!isActive())
        Q_EMIT begins();
    if (!m_history)
        m_opened = subject->model;
    m_recipe = std::move(recipe);
    setUnsaved(m_unsaved && !(m_recipe.skips.empty() && m_recipe.skipped.empty()));
    run(kAllRewrites);
}

/// Runs the recipe again. `position`: the state to show afterwards, at most the last one.
void SimplifyController::run(std::size_t position) {
    if (!m_subject())
        return;
    play(false);
    const bool isFirst = !m_history && !m_wanted;
    m_wanted = position;
    const auto work = [model = m_opened,
                       recipe = m_recipe](const Progress& progress) -> Result<Simplified> {
        RunnerEvaluator evaluator(progress.stop);
        auto made = PARTITA_TRY(simplifyModel(model, recipe, &evaluator, progress));
        return Simplified{
            std::make_shared<RewriteHistory>(std::move(made.start), std::move(made.result)),
            evaluator.crash()};
    };
    m_job = m_jobs[Lane::work].start<Simplified>(
        tr("Simplifying"), work, [this, isFirst](Result<Simplified> result) {
            if (!isGood(result)) {
                if (isFirst) // else other sizes may bring the rewrites back
                    m_wanted.reset();
                return;
            }
            // The user may have taken the rewrites out of view meanwhile.
            const std::size_t wanted = std::exchange(m_wanted, std::nullopt).value_or(0);
            m_history = std::make_unique<RewriteHistory>(std::move(*result->history));
            forgetChecks();
            m_position = std::min(wanted, m_history->size());
            Q_EMIT historyChanged();
            comeTo(m_position);
            if (result->crash)
                Q_EMIT failed(*result->crash);
        });
}

void SimplifyController::setUnsaved(bool unsaved) {
    if (std::exchange(m_unsaved, unsaved) != unsaved)
        Q_EMIT unsavedChanged();
}

bool SimplifyController::endsAt(std::size_t position) const {
    if (position == 0 || position >= m_history->size() || m_stride == Stride::rewrite)
        return true;
    const PassTrace &last = m_history->trace(position - 1), &next = m_history->trace(position);
    return m_stride == Stride::pass ? &last != &next : last.round != next.round;
}

std::size_t SimplifyController::nextEnd(std::size_t position) const {
    while (position < m_history->size() && !endsAt(++position))
        ;
    return position;
}

std::size_t SimplifyController::previousEnd(std::size_t position) const {
    while (position > 0 && !endsAt(--position))
        ;
    return position;
}

void SimplifyController::step(int direction) {
    if (!m_history)
        return;
    goTo(direction > 0 ? nextEnd(m_position) : previousEnd(m_position));
}

/// Shows a state that the user has not stepped to. Many simplifications end with constants that go:
/// such a rewrite alone would look as if nothing had been done.
void SimplifyController::comeTo(std::size_t position) {
    const bool isAll = position >= m_history->size() && m_stride == Stride::rewrite;
    goTo(position, isAll ? lastSeenRewrite(*m_history, 0, m_history->size()) : std::nullopt);
}

void SimplifyController::setInView(bool inView) {
    const std::size_t position = inView ? m_lastInView : 0;
    play(false);
    if (m_wanted)
        m_wanted = position;
    if (m_history)
        comeTo(position);
}

void SimplifyController::goTo(std::size_t count, std::optional<std::size_t> from) {
    if (!m_history)
        return;
    m_position = std::min(count, m_history->size());
    m_comparedWith =
        m_position == 0 ? 0 : std::min(from.value_or(previousEnd(m_position)), m_position - 1);
    if (m_position > 0)
        m_lastInView = lastingPosition();
    if (m_position == 0) {
        Q_EMIT modelChosen(m_history->at(0), {}, nullptr, {});
        Q_EMIT positionChanged();
        return;
    }
    const Rewrite& rewrite = m_history->rewrite(shownRewrite());
    ModelDelta delta = rewrite.delta;
    const Model before = m_history->at(m_comparedWith);
    const Model& model = m_history->at(m_position);
    if (m_comparedWith + 1 != m_position)
        delta = diff(before, model);
    const GraphId where = graphOfRewrite(rewrite, before, model);
    Q_EMIT modelChosen(model, nodeOfRewrite(rewrite, model, where), &delta, where);
    Q_EMIT positionChanged();
}

std::size_t SimplifyController::shownRewrite() const {
    return lastSeenRewrite(*m_history, m_comparedWith, m_position).value_or(m_position - 1);
}

void SimplifyController::play(bool on) {
    if (on == m_timer.isActive())
        return;
    if (on && m_history) {
        if (m_position >= m_history->size())
            goTo(0);
        m_timer.start();
    } else {
        m_timer.stop();
    }
    Q_EMIT positionChanged();
}

void SimplifyController::addSkips(const std::vector<Recipe::Skip>& skips) {
    m_recipe.skips.insert(m_recipe.skips.end(), skips.begin(), skips.end());
    setUnsaved(true);
}

void SimplifyController::leaveOut(std::size_t step) {
    if (!m_history || step >= m_history->size())
        return;
    addSkips({skipOf(*m_history, step)});
    run(step);
}

void SimplifyController::leaveOutFrom(std::size_t step) {
    if (!m_history || step >= m_history->size())
        return;
    addSkips(skipsFrom(*m_history, step));
    run(step);
}

void SimplifyController::leaveOutPass(const std::string& pass) {
    m_recipe.skipped.push_back(pass);
    setUnsaved(true);
    run(kAllRewrites);
}

void SimplifyController::undo(std::size_t step) {
    if (!m_history || step >= m_history->size())
        return;
    addSkips(skipsOfUndo(*m_history, step));
    play(false);
    m_jobs[Lane::work].cancel(m_job); // the job belongs to the old history
    m_history = std::make_unique<RewriteHistory>(m_history->without(step));
    m_differences.clear();
    m_position = m_comparedWith = std::min(step, m_history->size());
    Q_EMIT historyChanged();
    goTo(m_position);
}

void SimplifyController::keepAll() {
    m_recipe.skips.clear();
    m_recipe.skipped.clear();
    setUnsaved(false);
    run(kAllRewrites);
}

const ModelDifference* SimplifyController::difference() const {
    const auto found = m_differences.find(m_position);
    return found == m_differences.end() ? nullptr : &found->second;
}

std::chrono::nanoseconds SimplifyController::startTime() const {
    return m_judging.judge ? m_judging.judge->time() : std::chrono::nanoseconds{};
}

void SimplifyController::forgetChecks() {
    m_jobs[Lane::work].cancel(m_check);
    m_judging = {};
    m_differences.clear();
}

void SimplifyController::setCheckInputs(FeedSource inputs) {
    m_inputs = std::move(inputs);
    forgetChecks();
    Q_EMIT positionChanged();
    check();
}

void SimplifyController::setCheckEachStep(bool on) {
    m_checkEachStep = on;
    if (on && m_history && !difference())
        check();
}

/// Compares the outputs of the new state if each step is to be checked, unless other work runs.
void SimplifyController::sceneShown() {
    if (!m_checkEachStep || !m_history || difference())
        return;
    const JobRunner& jobs = m_jobs[Lane::work];
    if (!jobs.isRunning() || (jobs.isRunning(m_check) && m_checkedPosition != m_position))
        check();
}

void SimplifyController::check() {
    auto subject = m_subject();
    if (!m_history || !subject)
        return;
    using Checked = std::pair<Judging, ModelDifference>;
    const auto work = [known = m_judging, original = m_history->start(), inputs = m_inputs,
                       model = m_history->at(m_position),
                       who = *std::move(subject)](const Progress& progress) -> Result<Checked> {
        auto judging = PARTITA_TRY(judgingOf(known, original, who, inputs, progress));
        auto difference =
            PARTITA_TRY(judging.judge->judge(model, kSameOutputs, kLeastDifference, progress));
        return Checked{std::move(judging), std::move(difference)};
    };
    m_checkedPosition = m_position;
    m_job = m_check = m_jobs[Lane::work].start<Checked>(
        tr("Comparing outputs"), work, [this, position = m_position](Result<Checked> result) {
            if (!isGood(result)) {
                m_checkEachStep = false; // or every step would report the same error
                Q_EMIT positionChanged();
                return;
            }
            m_judging = result->first;
            m_differences[position] = std::move(result->second);
            Q_EMIT checked();
        });
}

void SimplifyController::findDifference() {
    auto subject = m_subject();
    if (!m_history || !subject)
        return;
    using Found = std::pair<Judging, std::optional<std::size_t>>;
    const auto copy = std::make_shared<RewriteHistory>(*m_history);
    const auto work = [copy, known = m_judging, inputs = m_inputs,
                       who = *std::move(subject)](const Progress& progress) -> Result<Found> {
        auto judging = PARTITA_TRY(judgingOf(known, copy->start(), who, inputs, progress));
        auto found = bisect(
            *copy, [&](const Model& model) { return agrees(*judging.judge, model, progress); });
        if (!found)
            return std::move(found).error();
        return Found{std::move(judging), *found};
    };
    m_job = m_jobs[Lane::work].start<Found>(tr("Looking for the rewrite that changes the outputs"),
                                            work, [this](Result<Found> result) {
                                                if (!isGood(result))
                                                    return;
                                                m_judging = result->first;
                                                if (result->second)
                                                    goTo(*result->second + 1);
                                                else
                                                    Q_EMIT allAlike();
                                            });
}

void SimplifyController::suspend() {
    if (!isActive())
        return;
    play(false);
    m_jobs[Lane::work].cancel(m_job);
    if (m_history)
        m_wanted = lastingPosition();
    m_suspended = true;
    m_history.reset();
    m_position = m_comparedWith = 0;
    forgetChecks();
    Q_EMIT historyChanged();
}

void SimplifyController::resume() {
    const auto subject = m_subject();
    if (!subject || !m_wanted || !std::exchange(m_suspended, false))
        return;
    m_opened = subject->model;
    run(*m_wanted);
}

void SimplifyController::clear() {
    m_wanted.reset();
    m_suspended = false;
    play(false);
    m_jobs[Lane::work].cancel(m_job);
    m_history.reset();
    m_recipe = {};
    setUnsaved(false);
    m_position = m_comparedWith = 0;
    m_inputs = {};
    forgetChecks();
    Q_EMIT historyChanged();
}

} // namespace partita
