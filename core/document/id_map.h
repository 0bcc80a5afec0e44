#pragma once

#include <unordered_map>

#include "core/ir/model.h"

namespace partita {

/// The ids that the parts of a document have in its file when that is read: after it was saved, they
/// are others than in the document. What was not in the file gets ids that the file does not use.
class IdMap {
public:
    /// Of a document whose ids are those of its file.
    IdMap() = default;
    /// Of a document that was saved and read back as `written`. Parts are the same by what a file
    /// tells them apart by: values by their names in a graph, nodes by their order in it, bodies by
    /// their place in a node, functions by their order.
    IdMap(const Model& document, const Model& written);

    [[nodiscard]] NodeId operator()(NodeId id) { return mapped(m_nodes, id, m_nextNode); }
    [[nodiscard]] ValueId operator()(ValueId id) { return mapped(m_values, id, m_nextValue); }
    [[nodiscard]] GraphId operator()(GraphId id) { return mapped(m_graphs, id, m_nextGraph); }

private:
    template <class Id> using Table = std::unordered_map<Id, Id>;
    template <class Id> Id mapped(Table<Id>& table, Id id, std::uint32_t& next) const {
        if (m_isSame || !id)
            return id;
        auto [entry, isNew] = table.try_emplace(id);
        if (isNew)
            entry->second = Id{next++};
        return entry->second;
    }
    void addGraph(const Model& document, GraphId from, const Model& written, GraphId to);

    bool m_isSame = true;
    Table<NodeId> m_nodes;
    Table<ValueId> m_values;
    Table<GraphId> m_graphs;
    std::uint32_t m_nextNode = 0, m_nextValue = 0, m_nextGraph = 0;
};

} // namespace partita
