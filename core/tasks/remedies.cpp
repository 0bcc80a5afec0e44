#include "core/tasks/remedies.h"

#include <algorithm>
#include <set>

#include "core/base/try.h"
#include "core/ir/model_memory.h"
#include "core/onnx/convert_version.h"
#include "core/onnx/infer_shapes.h"
#include "core/session/placement.h"
#include "core/tasks/cut_causes.h"
#include "core/tasks/pass_reduction.h"
#include "core/tasks/placement_time.h"
#include "core/tasks/remedies_of_calls.h"
#include "core/tasks/remedy_opsets.h"
#include "core/tasks/remedy_rank.h"
#include "core/tasks/remedy_sizes.h"

namespace partita {

namespace {

constexpr std::size_t kMostSingles = 10, kMostFirstSets = 3, kMostNodes = 5, kMostRunLengths = 2,
                      kMostSymbols = 4, kMostPasses = 4, kMostConversions = 2, kLargeModel = 2'000,
                      kMostReductions = 40, kMostReductionsOfLarge = 6;

/// The placements that may be tried: about a second's work.
std::size_t trialsFor(std::size_t nodes) {
    return std::clamp<std::size_t>(100'000 / std::max<std::size_t>(nodes, 1), 12, 200);
}

class RemedySearch {
public:
    RemedySearch(const Model& model, const ProviderList& providers, const RemedyOptions& options,
                 const Progress& progress)
        : m_model(model), m_start(options.stored.value_or(model)), m_providers(providers),
          m_options(options), m_whole(progress), m_timer(model, providers),
          m_left(trialsFor(model.nodes().count())), m_most(m_left) {}

    Result<Remedies> search() {
        auto now = PARTITA_TRY(
            placeModel(m_model, m_providers, m_options.wishes, m_progress, m_options.optimized));
        m_optimized = now.optimized;
        m_now = std::move(now.ofSource);
        m_time = m_timer.timeOf(m_now);
        m_assumed = assumedNodes(m_now);
        m_found.partitions = m_now.partitions.size();
        m_found.ofFirst = headlinePartitions(m_now);
        m_found.goal = remedyGoalFor(m_now);
        if (m_found.goal == RemedyGoal::nodesOnDevices || m_found.partitions > 1)
            tryAll();
        if (m_progress.cancelled())
            return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
        rankRemedies(m_found.list);
        if (m_found.list.empty())
            m_found.whyNone = whyNothingHelps(m_model, m_now);
        return std::move(m_found);
    }

private:
    void tryAll() {
        // Devices that run nothing decline nearly every operator, mostly for something else: what
        // the user can change has the trials first.
        const bool causesLast = m_found.goal == RemedyGoal::nodesOnDevices;
        if (!causesLast)
            eachDevice(&RemedySearch::tryCauses);
        trySizes();
        tryPasses();
        tryOpsets();
        tryGrouping();
        tryOrders();
        eachDevice(&RemedySearch::tryOptions);
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
        m_whole.at(static_cast<double>(m_found.tried) / static_cast<double>(m_most));
        return true;
    }

    /// Keeps changes that are nearer to the goal than now, leave the devices some nodes, and leave no
    /// more nodes without a provider.
    void tryChanges(std::vector<ScenarioChange> changes) {
        if (!mayTry())
            return;
        const AppliedScenario applied =
            applyScenario(m_model, m_providers, m_options.wishes, {changes}, m_progress);
        if (applied.notApplied.empty() && teachersOf(applied.providers) == teachersOf(m_providers))
            keep({std::move(changes), {}}, applied.model, applied.providers, applied.options);
    }

    /// Who taught the devices, in any order. A device of another runtime is no remedy: it is another
    /// machine with another compiler.
    static std::multiset<std::string> teachersOf(const ProviderList& providers) {
        std::multiset<std::string> teachers;
        for (const ProviderPtr& each : providers)
            teachers.insert(each->info().learnedFrom);
        return teachers;
    }

    /// Whether the remedy was kept.
    bool keep(Remedy remedy, const Model& model, const ProviderList& providers,
              const PartitionOptions& options) {
        // The rewrites before the placement are the same unless the model or the level is another.
        const bool sameModel = diff(m_model, model).empty(),
                   sameRewrites = sameModel && options.level == m_optimized->level;
        const auto placement =
            placeModel(model, providers, options, m_progress, sameRewrites ? m_optimized : nullptr);
        if (!placement)
            return false;
        const Partitioning& placed = placement->ofSource;
        remedy.difference = differenceOf(m_now, placed);
        auto& difference = remedy.difference;
        if (!remedy.passes.empty()) // nodes that a pass removed did not move
            std::erase_if(difference.moved,
                          [](const auto& each) { return each.from.empty() || each.to.empty(); });
        if (remedy.opset) // ids have another meaning in the converted model
            difference.moved.clear();
        remedy.assumed = std::max(assumedNodes(placed), m_assumed) - m_assumed;
        remedy.onDevices = {nodesOnDevices(m_now), nodesOnDevices(placed)};
        remedy.onNoDevice = {nodesOnNoDevice(m_now), nodesOnNoDevice(placed)};
        if (const std::size_t was = m_now.summary.byProvider.back(),
            is = placed.summary.byProvider.back();
            is > was)
            remedy.moreOnLast = is - was;
        const bool nearer = distanceTo(m_found.goal, placed) < distanceTo(m_found.goal, m_now);
        if (remedy.onDevices.after == 0 || !nearer ||
            difference.unassigned.after > difference.unassigned.before)
            return false;
        saveTime(remedy, model, sameModel, providers, placed);
        remedy.nodes = concerned(remedy, model);
        m_found.list.push_back(std::move(remedy));
        return true;
    }

    void saveTime(Remedy& remedy, const Model& model, bool sameModel, const ProviderList& providers,
                  const Partitioning& placed) {
        const bool sameDevices = providers == m_providers, same = sameDevices && sameModel,
                   sameIds = same || (sameDevices && remedy.opset == 0);
        const PlacementTime after =
            same ? m_timer.timeOf(placed) : PlacementTimer(model, providers).timeOf(placed);
        remedy.secondsSaved = secondsSaved(m_time, after, sameIds);
        if (remedy.secondsSaved)
            return;
        if (const auto saved = copySecondsSaved(m_time, after, sameIds); saved && *saved > 1e-9)
            remedy.copySecondsSaved = saved;
    }

    [[nodiscard]] std::vector<NodeId> concerned(const Remedy& remedy, const Model& after) const {
        if (remedy.opset)
            return nodesOfOtherOpsets(m_now);
        std::vector<NodeId> nodes;
        for (const auto& moved : remedy.difference.moved)
            if (m_model.node(moved.node))
                nodes.push_back(moved.node);
        if (!remedy.passes.empty())
            for (const auto& change : diff(m_model, after).nodes) // not those of the device
                if (change.before && m_now.providerOf(change.before->id).value_or(0) > 0)
                    nodes.push_back(change.before->id);
        std::ranges::sort(nodes);
        nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
        return nodes;
    }

    [[nodiscard]] ScenarioChange take(std::uint32_t provider, NodeChoice nodes) const {
        return {NodesChange{NodesChange::What::takeAnyway, std::move(nodes),
                            m_now.providers[provider]}};
    }

    /// The run length of a provider; nothing: it has no such option.
    [[nodiscard]] std::optional<std::size_t> runLength(std::uint32_t provider) const {
        for (const ProviderOption& option : m_providers[provider]->options())
            if (option.name == kRunLengthOption)
                return static_cast<std::size_t>(std::strtoull(option.value.c_str(), nullptr, 10));
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
        }
        if (least)
            tryRunLengths(provider, causes, *least);
    }

    void addBound(std::uint32_t provider, const CutCauses& causes, std::size_t operators) {
        const CutCauses::Count bound = causes.bound(operators);
        Remedies::Bound told{m_now.providers[provider], operators, bound.all};
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

    /// Open sizes fixed to 1: which number it is does not matter to a device that needs one.
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
        if (!m_options.evaluator || !mayTry())
            return;
        SimplifyOptions simplify;
        simplify.pass.evaluator = m_options.evaluator;
        simplify.pass.progress = m_progress;
        simplify.pass.infer = m_infer;
        const auto result = simplifyModel(m_start, simplify);
        if (!result)
            return; // a pass that fails is the simplifier's to tell
        // Those without a rewrite can be left out: the others then do the same, in the same order.
        std::vector<std::string> passes;
        for (const PassInfo& pass : passCatalogue())
            if (std::ranges::any_of(result->traces, [&](const PassTrace& trace) {
                    return trace.pass == pass.name && !trace.rewrites.empty();
                }))
                passes.emplace_back(pass.name);
        if (passes.empty())
            return;
        if (!keepMade({{}, passes, 0, m_options.sizes}, result->model) || passes.size() < 2)
            return;
        const Remedy all = m_found.list.back();
        const std::vector<std::string> ranked = byEffect(passes, result->traces);
        bool oneIsEnough = false;
        for (std::size_t i = 0; i < std::min(ranked.size(), isLarge() ? 1 : kMostPasses); ++i) {
            const std::string& pass = ranked[i];
            if (!mayTry())
                break;
            oneIsEnough =
                (keepPasses({pass}, simplify.pass) && doesAsMuch(m_found.list.back(), all)) ||
                oneIsEnough;
        }
        if (!oneIsEnough)
            m_found.fewestPasses = keepFewest(std::move(passes), ranked, all, simplify.pass);
    }

    /// Keeps the remedy that made a model, which is placed as if it were opened.
    bool keepMade(Remedy remedy, const Model& made) {
        const auto opened = preparedModel(made, m_options.prepare, m_progress, m_infer);
        return opened && keep(std::move(remedy), opened->ready, m_providers, m_options.wishes);
    }

    /// Whether exactly these passes are a remedy, which is kept then.
    bool keepPasses(std::vector<std::string> passes, const PassOptions& options) {
        Remedy remedy{{}, std::move(passes), 0, m_options.sizes};
        const auto made = applyRecipe(m_start, remedy.recipe(), options);
        return made && keepMade(std::move(remedy), made->model);
    }

    /// Leaves out passes as long as the others have the effect of `all`. Whether it came to an end.
    bool keepFewest(std::vector<std::string> passes, const std::vector<std::string>& ranked,
                    const Remedy& all, const PassOptions& options) {
        std::size_t left = isLarge() ? kMostReductionsOfLarge : kMostReductions;
        const auto isEnough = [&](const std::vector<std::string>& fewer) {
            --left;
            if (!mayTry() || !keepPasses(fewer, options))
                return false;
            if (doesAsMuch(m_found.list.back(), all))
                return true;
            m_found.list.pop_back();
            return false;
        };
        return reducePasses(std::move(passes), ranked, isEnough,
                            [&] { return left > 0 && m_left > 0 && !m_progress.cancelled(); })
            .isFewest;
    }

    /// The passes, those first that take away the most nodes that no device runs.
    [[nodiscard]] std::vector<std::string> byEffect(const std::vector<std::string>& passes,
                                                    const std::vector<PassTrace>& traces) const {
        std::vector<std::pair<std::size_t, std::string>> counts;
        for (const std::string& pass : passes) {
            std::size_t gone = 0; // nodes that no device runs
            for (const PassTrace& trace : traces)
                for (const Rewrite& rewrite : trace.rewrites)
                    if (trace.pass == pass)
                        for (const auto& change : rewrite.delta.nodes)
                            gone += change.before && !change.after &&
                                    m_now.providerOf(change.before->id).value_or(0) > 0;
            counts.emplace_back(gone, pass);
        }
        std::ranges::stable_sort(counts, std::greater<>(),
                                 &std::pair<std::size_t, std::string>::first);
        std::vector<std::string> best;
        for (const auto& [gone, pass] : counts)
            best.push_back(pass);
        return best;
    }

    [[nodiscard]] bool isLarge() const { return m_model.nodes().count() > kLargeModel; }

    /// The model as ONNX's converter writes it for another opset. A model that the converter refuses
    /// has no such remedy.
    void tryOpsets() {
        const auto opsets = opsetsWorthTrying(m_model, m_optimized->model, m_now, m_found.goal,
                                              m_providers, m_progress, [this] { return mayTry(); });
        const std::size_t most = isLarge() ? 1 : kMostConversions;
        for (std::size_t i = 0; i < std::min(opsets.size(), most); ++i) {
            if (!mayTry())
                return;
            Remedy remedy{{}, {}, opsets[i]};
            if (const auto converted = prepareModel(m_start, remedy.recipe()))
                keepMade(std::move(remedy), *converted);
        }
    }

    void tryGrouping() {
        if (m_options.wishes.grouping == Grouping::topological)
            tryChanges({{GroupingChange{Grouping::dependency}}});
    }

    /// Each device that others may follow, as the first.
    void tryOrders() {
        for (std::size_t i = 1; i + 1 < m_providers.size(); ++i)
            tryChanges({{OrderChange{{m_now.providers[i]}}}});
    }

    void tryOptions(std::uint32_t provider) {
        for (const ProviderOption& option : m_providers[provider]->options())
            for (const std::string& choice : option.choices)
                if (choice != option.value)
                    tryChanges({{OptionChange{m_now.providers[provider], option.name, choice}}});
    }

    const Model& m_model;
    const Model m_start; ///< of passes and conversions
    const ProviderList& m_providers;
    const RemedyOptions& m_options;
    const Progress& m_whole;                           ///< of all trials
    const Progress m_progress{m_whole.stop, {}};       ///< of one of them
    std::shared_ptr<const OptimizedModel> m_optimized; ///< the model as `m_now` places it
    Partitioning m_now;
    PlacementTimer m_timer; ///< of `m_model` on `m_providers`
    PlacementTime m_time;   ///< of `m_now`
    /// The inferred shapes of the last models. The passes of all trials start with the same model, and
    /// the model that the passes of a trial end with is inferred again when it is opened.
    ModelMemory<Result<Model>> m_inferred{6};
    const ShapeInference m_infer = [this](const Model& model, const Progress& progress) {
        return m_inferred.of(model,
                             [&](const Model& each) { return inferOpenShapes(each, progress); });
    };
    std::size_t m_assumed = 0; ///< nodes that `m_now` assumes to be taken
    Remedies m_found;
    std::size_t m_left; ///< placements that may still be tried
    std::size_t m_most; ///< placements that may be tried in all
};

} // namespace

Result<Remedies> findRemedies(const Model& model, const ProviderList& providers,
                              const RemedyOptions& options, const Progress& progress) {
    if (!model.info().functions.empty())
        if (const auto inlined = inlineCalls(model))
            return remediesOfCalls(model, *inlined, providers, options, progress);
    return RemedySearch(model, providers, options, progress).search();
}

} // namespace partita
