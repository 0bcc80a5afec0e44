#include "views/document/comparison_controller.h"

namespace partita {

ComparisonController::ComparisonController(DocumentController& document, QObject* parent)
    : QObject(parent), m_document(document) {
    connect(&document, &DocumentController::documentChanged, this, &ComparisonController::forget);
    connect(&document, &DocumentController::sceneChanged, this,
            &ComparisonController::forgetOutdated);
}

void ComparisonController::compareWith(const std::filesystem::path& path) {
    if (!m_document.hasDocument())
        return;
    const DocumentState& state = m_document.state();
    const auto work = [path, stored = state.original, model = state.model,
                       placement = state.partitioning, providers = m_document.providers(),
                       level = m_document.partitionOptions().level](const Progress& progress) {
        return compareWithFile(path, stored, model, *placement, providers, level, progress);
    };
    using Made = std::shared_ptr<const FileComparison>;
    m_document.jobs()[Lane::work].start<Made>(
        tr("Comparing with %1").arg(QString::fromStdString(path.filename().string())), work,
        [this](Result<Made> result) {
            if (!result) {
                if (result.error().code != Errc::cancelled)
                    Q_EMIT m_document.failed(result.error());
                return;
            }
            m_comparison = *std::move(result);
            Q_EMIT changed();
            const ModelDelta& delta = m_comparison->step.delta;
            m_document.showModel(m_comparison->stored, {}, delta.empty() ? nullptr : &delta);
        });
}

void ComparisonController::clear() {
    if (!m_comparison)
        return;
    const Model shown = m_comparison->stored;
    forget();
    if (m_document.hasDocument())
        m_document.showModel(shown, m_document.currentNode(), nullptr);
}

/// The simplifier shows another state of the document: the differences are of the former one.
void ComparisonController::forgetOutdated() {
    if (m_comparison && m_document.hasDocument() &&
        !diff(m_comparison->stored, m_document.state().original).empty())
        forget();
}

void ComparisonController::forget() {
    if (!m_comparison)
        return;
    m_comparison.reset();
    Q_EMIT changed();
}

} // namespace partita
