#include "core/rewrite/rewrite_history.h"

#include <algorithm>
#include <set>

namespace partita {

namespace {

/// What undoing rewrites relies on: everything they changed, and the values that would be read
/// again.
class Footprint {
public:
    void add(const ModelDelta& delta) {
        for (const auto& change : delta.nodes) {
            m_nodes.insert(change.id);
            if (change.before)
                m_read.insert(change.before->inputs.begin(), change.before->inputs.end());
        }
        for (const auto& change : delta.values)
            m_values.insert(change.id);
        for (const auto& change : delta.graphs) {
            m_graphs.insert(change.id);
            if (change.before)
                m_read.insert(change.before->outputs.begin(), change.before->outputs.end());
        }
        m_info = m_info || delta.infoBefore != delta.infoAfter;
    }

    /// Whether `delta` changed any of that, or reads values that would be gone. A node that now
    /// computes something else under the same value counts as well: restored readers would read a
    /// different result.
    [[nodiscard]] bool meets(const ModelDelta& delta) const {
        const auto gone = [this](const auto& values) {
            return std::ranges::any_of(
                values, [this](ValueId value) { return value && m_values.contains(value); });
        };
        const auto reads = [this](const auto& values) {
            return std::ranges::any_of(
                values, [this](ValueId value) { return value && m_read.contains(value); });
        };
        return (m_info && delta.infoBefore != delta.infoAfter) ||
               std::ranges::any_of(delta.nodes,
                                   [&](const auto& change) {
                                       return m_nodes.contains(change.id) ||
                                              (change.before && reads(change.before->outputs)) ||
                                              (change.after && (reads(change.after->outputs) ||
                                                                gone(change.after->inputs)));
                                   }) ||
               std::ranges::any_of(delta.values,
                                   [&](const auto& change) {
                                       return m_values.contains(change.id) ||
                                              m_read.contains(change.id);
                                   }) ||
               std::ranges::any_of(delta.graphs, [this](const auto& change) {
                   return m_graphs.contains(change.id);
               });
    }

private:
    std::set<NodeId> m_nodes;
    std::set<ValueId> m_values, m_read;
    std::set<GraphId> m_graphs;
    bool m_info = false;
};

} // namespace

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

std::vector<std::size_t> RewriteHistory::dependents(std::size_t step) const {
    Footprint undone;
    undone.add(rewrite(step).delta);
    std::vector<std::size_t> found;
    for (std::size_t later = step + 1; later < size(); ++later)
        if (const ModelDelta& delta = rewrite(later).delta; undone.meets(delta)) {
            found.push_back(later);
            undone.add(delta);
        }
    return found;
}

RewriteHistory RewriteHistory::without(std::size_t step) const {
    std::vector<std::size_t> undone = dependents(step);
    undone.insert(undone.begin(), step);
    PipelineResult result = m_result;
    for (auto at = undone.rbegin(); at != undone.rend(); ++at) {
        auto& rewrites = result.traces[m_steps[*at].trace].rewrites;
        rewrites.erase(rewrites.begin() + static_cast<std::ptrdiff_t>(m_steps[*at].rewrite));
    }
    result.model = m_start;
    for (const PassTrace& trace : result.traces)
        for (const Rewrite& kept : trace.rewrites)
            result.model = result.model.with(kept.delta);
    return {m_start, std::move(result)};
}

} // namespace partita
