#include "core/compare/difference_groups.h"

#include <algorithm>
#include <map>
#include <set>

namespace partita {

namespace {

using Status = NodeDifference::Status;

/// The operators of some nodes, at most three: "MatMul, Add".
std::string operatorsOf(const Model& model, const std::vector<NodeId>& nodes) {
    constexpr std::size_t kMost = 3;
    std::vector<std::string> names;
    for (const NodeId id : nodes)
        if (const std::string& name = model.node(id)->opType.str();
            std::ranges::find(names, name) == names.end()) {
            if (names.size() == kMost) {
                names.back() += " …";
                break;
            }
            names.push_back(name);
        }
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

/// "attribute alpha", "input 1", "shape output 0": what differs.
Message subjectOf(const PropertyChange& change) {
    Message kind = kindWord(change.kind);
    if (change.what.empty())
        return kind;
    return change.kind == DifferenceKind::inputs ? change.what
                                                 : PARTITA_TEXT("{0} {1}", kind, change.what);
}

/// The cause of a change without the values that differ from node to node.
Message causeOf(const PropertyChange& change) {
    switch (change.kind) {
    case DifferenceKind::side:
    case DifferenceKind::operators:
    case DifferenceKind::attributes:
    case DifferenceKind::graphs: return changeText(change);
    case DifferenceKind::tensors: return PARTITA_TEXT("constant {0}", change.what);
    case DifferenceKind::names: return PARTITA_TEXT("name");
    default: return subjectOf(change);
    }
}

Message causeOf(const NodeDifference& difference, const Model& a, const Model& b) {
    switch (difference.status) {
    case Status::removed:
        return difference.related.empty()
                   ? PARTITA_TEXT("removed")
                   : PARTITA_TEXT("became {0}", operatorsOf(b, difference.related));
    case Status::added:
        return difference.related.empty()
                   ? PARTITA_TEXT("added")
                   : PARTITA_TEXT("made from {0}", operatorsOf(a, difference.related));
    case Status::changed: break;
    }
    return causeOf(difference.changes.front());
}

void countDamage(const ModelDifferences& differences, std::vector<DifferenceGroup>& groups) {
    JointDamage inA(*differences.judgedA), inB(*differences.judgedB);
    for (DifferenceGroup& group : groups) {
        std::vector<NodeId> a, b;
        for (const std::size_t member : group.members) {
            const NodeDifference& each = differences.nodes[member];
            if (each.a)
                a.push_back(each.a);
            if (each.b)
                b.push_back(each.b);
        }
        if (group.members.size() == 1) {
            group.gone = differences.nodes[group.members.front()].gone;
        } else {
            group.gone = damageGone(inA.of(a), inB.of(b));
            for (const std::size_t member : group.members)
                group.gone += differences.nodes[member].ofPartitions;
        }
        std::ranges::stable_sort(group.members, {}, [&](std::size_t member) {
            const Damage& gone = differences.nodes[member].gone;
            return std::pair(-gone.partitions, -gone.bytes);
        });
    }
}

} // namespace

std::string_view statusName(Status status) {
    return status == Status::removed ? "removed" : status == Status::added ? "added" : "changed";
}

const Node& nodeOf(const NodeDifference& difference, const Model& a, const Model& b) {
    return difference.b ? *b.node(difference.b) : *a.node(difference.a);
}

Message changeText(const PropertyChange& change) {
    const Message subject = subjectOf(change);
    if (change.figures)
        return PARTITA_TEXT("{0} differs by {1}", subject, differenceMessage(*change.figures));
    const auto shown = [](const Message& text) {
        return text.empty() ? PARTITA_TEXT("none") : text;
    };
    return PARTITA_TEXT("{0}: {1} → {2}", subject, shown(change.from), shown(change.to));
}

std::vector<DifferenceGroup> groupDifferences(const ModelDifferences& differences, const Model& a,
                                              const Model& b) {
    using Key = std::tuple<Status, DifferenceKind, std::string, std::string>;
    std::map<Key, std::size_t> known;
    std::vector<DifferenceGroup> groups;
    for (std::size_t i = 0; i < differences.nodes.size(); ++i) {
        const NodeDifference& each = differences.nodes[i];
        const auto kind =
            each.changes.empty() ? DifferenceKind::operators : each.changes.front().kind;
        const Message cause = causeOf(each, a, b);
        const std::string& op = nodeOf(each, a, b).opType.str();
        const auto [at, fresh] =
            known.try_emplace({each.status, kind, op, cause.text()}, groups.size());
        if (fresh)
            groups.push_back({each.status, op, cause, kind, {}});
        groups[at->second].members.push_back(i);
    }
    if (differences.knowsDamage())
        countDamage(differences, groups);
    const auto rank = [](const DifferenceGroup& group) {
        const bool side = group.status == Status::changed && group.kind == DifferenceKind::side;
        const int order = side                              ? 0
                          : group.status == Status::changed ? 1
                          : group.status == Status::added   ? 2
                                                            : 3;
        return std::tuple(-group.gone.partitions, -group.gone.bytes, order, group.kind,
                          -static_cast<std::ptrdiff_t>(group.members.size()),
                          group.members.front());
    };
    std::ranges::sort(groups, {}, rank);
    return groups;
}

} // namespace partita
