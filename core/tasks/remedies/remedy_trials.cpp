#include "core/tasks/remedies/remedy_trials.h"

#include <algorithm>
#include <set>

#include "core/rewrite/pipeline.h"
#include "core/tasks/remedies/remedy_opsets.h"

namespace partita {

namespace {

/// Who taught the devices, in any order. A device of another runtime is no remedy: it is another
/// machine with another compiler.
std::multiset<std::string> teachersOf(const ProviderList& providers) {
    std::multiset<std::string> teachers;
    for (const ProviderPtr& each : providers)
        teachers.insert(each->info().learnedFrom);
    return teachers;
}

bool choosesDevice(const ProviderList& providers, const OptionChange& change) {
    return std::ranges::any_of(providers, [&](const ProviderPtr& provider) {
        return provider->info().id == change.provider &&
               std::ranges::any_of(provider->options(), [&](const ProviderOption& option) {
                   return option.isDevice && option.name == change.option;
               });
    });
}

} // namespace

/// An evaluator that one trial has for itself.
class RemedyTrials::Evaluator {
public:
    explicit Evaluator(RemedyTrials& trials) : m_trials(trials) {
        {
            const std::lock_guard lock(trials.m_mutex);
            if (!trials.m_evaluators.empty()) {
                m_evaluator = std::move(trials.m_evaluators.back());
                trials.m_evaluators.pop_back();
            }
        }
        if (!m_evaluator)
            m_evaluator = trials.m_options.makeEvaluator();
    }
    ~Evaluator() {
        const std::lock_guard lock(m_trials.m_mutex);
        m_trials.m_evaluators.push_back(std::move(m_evaluator));
    }
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;
    [[nodiscard]] ConstantEvaluator* get() const { return m_evaluator.get(); }

private:
    RemedyTrials& m_trials;
    std::unique_ptr<ConstantEvaluator> m_evaluator;
};

RemedyTrials::RemedyTrials(const Model& model, const ProviderList& providers,
                           const RemedyOptions& options, Placement now, std::size_t threads,
                           std::stop_token stop)
    : m_model(model), m_start(options.stored.value_or(model)), m_providers(providers),
      m_options(options), m_now(std::move(now)), m_goal(remedyGoalFor(m_now.ofSource)),
      m_assumed(assumedNodes(m_now.ofSource)), m_stop(std::move(stop)), m_timer(model, providers),
      m_time(m_timer.timeOf(m_now.ofSource)), m_inferred(4 + 2 * threads) {}

RemedyTrials::Outcome RemedyTrials::ofChanges(std::vector<ScenarioChange> changes,
                                              const Progress& progress) {
    const AppliedScenario applied =
        applyScenario(m_model, m_providers, m_options.wishes, {changes}, progress);
    if (!applied.notApplied.empty() || teachersOf(applied.providers) != teachersOf(m_providers))
        return std::nullopt;
    Remedy remedy{std::move(changes), {}};
    remedy.otherDevice = std::ranges::any_of(remedy.changes, [&](const ScenarioChange& change) {
        const auto* option = std::get_if<OptionChange>(&change.action);
        return option && choosesDevice(m_providers, *option);
    });
    remedy.notCarried = rulesOffElsewhere(applied.providers, applied.options);
    return ofPlaced(std::move(remedy), applied.model, applied.providers, applied.options, progress);
}

RemedyTrials::Outcome RemedyTrials::ofPasses(std::vector<std::string> passes,
                                             const Progress& progress) {
    Remedy remedy{{}, std::move(passes), 0, m_options.inModel};
    const Evaluator evaluator(*this);
    const auto made = applyRecipe(m_start, remedy.recipe(), passOptions(evaluator.get(), progress));
    return made && made->rewrites() > 0 ? ofMade(std::move(remedy), made->model, progress)
                                        : std::nullopt;
}

RemedyTrials::Outcome RemedyTrials::ofOpset(int opset, const Progress& progress) {
    Remedy remedy{{}, {}, opset};
    const auto converted = prepareModel(m_start, remedy.recipe());
    return converted ? ofMade(std::move(remedy), *converted, progress) : std::nullopt;
}

RemedyTrials::Outcome RemedyTrials::ofMade(Remedy remedy, const Model& made,
                                           const Progress& progress) {
    const auto opened = preparedModel(made, m_options.prepare, progress, m_infer);
    return opened
               ? ofPlaced(std::move(remedy), opened->ready, m_providers, m_options.wishes, progress)
               : std::nullopt;
}

bool RemedyTrials::hasLoopOffDevices() const {
    bool found = false;
    m_start.nodes().forEach([&](NodeId id, const auto& node) {
        found = found || (node->is("Loop") && now().providerOf(id).value_or(0) > 0);
    });
    return found;
}

Result<PipelineResult> RemedyTrials::simplified(const Progress& progress) {
    const Evaluator evaluator(*this);
    SimplifyOptions simplify;
    simplify.pass = passOptions(evaluator.get(), progress);
    return simplifyModel(m_start, simplify);
}

std::vector<std::string> RemedyTrials::byEffect(const std::vector<std::string>& passes,
                                                const std::vector<PassTrace>& traces) const {
    std::vector<std::pair<std::size_t, std::string>> counts;
    for (const std::string& pass : passes) {
        std::size_t gone = 0; // nodes that no device runs
        for (const PassTrace& trace : traces)
            for (const Rewrite& rewrite : trace.rewrites)
                if (trace.pass == pass)
                    for (const auto& change : rewrite.delta.nodes)
                        gone += change.before && !change.after &&
                                now().providerOf(change.before->id).value_or(0) > 0;
        counts.emplace_back(gone, pass);
    }
    std::ranges::stable_sort(counts, std::greater<>(), &std::pair<std::size_t, std::string>::first);
    std::vector<std::string> best;
    for (const auto& [gone, pass] : counts)
        best.push_back(pass);
    return best;
}

PassOptions RemedyTrials::passOptions(ConstantEvaluator* evaluator, const Progress& progress) {
    PassOptions options;
    options.evaluator = evaluator;
    options.progress = progress;
    options.infer = m_infer;
    return options;
}

/// A remedy is nearer to the goal than now, and leaves no more nodes without a provider. It leaves the
/// devices some nodes, where there are devices, and gives them more where that is the goal.
RemedyTrials::Outcome RemedyTrials::ofPlaced(Remedy remedy, const Model& model,
                                             const ProviderList& providers,
                                             const PartitionOptions& wishes,
                                             const Progress& progress) {
    // The rewrites before the placement are the same unless the model or the level is another.
    const bool sameModel = diff(m_model, model).empty(),
               sameRewrites = sameModel && wishes.level == optimized().level;
    const auto placement =
        placeModel(model, providers, wishes, progress, sameRewrites ? m_now.optimized : nullptr);
    if (!placement)
        return std::nullopt;
    const Partitioning& placed = placement->ofSource;
    remedy.difference = differenceOf(now(), placed);
    auto& difference = remedy.difference;
    if (!remedy.passes.empty()) // nodes that a pass removed did not move
        std::erase_if(difference.moved,
                      [](const auto& each) { return each.from.empty() || each.to.empty(); });
    if (remedy.opset) // ids have another meaning in the converted model
        difference.moved.clear();
    remedy.assumed = std::max(assumedNodes(placed), m_assumed) - m_assumed;
    remedy.onDevices = {nodesOnDevices(now()), nodesOnDevices(placed)};
    remedy.onNoDevice = {nodesOnNoDevice(now()), nodesOnNoDevice(placed)};
    if (const std::size_t was = now().summary.byProvider.back(),
        is = placed.summary.byProvider.back();
        is > was)
        remedy.moreOnLast = is - was;
    const bool nearer = distanceTo(m_goal, placed) < distanceTo(m_goal, now());
    const bool anyDevice = providers.size() > 1;
    const std::uint64_t least =
        m_goal == RemedyGoal::nodesOnDevices ? remedy.onDevices.before + 1 : anyDevice;
    if (remedy.onDevices.after < least || !nearer ||
        difference.unassigned.after > difference.unassigned.before)
        return std::nullopt;
    saveTime(remedy, model, sameModel, providers, placed);
    remedy.nodes = concerned(remedy, model);
    return remedy;
}

void RemedyTrials::saveTime(Remedy& remedy, const Model& model, bool sameModel,
                            const ProviderList& providers, const Partitioning& placed) {
    const bool sameDevices = providers == m_providers, same = sameDevices && sameModel,
               sameIds = same || (sameDevices && remedy.opset == 0);
    const auto timeAsNow = [&] {
        const std::lock_guard lock(m_mutex);
        return m_timer.timeOf(placed);
    };
    const PlacementTime after =
        same ? timeAsNow() : PlacementTimer(model, providers).timeOf(placed);
    remedy.secondsSaved = secondsSaved(m_time, after, sameIds);
    if (remedy.secondsSaved)
        return;
    if (const auto saved = copySecondsSaved(m_time, after, sameIds); saved && *saved > 1e-9)
        remedy.copySecondsSaved = saved;
}

std::vector<NodeId> RemedyTrials::concerned(const Remedy& remedy, const Model& after) const {
    if (remedy.opset)
        return nodesOfOtherOpsets(now());
    std::vector<NodeId> nodes;
    for (const auto& moved : remedy.difference.moved)
        if (m_model.node(moved.node))
            nodes.push_back(moved.node);
    if (!remedy.passes.empty())
        for (const auto& change : diff(m_model, after).nodes) // not those of the device
            if (change.before && now().providerOf(change.before->id).value_or(0) > 0)
                nodes.push_back(change.before->id);
    std::ranges::sort(nodes);
    nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
    return nodes;
}

} // namespace partita
