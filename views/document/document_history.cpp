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
    if (m_preview && !m_preview->isOn) // dropped as the steps that were undone
        m_preview.reset();
    step->version = version ? *version : changesModel ? ++m_last : this->version();
    m_stack.push(step.release());
    Q_EMIT moved(from, index());
    Q_EMIT changed();
}

void DocumentHistory::move(int count) {
    const int from = index();
    if (count == from)
        return;
    m_stack.setIndex(count);
    Q_EMIT moved(from, count);
    Q_EMIT changed();
}

void DocumentHistory::goTo(int count) {
    const int to = std::clamp(count, 0, size());
    if (m_preview && to < m_preview->since)
        want(false);
    else if (m_preview && !m_preview->isOn && to > m_preview->since)
        m_preview.reset();
    move(to);
}

/// The preview was made of the state that it lies over: it goes before that is undone, and comes
/// after it is there again.
void DocumentHistory::goToRow(int row) {
    const int to = std::clamp(row, 0, rows() - 1), count = stepsAt(to);
    const bool withPreview = m_preview && to > m_preview->since;
    if (!withPreview)
        want(false);
    move(count);
    if (withPreview)
        want(true);
}

void DocumentHistory::want(bool preview) {
    if (!m_preview || m_preview->isOn == preview)
        return;
    m_preview->isOn = preview;
    Q_EMIT previewWanted(preview);
    Q_EMIT changed();
}

void DocumentHistory::showPreview(Message what) {
    if (m_preview && m_preview->isOn && m_preview->what == what)
        return;
    const int since = m_preview && m_preview->isOn ? m_preview->since : index();
    m_preview = DocumentPreview{std::move(what), since, true};
    Q_EMIT changed();
}

void DocumentHistory::hidePreview() {
    if (!m_preview || !m_preview->isOn)
        return;
    m_preview->since = index();
    m_preview->isOn = false;
    Q_EMIT changed();
}

void DocumentHistory::dropPreview() {
    if (!m_preview)
        return;
    m_preview.reset();
    Q_EMIT changed();
}

Message DocumentHistory::nameAt(int row) const {
    if (row <= 0 || row >= rows())
        return {};
    return isPreview(row) ? m_preview->what : step(stepsAt(row) - 1).what;
}

Message DocumentHistory::undoName() const { return nameAt(row()); }

Message DocumentHistory::redoName() const { return nameAt(row() + 1); }

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
    m_preview.reset();
    m_last = m_saved = 0;
    Q_EMIT changed();
}

} // namespace partita
