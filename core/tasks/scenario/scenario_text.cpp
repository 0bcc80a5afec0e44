// What the changes of a scenario are called.

#include "core/base/overloaded.h"
#include "core/base/text_parts.h"
#include "core/tasks/scenario/scenario.h"

namespace partita {

namespace {

Message choiceText(const NodeChoice& choice) {
    if (!choice.more.empty())
        return PARTITA_TEXT("{0} nodes", choice.more.size() + 1);
    if (choice.op.empty())
        return PARTITA_TEXT("'{0}'", choice.node);
    return choice.type.empty() ? Message(choice.op)
                               : PARTITA_TEXT("{0} of {1}", choice.op, choice.type);
}

std::string sizesText(const std::vector<std::int64_t>& sizes) {
    std::string text;
    for (const std::int64_t size : sizes)
        text += (text.empty() ? "" : "×") + std::to_string(size);
    return text.empty() ? "[]" : text;
}

} // namespace

DisplayNames namesOf(const ProviderList& providers) {
    DisplayNames names;
    for (const auto& provider : providers)
        names.emplace(provider->info().id, provider->info().displayName);
    return names;
}

DisplayNames namesOf(const Partitioning& placed) {
    DisplayNames names;
    for (std::size_t i = 0; i < placed.providers.size(); ++i)
        names.emplace(placed.providers[i], placed.providerNames[i].name);
    return names;
}

Message describe(const ScenarioChange& change, const DisplayNames& names) {
    const auto named = [&names](const std::string& id) {
        const auto found = names.find(id);
        return found == names.end() ? id : found->second;
    };
    return std::visit(
        Overloaded{
            [&](const OrderChange& c) {
                std::vector<std::string> order;
                for (const std::string& id : c.providers)
                    order.push_back(named(id));
                return PARTITA_TEXT("Order: {0}", joinText(order, ", "));
            },
            [&](const OptionChange& c) {
                return PARTITA_TEXT("{0}: {1} = {2}", named(c.provider), c.option, c.value);
            },
            [&](const RunLengthChange& c) {
                return c.least == 1 ? PARTITA_TEXT("{0}: runs of 1 node or more", named(c.provider))
                                    : PARTITA_TEXT("{0}: runs of {1} nodes or more",
                                                   named(c.provider), c.least);
            },
            [&](const NodesChange& c) {
                const Message nodes = choiceText(c.nodes);
                return c.what == NodesChange::What::exclude
                           ? PARTITA_TEXT("Exclude {0} from {1}", nodes, named(c.provider))
                       : c.what == NodesChange::What::pin
                           ? PARTITA_TEXT("Pin {0} to {1}", nodes, named(c.provider))
                           : PARTITA_TEXT("{0} is taken by {1} anyway", nodes, named(c.provider));
            },
            [&](const RuleOffChange& c) {
                return PARTITA_TEXT("{0}: the rule {1} is off", named(c.provider), c.place);
            },
            [](const SizeChange& c) {
                return PARTITA_TEXT("{0} = {1}", c.name, sizesText(c.sizes));
            },
            [](const GroupingChange& c) {
                return c.grouping == Grouping::dependency
                           ? PARTITA_TEXT("Partitions by dependency")
                           : PARTITA_TEXT("Partitions by topological order");
            },
            [](const OptimizationChange& c) {
                return PARTITA_TEXT("Optimizations before placement: {0}", c.level);
            },
            [](const OpsetChange& c) { return PARTITA_TEXT("Convert to opset {0}", c.version); },
            [](const TypeChange& c) {
                return PARTITA_TEXT("All {0} as {1}", dataTypeName(c.from), dataTypeName(c.to));
            },
        },
        change.action);
}

std::string describeWhole(const ScenarioChange& change, const DisplayNames& names) {
    std::string text = describe(change, names).text();
    const auto* nodes = std::get_if<NodesChange>(&change.action);
    if (!nodes || nodes->nodes.more.empty())
        return text;
    const char* separator = ": ";
    for (const auto& each : nodes->nodes.named()) {
        text += separator + each.name;
        separator = ", ";
    }
    return text;
}

} // namespace partita
