#include "views/dialogs/merge_choices.h"

#include <algorithm>

namespace partita {

bool MergeChoices::operator==(const MergeChoices& other) const {
    return std::ranges::equal(inputs, other.inputs,
                              [](const MergeInput& a, const MergeInput& b) {
                                  return a.path == b.path && a.prefix == b.prefix &&
                                         a.part == b.part;
                              }) &&
           connections == other.connections && rewrite == other.rewrite && share == other.share &&
           packing == other.packing && outputOrder == other.outputOrder;
}

void MergeHistory::remember(MergeChoices now) {
    if (!m_choices.empty()) {
        if (m_choices[m_now] == now)
            return;
        m_choices.resize(m_now + 1);
    }
    m_choices.push_back(std::move(now));
    m_now = m_choices.size() - 1;
}

const MergeChoices* MergeHistory::undo() { return m_now > 0 ? &m_choices[--m_now] : nullptr; }

const MergeChoices* MergeHistory::redo() {
    return m_now + 1 < m_choices.size() ? &m_choices[++m_now] : nullptr;
}

} // namespace partita
