#include "core/tasks/remedies/remedies.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/held_log.h"
#include "core/base/number_text.h"
#include "core/base/try.h"
#include "core/ir/ep_context.h"
#include "core/ir/inline_functions.h"
#include "core/tasks/remedies/cut_causes.h"
#include "core/tasks/remedies/pass_reduction.h"
#include "core/tasks/remedies/remedies_of_calls.h"
#include "core/tasks/remedies/remedy_budget.h"
#include "core/tasks/remedies/remedy_opsets.h"
#include "core/tasks/remedies/remedy_rank.h"
#include "core/tasks/remedies/remedy_sizes.h"
#include "core/tasks/remedies/remedy_trials.h"
#include "core/tasks/remedies/work_ahead.h"

namespace partita {

namespace {

constexpr std::size_t kMostSingles = 10, kMostFirstSets = 3, kMostNodes = 5, kMostRunLengths = 2,
                      kMostSymbols = 4, kMostPasses = 4, kMostConversions = 2, kLargeModel = 2'000,
                      kMostReductions = 40, kMostReductionsOfLarge = 6;

using Passes = std::vector<std::string>;

/// Chooses what to try, in an order that does not depend on the time that trials take.
class RemedySearch {
public:
    RemedySearch(const Model& model, const ProviderList& providers, RemedyTrials& trials,
                 const RemedyOptions& options, std::size_t threads, const Progress& progress)
        : m_model(model), m_providers(providers), m_trials(trials), m_now(trials.now()),
          m_options(options), m_whole(progress),
          m_left(options.trials > 0 ? options.trials : trialsFor(model.nodes().count())),
          m_most(m_left), m_ahead(threads > 1 ? threads : 0, progress.stop) {}

    Result<Remedies> search() {
        m_found.partitions = m_now.partitions.size();
        m_found.ofFirst = headlinePartitions(m_now);
        m_found.goal = m_trials.goal();
        const bool helpIsWanted =
            m_found.goal == RemedyGoal::nodesOnDevices || m_found.partitions > 1;
        if (helpIsWanted && !epContextsOf(m_model).empty())
            eachDevice(&RemedySearch::tryOptions<true>); // nothing else changes what is compiled
        else if (helpIsWanted)
            tryAll();
        collect();
        if (m_progress.cancelled())
            return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
        rankRemedies(m_found.list);
        if (m_found.list.empty())
            m_found.whyNone = whyNothingHelps(m_model, m_now);
        return std::move(m_found);
    }

private:
    /// What came of a change that was tried.
    struct Trial {
        RemedyTrials::Outcome outcome;
        HeldLines lines; ///< that it logged
        bool isAsked = false, isCounted = false;
        bool isKept = true; ///< as a remedy, if it is one
    };
    /// A trial, and the work that makes it.
    struct Begun {
        std::shared_ptr<Trial> trial;
        WorkAhead::PiecePtr piece;
    };
    using TryIt = std::function<RemedyTrials::Outcome(const Progress&)>;
    /// What passes are asked for, beside all of them.
    struct PassQuestions {
        Passes passes, ranked;       ///< in their order, and by their effect
        std::size_t singles = 0;     ///< how many of `ranked` are tried alone
        std::optional<Remedy> all{}; ///< nothing: not known yet
    };

    void tryAll() {
        // Devices that run next to nothing decline nearly every operator, mostly for something else:
        // what the user can change has the trials first, but for a quarter of them.
        const bool causesLast = m_found.goal == RemedyGoal::nodesOnDevices;
        const std::size_t kept = causesLast ? m_left / 4 : 0;
        m_left -= kept;
        if (!causesLast)
            eachDevice(&RemedySearch::tryCauses);
        trySizes();
        tryPasses();
        tryLoops();
        tryOpsets();
        tryGrouping();
        tryOrders();
        eachDevice(&RemedySearch::tryOptions<false>);
        m_left += kept;
        if (causesLast)
            eachDevice(&RemedySearch::tryCauses);
    }

    void eachDevice(void (RemedySearch::*tryOne)(std::uint32_t)) {
        for (std::uint32_t i = 0; i + 1 < m_providers.size(); ++i)
            (this->*tryOne)(i);
    }

    /// Whether one more placement may be tried.
    bool mayTry() {
        if (m_progress.cancelled())
            return false;
        if (m_left == 0) {
            ++m_found.leftOut;
            return false;
        }
        --m_left;
        ++m_found.tried;
        return true;
    }

    Begun begin(TryIt tryIt, WorkAhead::Rank rank) {
        auto trial = std::make_shared<Trial>();
        auto piece = m_ahead.add(
            [trial, tryIt = std::move(tryIt)](const Progress& progress) {
                const LogHolder holder(trial->lines);
                trial->outcome = tryIt(progress);
            },
            rank);
        return {std::move(trial), std::move(piece)};
    }

    /// Tries something beside other things; what comes of it is collected at the end.
    void tryBeside(TryIt tryIt) {
        m_asked.push_back(begin(std::move(tryIt), WorkAhead::Rank::beside));
    }

    /// Waits for a trial, and says how far the search is.
    Trial& finished(const Begun& begun) {
        m_ahead.finish(begun.piece);
        m_done += !std::exchange(begun.trial->isCounted, true);
        m_whole.at(static_cast<double>(m_done) / static_cast<double>(m_most));
        return *begun.trial;
    }

    /// The remedies in the order in which they were asked for.
    void collect() {
        for (const Begun& begun : m_asked) {
            Trial& trial = finished(begun);
            for (const auto& [level, text] : trial.lines)
                if (!m_progress.cancelled()) // what was stopped may complain of that
                    log(level, text);
            if (trial.outcome && trial.isKept)
                m_found.list.push_back(*std::move(trial.outcome));
        }
    }

    void tryChanges(std::vector<ScenarioChange> changes) {
        if (mayTry())
            tryBeside([this, changes = std::move(changes)](const Progress& progress) {
                return m_trials.ofChanges(changes, progress);
            });
    }

    [[nodiscard]] ScenarioChange take(std::uint32_t provider, NodeChoice nodes) const {
        return {NodesChange{NodesChange::What::takeAnyway, std::move(nodes),
                            m_now.providers[provider]}};
    }

    /// The run length of a provider; nothing: it has no such option.
    [[nodiscard]] std::optional<std::size_t> runLength(std::uint32_t provider) const {
        for (const ProviderOption& option : m_providers[provider]->options())
            if (option.name == kRunLengthOption)
                return parseNumber<std::size_t>(option.value);
        return std::nullopt;
    }

    void tryCauses(std::uint32_t provider) {
        const auto least = runLength(provider);
        const CutCauses causes(m_model, m_now, provider, least.value_or(0));
        const std::vector<bool> none(causes.causes().size());
        const std::size_t now = causes.rank(causes.partitions(none));
        CauseSets sets = bestSets(causes, m_progress);
        m_found.exact = m_found.exact && sets.exact;
        const bool cutsMatter = m_found.goal == RemedyGoal::fewerPartitions;
        if (!cutsMatter) // each larger set gives more nodes, up to all of them
            sets.sets.resize(std::min(sets.sets.size(), kMostFirstSets));
        for (const CauseSet& set : sets.sets) {
            if (!sets.exact && cutsMatter)
                addBound(provider, causes, set.causes.size());
            std::vector<ScenarioChange> changes;
            for (const std::uint32_t cause : set.causes)
                changes.push_back(take(provider, {"", causes.causes()[cause].op, ""}));
            tryChanges(std::move(changes));
        }
        if (cutsMatter) {
            tryOperators(provider, causes, now, sets);
            tryNodes(provider, causes);
        } else {
            tryHolders(provider, causes, sets);
        }
        if (least)
            tryRunLengths(provider, causes, *least);
    }

    void addBound(std::uint32_t provider, const CutCauses& causes, std::size_t operators) {
        const CutCauses::Count bound = causes.bound(operators);
        const std::string& id = m_now.providers[provider];
        Remedies::Bound told{id, namesOf(m_now).at(id), operators, bound.all};
        if (causes.isOfFirst())
            told.ofFirst = bound.own;
        if (told.ofFirst.value_or(told.partitions) > 1) // 1 says nothing
            m_found.bounds.push_back(std::move(told));
    }

    /// Single operators, and of each that helps its types.
    void tryOperators(std::uint32_t provider, const CutCauses& causes, std::size_t now,
                      const CauseSets& sets) {
        std::vector<CauseSet> singles;
        for (std::uint32_t i = 0; i < causes.causes().size(); ++i) {
            std::vector<bool> chosen(causes.causes().size());
            chosen[i] = true;
            if (const std::size_t left = causes.rank(causes.partitions(chosen)); left < now)
                singles.push_back({{i}, left});
        }
        std::ranges::stable_sort(singles, {}, &CauseSet::rank);
        for (std::size_t i = 0; i < std::min(singles.size(), kMostSingles); ++i) {
            const std::uint32_t cause = singles[i].causes.front();
            const bool tried = std::ranges::any_of(
                sets.sets, [&](const CauseSet& set) { return set.causes == singles[i].causes; });
            if (!tried)
                tryChanges({take(provider, {"", causes.causes()[cause].op, ""})});
            tryTypes(provider, causes.causes()[cause]);
        }
    }

    /// Operators with bodies: a device that takes one gets the nodes inside, which are not counted.
    void tryHolders(std::uint32_t provider, const CutCauses& causes, const CauseSets& sets) {
        for (std::uint32_t i = 0; i < causes.causes().size(); ++i) {
            const CutCauses::Cause& cause = causes.causes()[i];
            const bool tried = std::ranges::any_of(
                sets.sets, [&](const CauseSet& set) { return set.causes == std::vector{i}; });
            if (!tried && std::ranges::any_of(cause.nodes, [&](NodeId id) {
                    return !m_model.node(id)->subgraphs().empty();
                }))
                tryChanges({take(provider, {"", cause.op, ""})});
        }
    }

    void tryTypes(std::uint32_t provider, const CutCauses::Cause& cause) {
        std::set<std::string> types;
        for (const NodeId id : cause.nodes)
            types.insert(firstTypeName(m_model, *m_model.node(id)));
        if (types.size() > 1)
            for (const std::string& type : types)
                tryChanges({take(provider, {"", cause.op, type})});
    }

    /// Single nodes that stand alone between two runs, those with the most bytes first.
    void tryNodes(std::uint32_t provider, const CutCauses& causes) {
        std::vector<std::pair<std::uint64_t, NodeId>> nodes;
        for (const NodeId id : causes.loneNodes()) {
            const Node& node = *m_model.node(id);
            std::uint64_t bytes = 0;
            for (const auto* list : {&node.inputs, &node.outputs})
                for (const ValueId value : *list)
                    if (value && !m_model.value(value)->isConstant())
                        bytes += valueBytes(*m_model.value(value)).value_or(0);
            if (!node.name.empty()) // only a name finds it again in another export
                nodes.emplace_back(bytes, id);
        }
        std::ranges::stable_sort(nodes, std::greater<>(), &std::pair<std::uint64_t, NodeId>::first);
        nodes.resize(std::min(nodes.size(), kMostNodes));
        for (const auto& [bytes, id] : nodes)
            tryChanges({take(provider, {m_model.node(id)->label(), "", ""})});
    }

    void tryRunLengths(std::uint32_t provider, const CutCauses& causes, std::size_t least) {
        const std::vector<bool> none(causes.causes().size());
        const auto rankOf = [&](std::size_t length) {
            return causes.rank(causes.partitions(none, length));
        };
        std::vector<std::pair<std::size_t, std::size_t>> lengths{{rankOf(0), 0}};
        for (const std::size_t length : causes.runLengths())
            for (const std::size_t each : {length, length + 1})
                lengths.emplace_back(rankOf(each), each);
        const std::size_t now = rankOf(least);
        std::erase_if(lengths, [&](const auto& each) { return each.first >= now; });
        std::ranges::stable_sort(lengths, {}, &std::pair<std::size_t, std::size_t>::first);
        // A longer least run may leave the whole model to the other providers: that is no remedy.
        std::size_t tried = 0, before = 0;
        for (const auto& each : lengths) { // of equal ones the shortest
            const bool anyRun = std::ranges::any_of(
                causes.runLengths(), [&](std::size_t length) { return length >= each.second; });
            if (anyRun && each.first != before && tried++ < kMostRunLengths)
                tryChanges({{RunLengthChange{m_now.providers[provider],
                                             static_cast<std::int64_t>(each.second)}}});
            before = anyRun ? each.first : before;
        }
    }

    /// Open sizes fixed: which number it is does not matter to a device that needs one.
    void trySizes() {
        const auto all = openSizesOf(m_model);
        if (all.empty() || !declinesOpenSizes(m_now))
            return;
        tryChanges(all);
        if (all.size() > 1 && all.size() <= kMostSymbols)
            for (const ScenarioChange& each : all)
                tryChanges({each});
    }

    /// The simplifier, and each of its passes that changes something.
    void tryPasses() {
        if (!m_options.makeEvaluator || !mayTry())
            return;
        std::optional<PipelineResult> result;
        m_asked.push_back(begin(
            [&](const Progress& progress) -> RemedyTrials::Outcome {
                if (auto all = m_trials.simplified(progress))
                    result = *std::move(all);
                return std::nullopt; // what it made is placed next
            },
            WorkAhead::Rank::next));
        m_ahead.finish(m_asked.back().piece);
        m_asked.back().trial->isCounted = true;
        if (!result)
            return; // a pass that fails is the simplifier's to tell
        // A pass without a rewrite can be left out: the others then do the same, in the same order.
        PassQuestions about;
        for (const PassInfo& pass : passCatalogue())
            if (std::ranges::any_of(result->traces, [&](const PassTrace& trace) {
                    return trace.pass == pass.name && !trace.rewrites.empty();
                }))
                about.passes.emplace_back(pass.name);
        if (about.passes.empty())
            return;
        about.ranked = m_trials.byEffect(about.passes, result->traces);
        about.singles = std::min(about.ranked.size(), isLarge() ? 1 : kMostPasses);
        m_asked.push_back(begin(
            [&](const Progress& progress) {
                return m_trials.ofMade({{}, about.passes, 0, m_options.inModel}, result->model,
                                       progress);
            },
            WorkAhead::Rank::next));
        foresee(about, 0);
        about.all = finished(m_asked.back()).outcome;
        if (about.all && about.passes.size() > 1 && !isOnePassEnough(about))
            m_found.fewestPasses = keepFewest(about);
    }

    /// The iterations of Loops that no device runs. A simplification leaves those Loops.
    void tryLoops() {
        if (m_trials.hasLoopOffDevices() && mayTry())
            tryBeside([this](const Progress& progress) {
                return m_trials.ofPasses({"eliminate_loop_with_const_trip_count"}, progress);
            });
    }

    bool isOnePassEnough(const PassQuestions& about) {
        bool oneIsEnough = false;
        for (std::size_t i = 0; i < about.singles && mayTry(); ++i)
            oneIsEnough |= isEnough(trialOf({about.ranked[i]}, about, i + 1), about);
        return oneIsEnough;
    }

    /// Leaves out passes as long as the others have the effect of all. Whether it came to an end.
    bool keepFewest(const PassQuestions& about) {
        std::size_t left = isLarge() ? kMostReductionsOfLarge : kMostReductions;
        const auto areEnough = [&](const Passes& fewer) {
            --left;
            if (!mayTry())
                return false;
            const bool isNew = !isAsked(fewer);
            Trial& trial = trialOf(fewer, about, about.singles);
            if (isNew)
                trial.isKept = isEnough(trial, about);
            return isEnough(trial, about);
        };
        return reducePasses(about.passes, about.ranked, areEnough,
                            [&] { return left > 0 && m_left > 0 && !m_progress.cancelled(); })
            .isFewest;
    }

    static bool isEnough(const Trial& trial, const PassQuestions& about) {
        return trial.outcome && doesAsMuch(*trial.outcome, *about.all);
    }

    [[nodiscard]] bool isAsked(const Passes& passes) const {
        const auto known = m_ofPasses.find(passes);
        return known != m_ofPasses.end() && known->second.trial->isAsked;
    }

    Begun& begunOf(const Passes& passes, WorkAhead::Rank rank) {
        const auto [at, fresh] = m_ofPasses.try_emplace(passes);
        if (fresh)
            at->second =
                begin([this, passes](
                          const Progress& progress) { return m_trials.ofPasses(passes, progress); },
                      rank);
        return at->second;
    }

    /// The trial of exactly these passes. `singles`: so many single passes were asked for by then.
    Trial& trialOf(const Passes& passes, const PassQuestions& about, std::size_t singles) {
        const Begun& begun = begunOf(passes, WorkAhead::Rank::next);
        if (!std::exchange(begun.trial->isAsked, true))
            m_asked.push_back(begun);
        foresee(about, singles);
        return finished(begun);
    }

    /// Has other threads try what is likely to be asked next, and nothing else that was not asked.
    void foresee(const PassQuestions& about, std::size_t singles) {
        const std::size_t most = std::min(m_ahead.helpers(), m_left);
        std::set<Passes> likely;
        for (; singles < about.singles && likely.size() < most; ++singles)
            likely.insert({about.ranked[singles]});
        const auto known = [&](const Passes& passes) -> std::optional<bool> {
            const auto at = m_ofPasses.find(passes);
            if (!about.all || at == m_ofPasses.end() || !m_ahead.isDone(at->second.piece))
                return std::nullopt;
            return isEnough(*at->second.trial, about);
        };
        for (Passes& each : nextQuestions(about.passes, about.ranked, known, most - likely.size()))
            likely.insert(std::move(each));
        std::erase_if(m_ofPasses, [&](const auto& each) {
            const bool isVain = !each.second.trial->isAsked && !likely.contains(each.first);
            if (isVain)
                m_ahead.drop(each.second.piece);
            return isVain;
        });
        for (const Passes& each : likely)
            begunOf(each, WorkAhead::Rank::perhaps);
    }

    [[nodiscard]] bool isLarge() const { return m_model.nodes().count() > kLargeModel; }

    void tryOpsets() {
        const auto opsets =
            opsetsWorthTrying(m_model, m_trials.optimized().model, m_now, m_found.goal, m_providers,
                              m_progress, [this] { return mayTry(); });
        const std::size_t most = isLarge() ? 1 : kMostConversions;
        for (std::size_t i = 0; i < std::min(opsets.size(), most); ++i) {
            if (!mayTry())
                return;
            tryBeside([this, opset = opsets[i]](const Progress& progress) {
                return m_trials.ofOpset(opset, progress);
            });
        }
    }

    void tryGrouping() {
        if (m_options.wishes.grouping == Grouping::topological)
            tryChanges({{GroupingChange{Grouping::dependency}}});
    }

    /// Tries each provider but the first and the last in first place.
    void tryOrders() {
        for (std::size_t i = 1; i + 1 < m_providers.size(); ++i)
            tryChanges({{OrderChange{{m_now.providers[i]}}}});
    }

    template <bool onlyDevices> void tryOptions(std::uint32_t provider) {
        for (const ProviderOption& option : m_providers[provider]->options())
            for (const std::string& choice : option.choices)
                if (choice != option.value && (option.isDevice || !onlyDevices))
                    tryChanges({{OptionChange{m_now.providers[provider], option.name, choice}}});
    }

    const Model& m_model;
    const ProviderList& m_providers;
    RemedyTrials& m_trials;
    const Partitioning& m_now;
    const RemedyOptions& m_options;
    const Progress& m_whole;                     ///< of all trials
    const Progress m_progress{m_whole.stop, {}}; ///< of what is done between them
    Remedies m_found;
    std::size_t m_left;                 ///< placements that may still be tried
    std::size_t m_most;                 ///< placements that may be tried in all
    std::size_t m_done = 0;             ///< trials that were waited for
    std::vector<Begun> m_asked;         ///< in the order of the answer
    std::map<Passes, Begun> m_ofPasses; ///< asked, or begun in case they are
    WorkAhead m_ahead;                  ///< the last member: its threads use the others
};

} // namespace

Result<Remedies> findRemedies(const Model& model, const ProviderList& providers,
                              const RemedyOptions& options, const Progress& progress) {
    if (!model.info().functions.empty())
        if (const auto inlined = inlineCalls(model))
            return remediesOfCalls(model, *inlined, providers, options, progress);
    auto now = PARTITA_TRY(
        placeModel(model, providers, options.wishes, {progress.stop, {}}, options.optimized));
    const std::size_t threads =
        options.threads > 0 ? options.threads : threadsFor(model.nodes().count());
    RemedyTrials trials(model, providers, options, std::move(now), threads, progress.stop);
    return RemedySearch(model, providers, trials, options, threads, progress).search();
}

} // namespace partita
