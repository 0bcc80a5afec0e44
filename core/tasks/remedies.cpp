#include "core/tasks/remedies.h"

#include <algorithm>
#include <set>

#include "core/base/try.h"
#include "core/rewrite/pipeline.h"
#include "core/session/placement.h"
#include "core/tasks/cut_causes.h"

namespace partita {

namespace {

constexpr std::size_t kMostSingles = 10, kMostNodes = 5, kMostRunLengths = 2, kMostSymbols = 4,
                      kMostPasses = 8;

/// The placements that may be tried: about a second's work.
std::size_t trialsFor(std::size_t nodes) {
    return std::clamp<std::size_t>(100'000 / std::max<std::size_t>(nodes, 1), 12, 200);
}

std::set<std::string> symbolsOf(const Model& model) {
    std::set<std::string> symbols;
    for (const ValueId id : model.graph(model.mainGraph())->inputs) {
        const auto& value = model.value(id);
        if (!value->isConstant() && value->type && value->type->isTensor() && value->type->shape)
            for (const Dim& dim : *value->type->shape)
                if (!dim.value && !dim.param.empty())
                    symbols.insert(dim.param);
    }
    return symbols;
}

class RemedySearch {
public:
    RemedySearch(const Model& model, const ProviderList& providers, const RemedyOptions& options,
                 const Progress& progress)
        : m_model(model), m_providers(providers), m_options(options), m_progress(progress),
          m_left(trialsFor(model.nodes().count())) {}

    Result<Remedies> search() {
        auto now = PARTITA_TRY(placeModel(m_model, m_providers, m_options.wishes, m_progress));
        m_optimized = now.optimized;
        m_now = std::move(now.ofSource);
        m_found.partitions = m_now.partitions.size();
        if (m_found.partitions > 1) {
            for (std::uint32_t i = 0; i + 1 < m_providers.size(); ++i)
                tryCauses(i);
            trySizes();
            tryPasses();
            tryGrouping();
            tryOrders();
            for (std::uint32_t i = 0; i + 1 < m_providers.size(); ++i)
                tryOptions(i);
        }
        if (m_progress.cancelled())
            return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
        rank();
        return std::move(m_found);
    }

private:
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

    /// Keeps changes that give fewer partitions, leave the devices some nodes, and leave no more
    /// nodes without a provider.
    void tryChanges(std::vector<ScenarioChange> changes) {
        if (!mayTry())
            return;
        const AppliedScenario applied =
            applyScenario(m_model, m_providers, m_options.wishes, {changes}, m_progress);
        if (applied.notApplied.empty())
            keep({std::move(changes), {}, {}, 0, 0}, applied.model, applied.providers,
                 applied.options);
    }

    void keep(Remedy remedy, const Model& model, const ProviderList& providers,
              const PartitionOptions& options) {
        // The rewrites before the placement are the same unless the model or the level is another.
        const bool same = options.level == m_optimized->level && diff(m_model, model).empty();
        const auto placement =
            placeModel(model, providers, options, m_progress, same ? m_optimized : nullptr);
        if (!placement)
            return;
        const Partitioning& placed = placement->ofSource;
        remedy.difference = differenceOf(m_now, placed);
        auto& difference = remedy.difference;
        if (!remedy.passes.empty()) // nodes that a pass removed did not move
            std::erase_if(difference.moved,
                          [](const auto& each) { return each.from.empty() || each.to.empty(); });
        remedy.assumed = assumedNodes(placed);
        std::uint64_t onDevices = 0;
        for (const auto& provider : difference.providers)
            if (provider.id != m_now.providers.back())
                onDevices += provider.nodes.after;
            else if (provider.nodes.after > provider.nodes.before)
                remedy.moreOnLast = provider.nodes.after - provider.nodes.before;
        if (onDevices > 0 && difference.partitions.after < difference.partitions.before &&
            difference.unassigned.after <= difference.unassigned.before)
            m_found.list.push_back(std::move(remedy));
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
        const std::size_t now = causes.partitions(none);
        const CauseSets sets = bestSets(causes, m_progress);
        m_found.exact = m_found.exact && sets.exact;
        for (const CauseSet& set : sets.sets) {
            const std::size_t bound = causes.bound(set.causes.size());
            if (!sets.exact && bound > 1) // 1 says nothing
                m_found.bounds.push_back({m_now.providers[provider], set.causes.size(), bound});
            std::vector<ScenarioChange> changes;
            for (const std::uint32_t cause : set.causes)
                changes.push_back(take(provider, {"", causes.causes()[cause].op, ""}));
            tryChanges(std::move(changes));
        }
        tryOperators(provider, causes, now, sets);
        tryNodes(provider, causes);
        if (least)
            tryRunLengths(provider, causes, *least);
    }

    /// Single operators, and of each that helps its types.
    void tryOperators(std::uint32_t provider, const CutCauses& causes, std::size_t now,
                      const CauseSets& sets) {
        std::vector<CauseSet> singles;
        for (std::uint32_t i = 0; i < causes.causes().size(); ++i) {
            std::vector<bool> chosen(causes.causes().size());
            chosen[i] = true;
            if (const std::size_t left = causes.partitions(chosen); left < now)
                singles.push_back({{i}, left});
        }
        std::ranges::stable_sort(singles, {}, &CauseSet::partitions);
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
        std::vector<CauseSet> lengths{{{0}, causes.partitions(none, 0)}};
        for (const std::size_t length : causes.runLengths())
            for (const std::size_t each : {length, length + 1})
                lengths.push_back(
                    {{static_cast<std::uint32_t>(each)}, causes.partitions(none, each)});
        const std::size_t now = causes.partitions(none, least);
        std::erase_if(lengths, [&](const CauseSet& each) { return each.partitions >= now; });
        std::ranges::stable_sort(lengths, {}, &CauseSet::partitions);
        // A longer least run may leave the whole model to the other providers: that is no remedy.
        std::size_t tried = 0, before = 0;
        for (const CauseSet& each : lengths) { // of equal ones the shortest
            const bool anyRun = std::ranges::any_of(causes.runLengths(), [&](std::size_t length) {
                return length >= each.causes.front();
            });
            if (anyRun && each.partitions != before && tried++ < kMostRunLengths)
                tryChanges({{RunLengthChange{m_now.providers[provider], each.causes.front()}}});
            before = anyRun ? each.partitions : before;
        }
    }

    /// Symbolic sizes fixed to 1: which number it is does not matter to a device that needs one.
    void trySizes() {
        const std::set<std::string> symbols = symbolsOf(m_model);
        const bool isDynamic = std::ranges::any_of(m_now.verdictLists, [](const auto& list) {
            return std::ranges::any_of(list, [](const Verdict& verdict) {
                return verdict.code == ReasonCode::dynamicShape;
            });
        });
        if (symbols.empty() || !isDynamic)
            return;
        std::vector<ScenarioChange> all;
        for (const std::string& symbol : symbols)
            all.push_back({SizeChange{symbol, {1}}});
        tryChanges(all);
        if (symbols.size() > 1 && symbols.size() <= kMostSymbols)
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
        const auto result = simplifyModel(m_model, simplify);
        if (!result)
            return; // a pass that fails is the simplifier's to tell
        std::vector<std::string> passes;
        for (const PassTrace& trace : result->traces)
            if (!trace.rewrites.empty() && std::ranges::find(passes, trace.pass) == passes.end())
                passes.emplace_back(trace.pass);
        const std::size_t before = m_found.list.size();
        keep({{}, passes, {}, 0, 0}, result->model, m_providers, m_options.wishes);
        if (m_found.list.size() == before || passes.size() < 2 || passes.size() > kMostPasses)
            return;
        for (const std::string& pass : passes) {
            if (!mayTry())
                return;
            if (const auto alone = runPasses(m_model, {pass}, 1, simplify.pass))
                keep({{}, {pass}, {}, 0, 0}, alone->model, m_providers, m_options.wishes);
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

    /// Puts the best first, and leaves out what a smaller change of the same kind does as well.
    void rank() {
        auto& list = m_found.list;
        std::ranges::stable_sort(list, [](const Remedy& a, const Remedy& b) {
            if ((a.moreOnLast > 0) != (b.moreOnLast > 0))
                return a.moreOnLast == 0;
            const auto perChange = [](const Remedy& remedy, double amount) {
                return amount / static_cast<double>(std::max<std::size_t>(remedy.size(), 1));
            };
            const double savedA = perChange(a, static_cast<double>(a.partitionsSaved())),
                         savedB = perChange(b, static_cast<double>(b.partitionsSaved()));
            if (savedA != savedB)
                return savedA > savedB;
            const double bytesA = perChange(a, a.bytesSaved()),
                         bytesB = perChange(b, b.bytesSaved());
            return bytesA != bytesB ? bytesA > bytesB : a.assumed < b.assumed;
        });
        std::vector<Remedy> kept;
        for (const Remedy& remedy : list)
            if (std::ranges::none_of(list,
                                     [&](const Remedy& other) { return isAsGood(other, remedy); }))
                kept.push_back(remedy);
        list = std::move(kept);
    }

    /// The kinds of change that a remedy has.
    static std::set<std::size_t> kindsOf(const Remedy& remedy) {
        std::set<std::size_t> kinds;
        for (const ScenarioChange& change : remedy.changes)
            kinds.insert(change.action.index());
        return kinds;
    }

    /// Whether fewer changes of the same kinds do at least what `remedy` does. Another kind is
    /// another choice: not everyone can have another device.
    static bool isAsGood(const Remedy& other, const Remedy& remedy) {
        return other.size() + other.passes.size() < remedy.size() + remedy.passes.size() &&
               other.assumed <= remedy.assumed && other.moreOnLast <= remedy.moreOnLast &&
               other.passes.empty() == remedy.passes.empty() && kindsOf(other) == kindsOf(remedy) &&
               other.difference.partitions.after <= remedy.difference.partitions.after &&
               other.bytesSaved() >= remedy.bytesSaved();
    }

    const Model& m_model;
    const ProviderList& m_providers;
    const RemedyOptions& m_options;
    const Progress& m_progress;
    std::shared_ptr<const OptimizedModel> m_optimized; ///< the model as `m_now` places it
    Partitioning m_now;
    Remedies m_found;
    std::size_t m_left; ///< placements that may still be tried
};

} // namespace

Message Remedy::text() const {
    Message all;
    const auto add = [&](const Message& part) {
        all = all.empty() ? part : PARTITA_TEXT("{0}, {1}", all, part);
    };
    for (const std::string& pass : passes)
        add(Message(pass));
    if (passes.size() > 3)
        all = PARTITA_TEXT("Simplify: {0} passes", passes.size());
    else if (!passes.empty())
        all = PARTITA_TEXT("Simplify: {0}", all);
    for (const ScenarioChange& change : changes)
        add(describe(change));
    return all;
}

Result<Remedies> findRemedies(const Model& model, const ProviderList& providers,
                              const RemedyOptions& options, const Progress& progress) {
    return RemedySearch(model, providers, options, progress).search();
}

} // namespace partita
