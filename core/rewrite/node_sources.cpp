#include "core/rewrite/node_sources.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace partita {

NodeSources sourcesOf(const RewriteHistory& history, NodeId node) {
    NodeSources sources;
    std::unordered_map<NodeId, std::vector<NodeId>>
        derived; // of nodes that rewrites made or changed
    for (std::size_t step = 0; step < history.size(); ++step) {
        const Rewrite& rewrite = history.rewrite(step);
        for (const auto& change : rewrite.delta.nodes)
            if (change.after && change.after->origin) {
                derived[change.id] = change.after->origin->derivedFrom;
                if (change.id == node)
                    sources.pass = rewrite.pass;
            }
    }
    std::unordered_set<NodeId> seen{node};
    std::vector<NodeId> open{node};
    while (!open.empty()) {
        const NodeId each = open.back();
        open.pop_back();
        if (history.start().node(each))
            sources.nodes.push_back(each);
        if (const auto from = derived.find(each); from != derived.end())
            for (const NodeId next : from->second)
                if (seen.insert(next).second)
                    open.push_back(next);
    }
    std::ranges::sort(sources.nodes);
    return sources;
}

} // namespace partita
