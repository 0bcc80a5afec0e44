#include "core/rewrite/seen_rewrite.h"

#include <algorithm>

namespace partita {

namespace {

/// Whether a rewrite can be seen in the picture, which shows no constants.
bool isSeen(const Rewrite& rewrite) {
    return std::ranges::any_of(rewrite.delta.nodes, [](const auto& change) {
        return !(change.after ? change.after : change.before)->is("Constant");
    });
}

} // namespace

std::optional<std::size_t> lastSeenRewrite(const RewriteHistory& history, std::size_t begin,
                                           std::size_t end) {
    while (end-- > begin)
        if (isSeen(history.rewrite(end)))
            return end;
    return {};
}

GraphId graphOfRewrite(const Rewrite& rewrite, const Model& before, const Model& after) {
    const auto find = [&](const auto& changes, const auto& counts) {
        for (const auto& change : changes) {
            const GraphId graph = (change.after ? change.after : change.before)->graph;
            if (counts(change) && before.graph(graph) && after.graph(graph))
                return graph;
        }
        return GraphId{};
    };
    const auto any = [](const auto&) { return true; };
    GraphId found =
        find(rewrite.delta.nodes, [&](const auto& change) { return change.id == rewrite.anchor; });
    if (!found)
        found = find(rewrite.delta.nodes, [](const auto& change) {
            return !(change.after ? change.after : change.before)->is("Constant");
        });
    if (!found)
        found = find(rewrite.delta.nodes, any);
    return found ? found : find(rewrite.delta.values, any);
}

NodeId nodeOfRewrite(const Rewrite& rewrite, const Model& after, GraphId graph) {
    const auto isThere = [&](NodeId id) {
        const auto& node = after.node(id);
        return node && (!graph || node->graph == graph);
    };
    if (isThere(rewrite.anchor))
        return rewrite.anchor;
    for (const auto& change : rewrite.delta.nodes)
        if (change.after && isThere(change.id))
            return change.id;
    for (const auto& change : rewrite.delta.nodes)
        if (change.before)
            for (const ValueId input : change.before->inputs)
                if (const NodeId producer = after.producer(input); isThere(producer))
                    return producer;
    for (const auto& change : rewrite.delta.values)
        if (change.after && change.after->isConstant())
            for (const NodeId reader : after.consumers(change.id))
                if (isThere(reader))
                    return reader;
    return {};
}

} // namespace partita
