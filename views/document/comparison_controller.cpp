#include "views/document/comparison_controller.h"

#include <QScopedValueRollback>
#include <algorithm>
#include <chrono>
#include <tuple>

#include "core/base/try.h"
#include "core/onnx/infer_shapes.h"
#include "core/tasks/models/opened_model.h"
#include "core/tasks/runs/runner.h"
#include "views/text/message_text.h"

namespace partita {

namespace {

using Made = std::shared_ptr<const SideComparison>;

struct Answer {
    Made comparison;
    double seconds = 0;
};

/// A document as one side.
PlacedSide sideOf(Message name, const DocumentState& state) {
    PlacedSide side{std::move(name), state.original, state.model, state.sized, state.partitioning};
    side.judged = std::make_shared<const JudgedPlacement>(
        JudgedPlacement{state.sized, state.partitioning, state.triage});
    return side;
}

} // namespace

ComparisonController::ComparisonController(DocumentController& document, QObject* parent)
    : QObject(parent), m_document(document) {
    connect(&document, &DocumentController::documentChanged, this, &ComparisonController::forget);
    connect(&document, &DocumentController::partitioningChanged, this,
            &ComparisonController::placementChanged);
    connect(&document, &DocumentController::sceneChanged, this,
            &ComparisonController::sceneChanged);
    connect(&document, &DocumentController::currentNodeChanged, this,
            &ComparisonController::unpoint);
    connect(&document.runs(), &RunController::finished, this,
            &ComparisonController::compareTimesAgain);
    connect(&document.measured(), &MeasuredController::changed, this,
            &ComparisonController::compareTimesAgain);
    connect(&document.jobs()[Lane::work], &JobRunner::replaced, this,
            &ComparisonController::tellOfReplacement);
}

/// Work of another kind takes the place of a comparison, which is not taken up again.
void ComparisonController::tellOfReplacement(const JobRunner::Job& job, const QString& title) {
    if (job == m_job)
        Q_EMIT told(PARTITA_TEXT("Comparing with {0} was stopped for another task: {1}",
                                 m_wanted.name, title.toStdString()));
}

/// Compares with another side: what was matched by hand was of the former one.
void ComparisonController::choose(Source source) {
    m_byHand.clear();
    replace(source);
}

/// Compares with another side, and says which comparison is not finished for it.
void ComparisonController::replace(const Source& source) {
    const auto running = isComparing() ? m_job : nullptr;
    const Source stopped = m_wanted;
    start(source);
    if (running && running != m_job &&
        std::tie(stopped.name, stopped.path) != std::tie(source.name, source.path))
        Q_EMIT told(PARTITA_TEXT("Comparing with {0} was stopped: {1} is compared instead",
                                 stopped.name, source.name));
}

bool ComparisonController::isComparing() const {
    return m_document.jobs()[Lane::work].isRunning(m_job);
}

void ComparisonController::compareWith(const std::filesystem::path& file, DocumentFirst first) {
    choose({Source::Kind::file, file.filename().string(), file, {}, first.value_or(false)});
}

void ComparisonController::compareWithScenario(const std::filesystem::path& file,
                                               DocumentFirst first) {
    choose({Source::Kind::scenarioFile, file.filename().string(), file, {}, first.value_or(true)});
}

void ComparisonController::compareWithRecipe(const std::filesystem::path& file,
                                             DocumentFirst first) {
    choose({Source::Kind::recipe, file.filename().string(), file, {}, first.value_or(true)});
}

void ComparisonController::compareWithRecord(const std::filesystem::path& file,
                                             DocumentFirst first) {
    choose({Source::Kind::recordFile, file.filename().string(), file, {}, first.value_or(true)});
}

void ComparisonController::compareWithMeasured(DocumentFirst first) {
    const auto& measured = m_document.measured().shared();
    const std::filesystem::path& file = m_document.measured().file();
    if (measured)
        choose({Source::Kind::record,
                file.empty() ? PARTITA_TEXT("what ONNX Runtime told") : file.filename().string(),
                {},
                {},
                first.value_or(true),
                {},
                measured});
}

void ComparisonController::compareWithOption(const std::string& provider, const std::string& option,
                                             const std::string& value, DocumentFirst first) {
    Scenario scenario;
    scenario.changes.push_back({OptionChange{provider, option, value}});
    choose({Source::Kind::scenario,
            std::filesystem::path(value).filename().string(),
            {},
            std::move(scenario),
            first.value_or(true)});
}

bool ComparisonController::hasStart() const {
    const SimplifyController& simplifier = m_document.simplifier();
    return simplifier.history() && simplifier.position() > 0;
}

void ComparisonController::compareWithStart(DocumentFirst first) {
    if (hasStart())
        choose({Source::Kind::start,
                PARTITA_TEXT("before the simplifier"),
                {},
                {},
                first.value_or(false)});
}

void ComparisonController::compareWithState(const Message& name, StateSource state,
                                            DocumentFirst first) {
    replace({Source::Kind::state, name, {}, {}, first.value_or(false), std::move(state)});
}

void ComparisonController::compareWithDocument(const QString& name, StateSource state,
                                               DocumentFirst first, TimesSource times) {
    choose({Source::Kind::document,
            name.toStdString(),
            {},
            {},
            first.value_or(false),
            std::move(state),
            {},
            std::move(times)});
}

std::optional<NodeTimes> ComparisonController::timesOf(DocumentController& document) {
    const auto result = document.runs().result();
    if (result && !result->statistics.kernels.empty())
        return nodeTimesOf(result->statistics);
    const MeasuredPlacement* record = document.measured().placement();
    return record && record->hasTimes() ? std::optional(nodeTimesOf(*record)) : std::nullopt;
}

/// The times of the document. Beside a record, those of the record that is laid over the document
/// come first, if it is another one.
std::optional<NodeTimes> ComparisonController::ownTimes(const PlacedSide& other) const {
    const MeasuredPlacement* record = m_document.measured().placement();
    if (other.measured && record && record != other.measured.get() && record->hasTimes())
        return nodeTimesOf(*record);
    const auto result = m_document.runs().result();
    if (record && record == other.measured.get() && (!result || result->statistics.kernels.empty()))
        return std::nullopt;
    return timesOf(m_document);
}

void ComparisonController::compareTimesAgain() {
    const bool had = m_times != nullptr;
    m_times.reset();
    if (m_comparison) {
        const PlacedSide& other = m_comparison->documentIsA ? m_comparison->b : m_comparison->a;
        const auto own = ownTimes(other);
        const auto theirs = other.measured && other.measured->hasTimes()
                                ? std::optional(nodeTimesOf(*other.measured))
                            : m_source.times ? m_source.times()
                                             : std::nullopt;
        if (own && theirs)
            m_times = std::make_shared<const TimeDifferences>(
                m_comparison->documentIsA ? compareTimes(m_comparison->differences, *own, *theirs)
                                          : compareTimes(m_comparison->differences, *theirs, *own));
    }
    if (had || m_times)
        Q_EMIT timesChanged();
}

void ComparisonController::matchByHand(NodeId own, NodeId beside) {
    const NodeId other = m_comparison ? otherNode(*m_comparison, beside) : NodeId{};
    if (!other || !m_document.model().node(own))
        return;
    std::erase_if(m_byHand,
                  [&](const auto& pair) { return pair.first == own || pair.second == other; });
    m_byHand.emplace_back(own, other);
    replace(m_source);
}

void ComparisonController::forgetMatches() {
    if (!m_comparison || m_byHand.empty())
        return;
    m_byHand.clear();
    replace(m_source);
}

void ComparisonController::swap() {
    if (!m_comparison)
        return;
    Source swapped = isComparing() ? m_wanted : m_source;
    swapped.documentFirst = !swapped.documentFirst;
    start(swapped);
}

/// The other side with its placement; `side`: the document as it would be without what `source` says;
/// `saved`: the model of the document's file, which a record is about.
Result<PlacedSide> ComparisonController::otherSide(const Source& source, ComparisonSide side,
                                                   const DocumentState* state, const Model& saved,
                                                   const Progress& progress) {
    if (state)
        return sideOf(source.name, *state);
    SideSource from;
    if (source.kind == Source::Kind::file) {
        auto opened = PARTITA_TRY(openModel(source.path, Prepare::inferred, progress));
        side.stored = std::move(opened.stored);
        side.model = std::move(opened.ready);
    } else if (source.kind == Source::Kind::start) {
        side.model = inferShapesOrWarn(side.stored, progress);
    } else if (source.kind == Source::Kind::scenarioFile) {
        side.scenario = PARTITA_TRY(readScenario(source.path));
    } else if (source.kind == Source::Kind::recordFile) {
        from.record = source.path;
        from.recorded = saved;
    } else if (source.kind == Source::Kind::record) {
        side.measured = source.measured;
    } else if (source.kind == Source::Kind::recipe) {
        from.recipe = PARTITA_TRY(readRecipe(source.path));
    }
    RunnerEvaluator evaluator(progress.stop);
    return placeSide(PARTITA_TRY(sideFrom(from, std::move(side), &evaluator, progress)), progress);
}

void ComparisonController::start(const Source& source) {
    const SimplifyController& simplifier = m_document.simplifier();
    if (!m_document.hasDocument() || (source.kind == Source::Kind::start && !simplifier.history()))
        return;
    const DocumentState& state = m_document.state();
    PlacedSide document = sideOf(state.path.filename().string(), state);
    ComparisonSide other{source.name,
                         state.original,
                         state.model,
                         m_document.providers(),
                         m_document.partitionOptions(),
                         source.scenario};
    if (source.kind == Source::Kind::file)
        other.forgetNodeWishes();
    if (source.kind == Source::Kind::start)
        other.stored = simplifier.history()->start();
    std::shared_ptr<const DocumentState> placedState;
    if (source.state && !(placedState = source.state()))
        return;
    const auto work =
        [source, document, other, placedState, byHand = m_byHand,
         saved = m_document.edits().savedModel()](const Progress& progress) -> Result<Answer> {
        const auto from = std::chrono::steady_clock::now();
        auto placed = PARTITA_TRY(otherSide(source, other, placedState.get(), saved, progress));
        Answer answer;
        answer.comparison =
            PARTITA_TRY(compareDocument(document, std::move(placed), source.isOfDocument(),
                                        source.documentFirst, progress, byHand));
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - from;
        answer.seconds = time.count();
        return answer;
    };
    m_wanted = source;
    m_job.reset(); // what takes its place is a comparison, of which `replace` tells
    m_job = m_document.jobs()[Lane::work].start<Answer>(
        tr("Comparing with %1").arg(messageText(source.name)), work,
        [this, source](Result<Answer> result) {
            if (!result) {
                if (result.error().code != Errc::cancelled)
                    Q_EMIT m_document.failed(result.error());
                return;
            }
            m_comparison = result->comparison;
            m_seconds = result->seconds;
            m_source = source;
            unpoint();
            m_isShown = false;
            compareTimesAgain();
            Q_EMIT changed();
            m_document.showBeside(m_comparison->beside);
        });
}

void ComparisonController::clear() {
    if (!m_comparison)
        return;
    forget();
    if (m_document.hasDocument())
        m_document.showBeside(nullptr);
}

void ComparisonController::placementChanged() {
    if (m_document.hasDocument() && isComparing()) { // with the former placement
        start(Source(m_wanted));
        return;
    }
    if (!m_comparison || !m_document.hasDocument())
        return;
    if (!m_document.state().beside && m_isShown) { // another state of the model is in view
        forget();
        return;
    }
    const PlacedSide& own = m_comparison->documentIsA ? m_comparison->a : m_comparison->b;
    if (own.placement != m_document.state().partitioning)
        start(m_source);
}

/// The simplifier shows another state of the document: the differences are of the former one.
void ComparisonController::sceneChanged() {
    if (!m_comparison || !m_document.hasDocument())
        return;
    if (m_document.state().beside == m_comparison->beside)
        m_isShown = true;
    else if (m_isShown && !m_document.state().beside)
        forget();
}

void ComparisonController::forget() {
    if (!m_comparison)
        return;
    m_comparison.reset();
    m_byHand.clear();
    unpoint();
    m_isShown = false;
    compareTimesAgain();
    Q_EMIT changed();
}

void ComparisonController::unpoint() {
    if (m_isPointing || (m_pointed.empty() && m_pointedBeside.empty()))
        return;
    m_pointed.clear();
    m_pointedBeside.clear();
    Q_EMIT pointedChanged();
}

void ComparisonController::point(const std::vector<const NodeDifference*>& differences) {
    if (!m_comparison)
        return;
    constexpr std::size_t kMost = 1000;
    const auto add = [](std::vector<PointedNode>& to, const PointedNode& each) {
        if (each.node && std::ranges::find(to, each.node, &PointedNode::node) == to.end())
            to.push_back(each);
    };
    m_pointed.clear();
    m_pointedBeside.clear();
    for (std::size_t i = 0; i < std::min(kMost, differences.size()); ++i) {
        add(m_pointed, shownNode(*m_comparison, *differences[i]));
        add(m_pointedBeside, besideNode(*m_comparison, *differences[i]));
    }
    {
        const QScopedValueRollback<bool> pointing(m_isPointing, true);
        std::vector<NodeId> nodes;
        for (const PointedNode& each : m_pointed)
            nodes.push_back(each.node);
        if (!nodes.empty()) {
            m_document.setCurrentNode(nodes.front());
            m_document.setSelection(std::move(nodes));
        }
    }
    Q_EMIT pointedChanged();
}

} // namespace partita
