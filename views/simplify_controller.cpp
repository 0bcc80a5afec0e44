#include "views/simplify_controller.h"

#include "core/runtime/random_feeds.h"
#include "views/document_controller.h"

namespace partita {

namespace {

constexpr int kPlayMilliseconds = 250;

using HistoryPtr = std::shared_ptr<RewriteHistory>;

/// Whether a model gives what the judge expects.
Result<bool> agrees(const ModelJudge& judge, const Model& model, const Progress& progress) {
    auto difference = judge.judge(model, kSameOutputs, 1e-6, progress);
    if (!difference)
        return std::move(difference).error();
    return difference->isWithin(kSameOutputs);
}

Result<ModelJudge> judgeOf(const Model& original, const ProviderList& providers,
                           const Progress& progress) {
    auto feeds = randomFeeds(original, 0);
    if (!feeds)
        return std::move(feeds).error();
    return ModelJudge::make(original, {providers.back()}, *std::move(feeds), progress);
}

} // namespace

SimplifyController::SimplifyController(DocumentController& document) : m_document(document) {
    m_timer.setInterval(kPlayMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_document.jobs().isRunning())
            return; // the picture of the last step is still being made
        if (!m_history || m_position >= m_history->size())
            play(false);
        else
            goTo(m_position + 1);
    });
}

void SimplifyController::start() {
    m_recipe = {};
    run(std::numeric_limits<std::size_t>::max());
}

/// `position`: where to go afterwards, or the end.
void SimplifyController::run(std::size_t position) {
    if (!m_document.hasDocument() || !m_makeEvaluator)
        return;
    play(false);
    const Model model = m_history ? m_history->start() : m_document.state().original;
    const auto work = [model, recipe = m_recipe,
                       make = m_makeEvaluator](const Progress& progress) -> Result<HistoryPtr> {
        const auto evaluator = make();
        PassOptions options;
        options.evaluator = evaluator.get();
        options.progress = progress;
        auto result = applyRecipe(model, recipe, options);
        if (!result)
            return std::move(result).error();
        return std::make_shared<RewriteHistory>(model, *std::move(result));
    };
    m_document.jobs().start<HistoryPtr>(
        tr("Simplifying"), work, [this, position](Result<HistoryPtr> result) {
            if (!result) {
                if (result.error().code != Errc::cancelled)
                    Q_EMIT m_document.failed(result.error());
                return;
            }
            m_history = std::make_unique<RewriteHistory>(std::move(**result));
            m_difference.reset();
            m_position = std::min(position, m_history->size());
            Q_EMIT historyChanged();
            goTo(m_position);
        });
}

void SimplifyController::goTo(std::size_t count) {
    if (!m_history)
        return;
    m_position = std::min(count, m_history->size());
    m_difference.reset();
    std::vector<NodeId> changed;
    NodeId anchor;
    if (m_position > 0) {
        const Rewrite& rewrite = m_history->rewrite(m_position - 1);
        for (const auto& change : rewrite.delta.nodes)
            if (change.after)
                changed.push_back(change.id);
        const Model& model = m_history->at(m_position);
        anchor = model.node(rewrite.anchor) ? rewrite.anchor
                 : changed.empty()          ? NodeId{}
                                            : changed.front();
        // What was taken out is looked for where its result was read.
        for (const auto& change : rewrite.delta.nodes)
            if (!anchor && change.before)
                for (const ValueId input : change.before->inputs)
                    if (const NodeId producer = model.producer(input); !anchor && producer)
                        anchor = producer;
    }
    m_document.showModel(m_history->at(m_position), anchor, std::move(changed));
    Q_EMIT positionChanged();
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

void SimplifyController::leaveOut(std::size_t step) {
    if (!m_history || step >= m_history->size())
        return;
    const Rewrite& rewrite = m_history->rewrite(step);
    m_recipe.skips.push_back({std::string(rewrite.pass), rewrite.anchorName, 0});
    run(step);
}

void SimplifyController::leaveOutPass(const std::string& pass) {
    m_recipe.skipped.push_back(pass);
    run(std::numeric_limits<std::size_t>::max());
}

void SimplifyController::keepAll() {
    m_recipe.skips.clear();
    m_recipe.skipped.clear();
    run(std::numeric_limits<std::size_t>::max());
}

void SimplifyController::check() {
    if (!m_history)
        return;
    const auto work =
        [original = m_history->start(), model = m_history->at(m_position),
         providers = m_document.providers()](const Progress& progress) -> Result<ModelDifference> {
        auto judge = judgeOf(original, providers, progress);
        if (!judge)
            return std::move(judge).error();
        return judge->judge(model, kSameOutputs, 1e-6, progress);
    };
    m_document.jobs().start<ModelDifference>(tr("Comparing outputs"), work,
                                             [this](Result<ModelDifference> result) {
                                                 if (!result) {
                                                     if (result.error().code != Errc::cancelled)
                                                         Q_EMIT m_document.failed(result.error());
                                                     return;
                                                 }
                                                 m_difference = *std::move(result);
                                                 Q_EMIT checked();
                                             });
}

void SimplifyController::findDifference() {
    if (!m_history)
        return;
    using Found = std::optional<std::size_t>;
    const auto copy = std::make_shared<RewriteHistory>(*m_history);
    const auto work =
        [copy, providers = m_document.providers()](const Progress& progress) -> Result<Found> {
        auto judge = judgeOf(copy->start(), providers, progress);
        if (!judge)
            return std::move(judge).error();
        return bisect(*copy, [&](const Model& model) { return agrees(*judge, model, progress); });
    };
    m_document.jobs().start<Found>(tr("Looking for the rewrite that changes the outputs"), work,
                                   [this](Result<Found> result) {
                                       if (!result) {
                                           if (result.error().code != Errc::cancelled)
                                               Q_EMIT m_document.failed(result.error());
                                       } else if (*result) {
                                           goTo(**result + 1);
                                       } else {
                                           Q_EMIT allAlike();
                                       }
                                   });
}

void SimplifyController::clear() {
    play(false);
    m_history.reset();
    m_recipe = {};
    m_position = 0;
    m_difference.reset();
    Q_EMIT historyChanged();
}

} // namespace partita
