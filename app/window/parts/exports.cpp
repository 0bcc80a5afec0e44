#include "app/window/parts/exports.h"

#include <QImage>
#include <QMessageBox>
#include <QPainter>
#include <QPushButton>
#include <nlohmann/json.hpp>

#include "app/pictures/simplify_animation.h"
#include "core/base/buffer.h"
#include "core/base/try.h"
#include "core/tasks/placement_report.h"
#include "views/dialogs/file_dialog.h"
#include "views/dialogs/save_file.h"
#include "views/document/file_job.h"
#include "views/document/measured_controller.h"
#include "views/document/remedies_controller.h"
#include "views/graph/drawing_painter.h"
#include "views/graph/export.h"
#include "views/text/message_text.h"
#include "views/text/text_widths.h"

namespace partita {

namespace {

/// "PNG pictures (*.png)", of each ending.
QString pictureFilters(const QStringList& endings) {
    QStringList filters;
    for (const QString& ending : endings)
        filters += Exports::tr("%1 pictures (*.%2)").arg(ending.toUpper(), ending);
    return filters.join(QStringLiteral(";;"));
}

constexpr int kMostSteps = 10; ///< steps that a question names

/// Paints frames as the window paints the graph. May be called on any thread.
FramePainter framePainter(const Theme& theme, const QFont& font) {
    return [&theme, title = canvasTitleFont(font), small = canvasSmallFont(font)](
               const std::vector<FramePart>& parts, int width, int height) {
        QImage image(width, height, QImage::Format_RGB32);
        image.fill(theme.canvas);
        QPainter painter(&image);
        for (const FramePart& part : parts) {
            painter.setTransform(QTransform(part.scale, 0, 0, part.scale, part.at.x, part.at.y));
            paintDrawing(painter, part.drawing, theme, title, small);
        }
        painter.end();
        return std::vector<std::uint8_t>(image.constBits(),
                                         image.constBits() + image.sizeInBytes());
    };
}

} // namespace

Exports::Exports(QWidget& window, DocumentController& document, const GraphView& graph)
    : m_window(window), m_document(document), m_graph(graph) {}

Result<void> Exports::writePicture(const QString& path) {
    const GraphPainter& painter = m_graph.painter();
    return exportGraph(painter, painter.picture(m_document.partitioning()), m_graph.theme(), path);
}

void Exports::choosePicture(const QString& ending) {
    if (!m_document.hasDocument())
        return;
    // Another picture may come into view while the user chooses.
    const GraphPainter painter = m_graph.painter();
    const auto partitioning = m_document.state().partitioning;
    const QString path = askWhereToSave(&m_window, tr("Export the graph"),
                                        besideModel(m_document, QLatin1Char('.') + ending),
                                        pictureFilters({ending}));
    if (path.isEmpty())
        return;
    m_document.tellWritten(
        path, exportGraph(painter, painter.picture(*partitioning), m_graph.theme(), path));
}

void Exports::chooseSelection() {
    if (!m_document.hasDocument())
        return;
    constexpr double kMargin = 24;
    const GraphPainter painter = m_graph.painter();
    QRectF part;
    for (const NodeId node : m_document.selection())
        if (const auto box = m_document.scene().boxOf(node))
            part |= painter.boxRect(*box);
    if (part.isEmpty()) {
        Q_EMIT m_document.failed(
            Error{Errc::usage,
                  PARTITA_TEXT("no node in view is selected"),
                  {},
                  PARTITA_TEXT("select some: Ctrl+click, or Shift and a drag")});
        return;
    }
    const Drawing picture = painter.picture(part.adjusted(-kMargin, -kMargin, kMargin, kMargin));
    const QString path = askWhereToSave(
        &m_window, tr("Export the selection"), besideModel(m_document, QStringLiteral("_part.png")),
        pictureFilters({QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")}));
    if (!path.isEmpty())
        m_document.tellWritten(path, exportGraph(painter, picture, m_graph.theme(), path));
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
    const MeasuredController& record = m_document.measured();
    const CheckedPlacement measured{record.shared(), record.check()};
    startWriting(m_document, path, [=](const Progress& progress) {
        return writeReport(shown, remedies.get(), measured.placement ? &measured : nullptr, path,
                           progress);
    });
}

void Exports::chooseScript() {
    if (!m_document.hasDocument())
        return;
    const QString path = askWhereToSave(&m_window, tr("Save the history as a script"),
                                        besideModel(m_document, QStringLiteral("_edits.json")),
                                        tr("Scripts (*.json)"));
    if (path.isEmpty())
        return;
    const std::filesystem::path file = path.toStdString();
    const HistoryScript script = m_document.edits().script(file.stem().string() + "_");
    if (script.leftOut.empty() || mayLeaveOut(script))
        m_document.tellWritten(path, writeScript(file, script));
}

/// Asks, where a script would be less than the history.
bool Exports::mayLeaveOut(const HistoryScript& script) {
    QStringList steps;
    for (const Message& step : script.leftOut)
        steps += messageText(step);
    const auto count = static_cast<int>(steps.size());
    if (count > kMostSteps)
        steps = steps.mid(0, kMostSteps) << QStringLiteral("…");
    QMessageBox box(QMessageBox::Question, tr("Not all steps"),
                    tr("%n step(s) of the history cannot be in a script, which repeats edits by "
                       "the names of nodes and tensors:",
                       nullptr, count) +
                        QStringLiteral("\n\n") + steps.join(QLatin1Char('\n')),
                    QMessageBox::Save | QMessageBox::Cancel, &m_window);
    box.setTextFormat(Qt::PlainText);
    box.button(QMessageBox::Save)->setText(tr("Save the others"));
    box.button(QMessageBox::Cancel)->setText(tr("Cancel"));
    return box.exec() == QMessageBox::Save;
}

void Exports::chooseAnimation() {
    const RewriteHistory* history = m_document.simplifier().history();
    if (!history) {
        Q_EMIT m_document.failed(Error{Errc::usage,
                                       PARTITA_TEXT("there are no steps to show"),
                                       {},
                                       PARTITA_TEXT("simplify the model first")});
        return;
    }
    const RewriteHistory steps = *history; // another may take its place while the user chooses
    const ProviderList providers = m_document.state().providers;
    const PartitionOptions wishes = m_document.state().wishes;
    const QString path = askWhereToSave(&m_window, tr("Export the steps as an animation"),
                                        besideModel(m_document, QStringLiteral("_simplified.webp")),
                                        tr("Animated pictures (*.webp)"));
    if (path.isEmpty())
        return;
    startWriting(m_document, path,
                 [path, steps, providers, wishes, text = drawingText(m_graph.font()),
                  paint = framePainter(m_graph.theme(), m_graph.font())](
                     const Progress& progress) -> Result<void> {
                     SimplifyReplay replay(steps);
                     PARTITA_TRY(replay.place(providers, wishes, progress));
                     return writeFile(
                         std::filesystem::path(path.toStdString()),
                         PARTITA_TRY(simplifyAnimation(replay, {}, text, paint, progress)));
                 });
}

Result<void> Exports::writeReport(const DocumentState& shown, const Remedies* remedies,
                                  const CheckedPlacement* measured, const QString& path,
                                  const Progress& progress) {
    const std::string file = path.toStdString();
    PlacementReport report{shown.sized,
                           *shown.optimized,
                           *shown.partitioning,
                           *shown.triage,
                           {shown.path.filename().string(), shown.providers, timeText()}};
    report.remedies = remedies;
    if (!remedies)
        report.whyNoRemedies =
            PARTITA_TEXT("Not looked for yet: the panel What would help does so");
    report.measured = measured;
    if (shown.effect) {
        report.scenario = &shown.effect->scenario;
        report.applied = shown.effect->applied;
        report.notApplied = shown.effect->notApplied;
        report.difference = &shown.effect->difference;
    }
    const ReportFormat format = reportFormatOf(file).value_or(ReportFormat::html);
    return writeFile(file, PARTITA_TRY(reportText(report, format, progress)));
}

} // namespace partita
