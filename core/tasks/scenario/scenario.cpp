#include "core/tasks/scenario/scenario.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/base/text_parts.h"
#include "core/tasks/scenario/model_changes.h"

namespace partita {

std::string firstTypeName(const Model& model, const Node& node) {
    const auto& value = node.inputs.empty() ? model.value({}) : model.value(node.inputs[0]);
    return value && value->type && value->type->isTensor()
               ? std::string(dataTypeName(value->type->element))
               : "undefined";
}

std::vector<NodeChoice::Named> NodeChoice::named() const {
    std::vector<Named> all;
    if (!op.empty())
        return all;
    all.push_back({node, id});
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

NodeChoice NodeChoice::of(std::vector<Named> nodes) {
    NodeChoice choice;
    if (nodes.empty())
        return choice;
    choice.node = std::move(nodes.front().name);
    choice.id = nodes.front().id;
    nodes.erase(nodes.begin());
    choice.more = std::move(nodes);
    return choice;
}

std::string operatorName(const Node& node) {
    return (node.isOnnx() ? "" : node.domain.str() + ".") + node.opType.str();
}

namespace {

/// Finds the nodes of a choice; lists the nodes by name and by operator once.
class NodeFinder {
public:
    explicit NodeFinder(const Model& model) : m_model(model) {
        model.nodes().forEach([&](NodeId id, const auto& node) {
            m_byOperator[operatorName(*node)].push_back(id); // in functions, it is placed as well
            if (!model.graph(node->graph)->function)
                m_byName[node->label()].push_back(id);
        });
    }

    /// The nodes; `why` says what is wrong where one that is named, or every one, is missing.
    std::vector<NodeId> find(const NodeChoice& choice, Message& why) const {
        if (choice.op.empty())
            return findNamed(choice.named(), why);
        const auto found = m_byOperator.find(choice.op);
        if (found == m_byOperator.end()) {
            why = PARTITA_TEXT("the model has no {0}", choice.op);
            return {};
        }
        std::vector<NodeId> nodes = found->second;
        if (!choice.type.empty())
            std::erase_if(nodes, [&](NodeId id) {
                return firstTypeName(m_model, *m_model.node(id)) != choice.type;
            });
        if (nodes.empty())
            why = PARTITA_TEXT("no {0} of the model works on {1}", choice.op, choice.type);
        return nodes;
    }

private:
    std::vector<NodeId> findNamed(const std::vector<NodeChoice::Named>& named, Message& why) const {
        std::vector<NodeId> nodes;
        std::vector<std::string> missing;
        for (const auto& each : named) {
            const auto found = m_byName.find(each.name);
            if (m_model.node(each.id))
                nodes.push_back(each.id);
            else if (found != m_byName.end())
                nodes.insert(nodes.end(), found->second.begin(), found->second.end());
            else
                missing.push_back(each.name);
        }
        if (named.size() == 1 && !missing.empty())
            why = PARTITA_TEXT("the model has no node '{0}'", missing.front());
        else if (!missing.empty())
            why = PARTITA_TEXT("the model has {0} of its {1} nodes, but no '{2}'",
                               named.size() - missing.size(), named.size(), missing.front());
        return nodes;
    }

    const Model& m_model;
    std::unordered_map<std::string, std::vector<NodeId>> m_byName, m_byOperator;
};

/// What a change sets. Of two changes that set the same, the later one holds.
std::string subjectOf(const ScenarioChange& change) {
    std::string text = std::to_string(change.action.index());
    const auto add = [&](const std::string& part) { text += '\0' + part; };
    if (const auto* option = std::get_if<OptionChange>(&change.action)) {
        add(option->provider);
        add(option->option);
    } else if (const auto* length = std::get_if<RunLengthChange>(&change.action)) {
        add(length->provider);
    } else if (const auto* size = std::get_if<SizeChange>(&change.action)) {
        add(size->name);
    } else if (const auto* rule = std::get_if<RuleOffChange>(&change.action)) {
        add(rule->provider);
        add(rule->place);
    } else if (const auto* nodes = std::get_if<NodesChange>(&change.action)) {
        add(std::to_string(static_cast<int>(nodes->what)));
        add(nodes->provider);
        add(nodes->nodes.op);
        add(nodes->nodes.type);
        for (const auto& each : nodes->nodes.named())
            add(each.name + '\0' + std::to_string(each.id.value));
    }
    return text;
}

/// Applies the changes of a scenario in three steps: providers, the model, wishes about nodes.
class Applier {
public:
    Applier(const Model& model, const ProviderList& providers, const PartitionOptions& options,
            const Progress& progress)
        : m_result{model, providers, options, {}, 0}, m_model(model, progress) {
        for (const auto& provider : providers)
            m_ids.push_back(provider->info().id);
    }

    AppliedScenario apply(const Scenario& scenario) {
        each<OrderChange, OptionChange>(scenario);
        each<RunLengthChange>(scenario);
        eachLast<SizeChange>(scenario);
        eachLast<OpsetChange>(scenario);
        eachLast<TypeChange>(scenario);
        m_result.model = m_model.model();
        each<NodesChange, RuleOffChange, GroupingChange, OptimizationChange>(scenario);
        std::ranges::stable_sort(m_result.notApplied, {}, &NotApplied::change);
        return std::move(m_result);
    }

private:
    template <class... Kinds> void each(const Scenario& scenario) {
        for (std::size_t i = 0; i < scenario.changes.size(); ++i)
            if (scenario.changes[i].on &&
                (std::holds_alternative<Kinds>(scenario.changes[i].action) || ...))
                applyAt(i, scenario.changes[i]);
    }

    /// What is changed in the model cannot be changed again, so the last change of it comes first.
    template <class Kind> void eachLast(const Scenario& scenario) {
        for (std::size_t i = scenario.changes.size(); i-- > 0;)
            if (scenario.changes[i].on &&
                std::holds_alternative<Kind>(scenario.changes[i].action)) {
                m_change = i;
                const auto known = m_setBy.find(subjectOf(scenario.changes[i]));
                if (known == m_setBy.end())
                    applyAt(i, scenario.changes[i]);
                else
                    refuse(setAgain(known->second));
            }
    }

    void applyAt(std::size_t i, const ScenarioChange& change) {
        const std::size_t problems = m_result.notApplied.size();
        m_change = i;
        std::visit([this](const auto& action) { apply(action); }, change.action);
        if (m_result.notApplied.size() != problems)
            return;
        ++m_result.applied;
        const auto [at, fresh] = m_setBy.try_emplace(subjectOf(change), i);
        if (fresh)
            return;
        m_change = std::exchange(at->second, i); // the one before has no effect any more
        refuse(setAgain(i));
        --m_result.applied;
    }

    static Message setAgain(std::size_t change) {
        return PARTITA_TEXT("change {0} sets the same again", change + 1);
    }

    void refuse(Message why, bool partly = false) {
        m_result.notApplied.push_back({m_change, std::move(why), partly});
    }

    /// The place of a provider in the new order; refuses the change where there is none.
    std::optional<std::size_t> provider(const std::string& id) {
        const auto at = std::ranges::find(m_ids, id);
        if (at != m_ids.end())
            return static_cast<std::size_t>(at - m_ids.begin());
        refuse(PARTITA_TEXT("there is no provider '{0}'; there is {1}", id, joinText(m_ids, ", ")));
        return std::nullopt;
    }

    void apply(const OrderChange& change) {
        std::vector<std::size_t> order;
        for (const std::string& id : change.providers) {
            const auto at = provider(id);
            if (!at)
                return;
            if (std::ranges::find(order, *at) != order.end())
                return refuse(PARTITA_TEXT("the order names '{0}' twice", id));
            order.push_back(*at);
        }
        const std::size_t last = m_ids.size() - 1;
        if (const auto at = std::ranges::find(order, last); at != order.end()) {
            if (at + 1 != order.end())
                return refuse(PARTITA_TEXT("{0} stays the last: it takes what the others leave",
                                           m_ids.back()));
            order.pop_back();
        }
        for (std::size_t i = 0; i <= last; ++i)
            if (std::ranges::find(order, i) == order.end())
                order.push_back(i);
        std::vector<std::string> ids;
        ProviderList providers;
        for (const std::size_t at : order) {
            ids.push_back(m_ids[at]);
            providers.push_back(m_result.providers[at]);
        }
        m_ids = std::move(ids);
        m_result.providers = std::move(providers);
    }

    void setOption(const std::string& id, const std::string& option, const std::string& value) {
        const auto at = provider(id);
        if (!at)
            return;
        auto changed = m_result.providers[*at]->withOption(option, value);
        if (!changed)
            return refuse(changed.error().whole());
        m_result.providers[*at] = *std::move(changed);
    }
    void apply(const OptionChange& change) {
        setOption(change.provider, change.option, change.value);
    }
    void apply(const RunLengthChange& change) {
        setOption(change.provider, kRunLengthOption, std::to_string(change.least));
    }

    template <class Change> void changeModel(const Change& change) {
        if (Message why = m_model.apply(change); !why.empty())
            refuse(std::move(why));
    }
    void apply(const SizeChange& change) { changeModel(change); }
    void apply(const OpsetChange& change) { changeModel(change); }
    void apply(const TypeChange& change) { changeModel(change); }

    void apply(const NodesChange& change) {
        const auto at = provider(change.provider);
        if (!at)
            return;
        if (!m_finder)
            m_finder.emplace(m_result.model);
        Message why;
        const auto nodes = m_finder->find(change.nodes, why);
        if (nodes.empty())
            return refuse(std::move(why));
        if (!why.empty())
            refuse(std::move(why), true);
        // An option such as the number of the device changes the id.
        const std::string id = m_result.providers[*at]->info().id;
        std::size_t pinned = 0;
        for (const NodeId node : nodes)
            if (change.what == NodesChange::What::exclude)
                m_result.options.excluded.emplace(node, id);
            else if (change.what == NodesChange::What::takeAnyway)
                m_result.options.takenAnyway.emplace(node, id);
            else
                pinned += m_result.options.pinned.try_emplace(node, id).first->second != id;
        if (pinned)
            refuse(pinned == 1
                       ? PARTITA_TEXT("1 of its nodes is pinned to another provider already")
                       : PARTITA_TEXT("{0} of its nodes are pinned to another provider already",
                                      pinned),
                   pinned < nodes.size());
    }

    void apply(const RuleOffChange& change) {
        const auto at = provider(change.provider);
        if (!at)
            return;
        const auto& device = m_result.providers[*at];
        if (!device->hasRule(change.place))
            return refuse(
                PARTITA_TEXT("{0} has no rule at {1}", device->info().displayName, change.place));
        m_result.options.rulesOff.emplace(change.place, device->info().id);
    }

    void apply(const GroupingChange& change) { m_result.options.grouping = change.grouping; }

    void apply(const OptimizationChange& change) {
        if (const auto level = levelNamed(change.level))
            m_result.options.level = *level;
        else
            refuse(PARTITA_TEXT("there is no level '{0}'", change.level));
    }

    AppliedScenario m_result;
    ModelChanges m_model;
    std::vector<std::string> m_ids; ///< of the providers before any option, in the new order
    std::optional<NodeFinder> m_finder;
    std::unordered_map<std::string, std::size_t> m_setBy; ///< changes by what they set
    std::size_t m_change = 0;
};

} // namespace

AppliedScenario applyScenario(const Model& model, const ProviderList& providers,
                              const PartitionOptions& options, const Scenario& scenario,
                              const Progress& progress) {
    return Applier(model, providers, options, progress).apply(scenario);
}

bool chooses(const NodeChoice& choice, const Model& model, NodeId id) {
    const auto& node = model.node(id);
    if (!node || model.graph(node->graph)->function)
        return false;
    if (choice.op.empty())
        return std::ranges::any_of(choice.named(), [&](const NodeChoice::Named& each) {
            return model.node(each.id) ? id == each.id : node->label() == each.name;
        });
    return operatorName(*node) == choice.op &&
           (choice.type.empty() || firstTypeName(model, *node) == choice.type);
}

std::vector<NotApplied> unkeptPins(const Scenario& scenario, const AppliedScenario& applied,
                                   const Partitioning& placed) {
    std::vector<NotApplied> unkept;
    std::optional<NodeFinder> finder;
    for (std::size_t i = 0; i < scenario.changes.size() && !applied.options.pinned.empty(); ++i) {
        const auto* pin = std::get_if<NodesChange>(&scenario.changes[i].action);
        if (!pin || !scenario.changes[i].on || pin->what != NodesChange::What::pin)
            continue;
        if (!finder)
            finder.emplace(applied.model);
        Message none;
        const std::size_t first = unkept.size();
        const auto nodes = finder->find(pin->nodes, none);
        for (const NodeId node : nodes) {
            const auto wanted = applied.options.pinned.find(node);
            if (wanted == applied.options.pinned.end())
                continue;
            const auto at = std::ranges::find(placed.providers, wanted->second);
            const auto index = static_cast<std::uint32_t>(at - placed.providers.begin());
            const auto& verdicts = placed.verdicts(node);
            if (index >= verdicts.size() || placed.providerOf(node) == index)
                continue;
            unkept.push_back(
                {i, PARTITA_TEXT("Pinned: {0} does not run on {1}: {2}",
                                 applied.model.node(node)->label(),
                                 placed.providerNames[index].full(), verdicts[index].evidence)});
        }
        for (std::size_t each = first; each < unkept.size(); ++each)
            unkept[each].partly = unkept.size() - first < nodes.size();
    }
    return unkept;
}

std::vector<Message> rulesOffElsewhere(const ProviderList& providers,
                                       const PartitionOptions& options) {
    std::vector<Message> lines;
    for (const auto& [place, id] : options.rulesOff)
        for (const auto& provider : providers)
            if (provider->info().id == id && !provider->hasRule(place))
                lines.push_back(PARTITA_TEXT("the rule {0}, which is off, is none of {1}", place,
                                             provider->info().device));
    return lines;
}

std::size_t assumedNodes(const Partitioning& placed) {
    if (placed.inlined) // counted as the summary counts
        return assumedNodes(placed.inlined->placed);
    std::size_t count = 0;
    for (NodeId node{1}; node.value < placed.partitionOf.size(); ++node.value) {
        const auto provider = placed.providerOf(node);
        const auto& verdicts = placed.verdicts(node);
        if (!provider || *provider >= verdicts.size())
            continue;
        const ReasonCode code = verdicts[*provider].code;
        count += code == ReasonCode::assumedByUser || code == ReasonCode::ruleOffByUser;
    }
    return count;
}

} // namespace partita
