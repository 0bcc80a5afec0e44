#include "views/document/document_history.h"

#include <algorithm>

namespace partita {

StepNodes StepNodes::of(const ModelDelta& delta) {
    StepNodes counts;
    for (const auto& change : delta.nodes)
        ++(!change.after ? counts.removed : !change.before ? counts.added : counts.changed);
    return counts;
}

void DocumentHistory::push(std::unique_ptr<DocumentStep> step, bool changesModel,
                           std::optional<std::uint64_t> version) {
    const int from = index();
    step->version = version ? *version : changesModel ? ++m_last : this->version();
    m_stack.push(step.release());
    Q_EMIT moved(from, index());
    Q_EMIT changed();
}

void DocumentHistory::goTo(int count) {
    const int from = index(), to = std::clamp(count, 0, size());
    if (to == from)
        return;
    m_stack.setIndex(to);
    Q_EMIT moved(from, to);
    Q_EMIT changed();
}

Message DocumentHistory::undoName() const {
    return index() > 0 ? step(index() - 1).what : Message();
}

Message DocumentHistory::redoName() const {
    return index() < size() ? step(index()).what : Message();
}

int DocumentHistory::unsavedSteps() const {
    const auto way = [this](int direction) -> std::optional<int> {
        int count = 0;
        for (int at = index(); versionAt(at) != m_saved; at += direction) {
            if (at + direction < 0 || at + direction > size())
                return std::nullopt;
            count += versionAt(at) != versionAt(at + direction);
        }
        return count;
    };
    const auto back = way(-1), ahead = way(1);
    if (back && ahead)
        return std::min(*back, *ahead);
    return back.value_or(ahead.value_or(1)); // 1: the saved state was undone and dropped
}

void DocumentHistory::setSaved(std::uint64_t version) {
    m_saved = version;
    Q_EMIT changed();
}

void DocumentHistory::clear() {
    m_stack.clear();
    m_last = m_saved = 0;
    Q_EMIT changed();
}

} // namespace partita
