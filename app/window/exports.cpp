#include "app/window/exports.h"

#include <nlohmann/json.hpp>

#include "core/base/buffer.h"
#include "core/base/try.h"
#include "core/tasks/placement_report.h"
#include "views/dialogs/file_dialog.h"
#include "views/dialogs/save_file.h"
#include "views/document/remedies_controller.h"
#include "views/graph/export.h"

namespace partita {

Exports::Exports(QWidget& window, DocumentController& document, const GraphView& graph)
    : m_window(window), m_document(document), m_graph(graph) {}

Result<void> Exports::writePicture(const QString& path) {
    return exportGraph(m_graph.painter(), m_document.partitioning(), m_graph.theme(), path);
}

void Exports::choosePicture(const QString& ending) {
    if (!m_document.hasDocument())
        return;
    // Another picture may come into view while the user chooses.
    const GraphPainter painter = m_graph.painter();
    const auto partitioning = m_document.state().partitioning;
    const QString path = askWhereToSave(&m_window, tr("Export the graph"),
                                        besideModel(m_document, QLatin1Char('.') + ending),
                                        QStringLiteral("*.") + ending);
    if (path.isEmpty())
        return;
    m_document.tellWritten(path, exportGraph(painter, *partitioning, m_graph.theme(), path));
}

void Exports::chooseReport() {
    if (!m_document.hasDocument())
        return;
    const DocumentState shown = m_document.state();
    const auto remedies = m_remedies ? m_remedies->remedies() : nullptr;
    const QString path = askWhereToSave(&m_window, tr("Export the placement report"),
                                        besideModel(m_document, QStringLiteral("_placement.html")),
                                        tr("Reports (*.html *.md *.json *.csv)"));
    if (path.isEmpty())
        return;
    JobRunner& jobs = m_document.jobs()[Lane::work];
    if (jobs.isRunning()) { // a job of this lane would replace the one that runs
        m_document.tellWritten(
            path,
            Result<void>(Error{Errc::usage,
                               PARTITA_TEXT("{0} is still at work", jobs.title().toStdString()),
                               {},
                               PARTITA_TEXT("wait for its end, or cancel it")}));
        return;
    }
    jobs.setSubject(m_document.subject());
    jobs.start<bool>(
        tr("Writing the report"),
        [=](const Progress& progress) -> Result<bool> {
            PARTITA_TRY(writeReport(shown, remedies.get(), path, progress));
            return true;
        },
        [this, path](const Result<bool>& written) { m_document.tellWritten(path, written); });
}

Result<void> Exports::writeReport(const DocumentState& shown, const Remedies* remedies,
                                  const QString& path, const Progress& progress) {
    const auto ending = [&](const char* wanted) {
        return path.endsWith(QLatin1String(wanted), Qt::CaseInsensitive);
    };
    const std::filesystem::path file(path.toStdString());
    const Partitioning& partitioning = *shown.partitioning;
    if (ending(".json"))
        return writeFile(file, toJson(shown.model, partitioning, *shown.optimized)
                                   .dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    if (ending(".csv"))
        return writeFile(file, partitionCsv(shown.model, partitioning, *shown.triage));
    PlacementReport report{shown.model,
                           partitioning,
                           *shown.triage,
                           {shown.path.filename().string(), shown.providers, timeText()}};
    report.remedies = remedies;
    if (shown.effect) {
        report.scenario = &shown.effect->scenario;
        report.notApplied = shown.effect->notApplied;
        report.difference = &shown.effect->difference;
    }
    if (ending(".md"))
        return writeFile(file, placementMarkdown(report));
    auto page = placementHtml(report, progress);
    return page ? writeFile(file, *page) : Result<void>(std::move(page).error());
}

} // namespace partita
