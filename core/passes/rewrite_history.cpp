#include "core/passes/rewrite_history.h"

#include <set>

namespace partita {

RewriteHistory::RewriteHistory(Model start, PipelineResult result)
    : m_start(start), m_model(std::move(start)), m_result(std::move(result)) {
    for (std::size_t t = 0; t < m_result.traces.size(); ++t)
        for (std::size_t r = 0; r < m_result.traces[t].rewrites.size(); ++r)
            m_steps.push_back({t, r});
}

const Rewrite& RewriteHistory::rewrite(std::size_t step) const {
    return m_result.traces[m_steps[step].trace].rewrites[m_steps[step].rewrite];
}

const PassTrace& RewriteHistory::trace(std::size_t step) const {
    return m_result.traces[m_steps[step].trace];
}

const Model& RewriteHistory::at(std::size_t count) {
    while (m_position < count)
        m_model = m_model.with(rewrite(m_position++).delta);
    while (m_position > count)
        m_model = m_model.with(rewrite(--m_position).delta.inverse());
    return m_model;
}

std::optional<std::size_t> RewriteHistory::dependent(std::size_t step) const {
    std::set<NodeId> nodes;
    std::set<ValueId> values;
    std::set<GraphId> graphs;
    const ModelDelta& own = rewrite(step).delta;
    for (const auto& change : own.nodes)
        nodes.insert(change.id);
    for (const auto& change : own.values)
        values.insert(change.id);
    for (const auto& change : own.graphs)
        graphs.insert(change.id);
    for (std::size_t later = step + 1; later < size(); ++later) {
        const ModelDelta& delta = rewrite(later).delta;
        for (const auto& change : delta.nodes)
            if (nodes.contains(change.id))
                return later;
        for (const auto& change : delta.values)
            if (values.contains(change.id))
                return later;
        for (const auto& change : delta.graphs)
            if (graphs.contains(change.id))
                return later;
    }
    return std::nullopt;
}

} // namespace partita
