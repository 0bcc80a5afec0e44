// What a remedy is called, how it is applied, and which one is offered first.

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "core/base/message_list.h"
#include "core/tasks/remedies/remedies.h"

namespace partita {

namespace {

constexpr int kRounds = 50; ///< as many as a simplification has

/// Passes of a remedy are those that change the placement. A pass leaves it to these to take away the
/// nodes and constants that its rewrites have made useless.
constexpr const char* kSweepers[] = {"eliminate_deadend", "eliminate_unused_initializer"};

/// Whether the user can make a change with the device that there is; another device is none.
bool isInHand(const ScenarioChange& change) {
    if (const auto* nodes = std::get_if<NodesChange>(&change.action))
        return nodes->what != NodesChange::What::takeAnyway;
    return !std::holds_alternative<RuleOffChange>(change.action) &&
           !std::holds_alternative<GroupingChange>(change.action);
}

Message nodesText(const NodeChoice& choice) {
    if (!choice.node.empty())
        return PARTITA_TEXT("'{0}'", choice.node);
    return choice.type.empty() ? Message(choice.op)
                               : PARTITA_TEXT("{0} of {1}", choice.op, choice.type);
}

/// The names by the ids.
DisplayNames namesOf(const PlacementDifference& difference) {
    DisplayNames names;
    for (const auto& provider : difference.providers)
        names.emplace(provider.id, provider.shown.name);
    return names;
}

/// Another device is offered in words; the list of a scenario has the form of its options.
Message changeText(const Remedy& remedy, const ScenarioChange& change, const DisplayNames& names) {
    const auto* option = std::get_if<OptionChange>(&change.action);
    return option && remedy.otherDevice ? PARTITA_TEXT("Another device: {0}", option->value)
                                        : describe(change, names);
}

/// "NPU takes Mish, Tan" where nothing else changes; otherwise empty.
Message takenText(const Remedy& remedy) {
    Message all;
    std::string provider;
    for (const ScenarioChange& change : remedy.changes) {
        const auto* nodes = std::get_if<NodesChange>(&change.action);
        if (!nodes || nodes->what != NodesChange::What::takeAnyway ||
            (!provider.empty() && provider != nodes->provider))
            return {};
        provider = nodes->provider;
        const Message part = nodesText(nodes->nodes);
        all = listWith(all, part);
    }
    const DisplayNames names = namesOf(remedy.difference);
    const auto name = names.find(provider);
    return all.empty()
               ? all
               : PARTITA_TEXT("{0} takes {1}", name == names.end() ? provider : name->second, all);
}

} // namespace

bool Remedy::isDoable() const {
    return assumed == 0 && !otherDevice && std::ranges::all_of(changes, isInHand);
}

bool Remedy::leavesFewerThan(const Remedy& other) const {
    const auto counts = [](const Remedy& each) {
        const bool nodesFirst = each.goal() == RemedyGoal::nodesOnDevices;
        return std::tuple(nodesFirst ? each.onNoDevice.after : 0, each.difference.ofFirst.after,
                          each.difference.partitions.after);
    };
    return counts(*this) < counts(other);
}

Recipe Remedy::recipe() const {
    Recipe recipe;
    recipe.passes = passes;
    recipe.targetOpset = opset;
    if (passes.empty()) { // no pass at all
        recipe.optimize = recipe.fold = recipe.inferShapes = false;
        recipe.mutableInitializers = true;
    } else {
        recipe.rounds = kRounds;
        for (const char* sweeper : kSweepers)
            if (std::ranges::find(passes, sweeper) == passes.end())
                recipe.passes.emplace_back(sweeper);
    }
    return recipe;
}

Message Remedy::text() const {
    Message all;
    const auto add = [&](const Message& part) { all = listWith(all, part); };
    for (const std::string& pass : passes)
        add(Message(pass));
    if (!passes.empty())
        all = PARTITA_TEXT("Simplify: {0}", all);
    if (opset)
        add(PARTITA_TEXT("Convert to opset {0}", opset));
    if (const Message taken = takenText(*this); !taken.empty())
        add(taken);
    else
        for (const DisplayNames names = namesOf(difference); const ScenarioChange& change : changes)
            add(changeText(*this, change, names));
    return all;
}

Message Remedy::devicesText() const {
    if (goal() != RemedyGoal::nodesOnDevices)
        return {};
    return onDevices.after == 1 ? PARTITA_TEXT("{0} node on the devices", onDevices.text())
                                : PARTITA_TEXT("{0} nodes on the devices", onDevices.text());
}

Message Remedy::offer() const {
    Message effect = difference.partitionsText();
    if (const Message gained = devicesText(); !gained.empty())
        effect = effect.empty() ? gained : PARTITA_TEXT("{0}, {1}", gained, effect);
    if (const std::size_t fewer = fewerOnDevices()) {
        const Message lost = fewer == 1 ? PARTITA_TEXT("1 node fewer on the devices")
                                        : PARTITA_TEXT("{0} nodes fewer on the devices", fewer);
        effect = effect.empty() ? lost : PARTITA_TEXT("{0}, {1}", effect, lost);
    }
    return effect.empty() ? text() : PARTITA_TEXT("{0} — {1}", text(), effect);
}

std::string Remedy::command() const {
    if (opset)
        return fmt::format("convert MODEL OUT --opset {}", opset);
    if (passes.empty())
        return {};
    std::string before;
    for (const ScenarioChange& change : inModel)
        if (const auto* size = std::get_if<SizeChange>(&change.action))
            before += fmt::format(" --overwrite-input-shape {}:{}", size->name,
                                  fmt::join(size->sizes, ","));
        else if (const auto* other = std::get_if<OpsetChange>(&change.action))
            before += fmt::format(" --target-opset {}", other->version);
        else
            return {};
    return fmt::format("simplify MODEL OUT{} --passes {} --fixed-point {}", before,
                       fmt::join(recipe().passes, ","), kRounds);
}

const Remedy* Remedies::best() const {
    // Nodes on a device are no gain where the run is known to take longer.
    const auto isLoss = [](const Remedy& each) {
        return each.moreOnLast > 0 ||
               (each.goal() == RemedyGoal::nodesOnDevices && each.secondsSaved.value_or(0) < 0);
    };
    const Remedy* found = nullptr;
    for (const Remedy& remedy : list)
        if (remedy.isDoable() && !isLoss(remedy) &&
            (!found || remedy.leavesFewerThan(*found) ||
             (!found->leavesFewerThan(remedy) &&
              remedy.size() + remedy.passes.size() < found->size() + found->passes.size())))
            found = &remedy;
    if (found)
        return found;
    const auto first = std::ranges::find_if_not(list, isLoss);
    return first == list.end() ? nullptr : &*first;
}

namespace {

Message boundText(const Remedies::Bound& bound) {
    const std::string& name = bound.name;
    if (bound.operators == 1)
        return bound.ofFirst
                   ? PARTITA_TEXT("no operator of {0} by itself leaves fewer than {1} partitions",
                                  name, *bound.ofFirst)
                   : PARTITA_TEXT(
                         "no operator of {0} by itself leaves fewer than {1} partitions in all",
                         name, bound.partitions);
    return bound.ofFirst
               ? PARTITA_TEXT("no {0} operators of {1} leave fewer than {2} partitions",
                              bound.operators, name, *bound.ofFirst)
               : PARTITA_TEXT("no {0} operators of {1} leave fewer than {2} partitions in all",
                              bound.operators, name, bound.partitions);
}

} // namespace

std::vector<Message> Remedies::certainty() const {
    std::vector<Message> parts;
    if (!exact)
        parts.push_back(
            PARTITA_TEXT("too many operators to judge every set: they were grown greedily"));
    else if (!list.empty())
        parts.push_back(PARTITA_TEXT("exact: no smaller set of operators does as well"));
    for (const Bound& bound : bounds)
        parts.push_back(boundText(bound));
    if (!fewestPasses)
        parts.push_back(PARTITA_TEXT("not every pass that is named may be needed"));
    if (leftOut)
        parts.push_back(leftOut == 1 ? PARTITA_TEXT("1 more change was not tried")
                                     : PARTITA_TEXT("{0} more changes were not tried", leftOut));
    return parts;
}

} // namespace partita
