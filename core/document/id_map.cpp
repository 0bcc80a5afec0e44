#include "core/document/id_map.h"

#include <algorithm>
#include <map>

#include "core/ir/graph_order.h"

namespace partita {

namespace {

using Key = std::pair<GraphId, std::string_view>;

} // namespace

IdMap::IdMap(const Model& document, const Model& written)
    : m_isSame(false), m_nextNode(written.nodes().keyEnd()), m_nextValue(written.values().keyEnd()),
      m_nextGraph(written.graphs().keyEnd()) {
    addGraph(document, document.mainGraph(), written, written.mainGraph());
    const auto &own = document.info().functions, &read = written.info().functions;
    for (std::size_t i = 0; i < std::min(own.size(), read.size()); ++i)
        addGraph(document, own[i], written, read[i]);
    std::map<Key, ValueId> byName;
    written.values().forEach([&](ValueId id, const auto& value) {
        byName.try_emplace({value->graph, value->name}, id);
    });
    document.values().forEach([&](ValueId id, const auto& value) {
        const auto graph = m_graphs.find(value->graph);
        if (graph == m_graphs.end())
            return;
        const auto found = byName.find({graph->second, value->name});
        if (found != byName.end())
            m_values.try_emplace(id, found->second);
    });
}

/// A saved graph has its nodes in topological order, and ids are given in the order of the file.
void IdMap::addGraph(const Model& document, GraphId from, const Model& written, GraphId to) {
    GraphOrder own(document), read(written);
    std::vector<std::pair<GraphId, GraphId>> todo{{from, to}};
    while (!todo.empty()) {
        const auto [mine, theirs] = todo.back();
        todo.pop_back();
        m_graphs.try_emplace(mine, theirs);
        const auto nodes = own.topological(mine);
        const auto& copies = read.nodesOf(theirs);
        for (std::size_t i = 0; i < std::min(nodes.size(), copies.size()); ++i) {
            m_nodes.try_emplace(nodes[i], copies[i]);
            const auto bodies = document.node(nodes[i])->subgraphs();
            const auto others = written.node(copies[i])->subgraphs();
            for (std::size_t k = 0; k < std::min(bodies.size(), others.size()); ++k)
                todo.emplace_back(bodies[k], others[k]);
        }
    }
}

} // namespace partita
