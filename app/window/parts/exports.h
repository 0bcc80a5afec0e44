#pragma once

#include <QObject>

#include "core/tasks/records/prediction_check.h"
#include "core/tasks/remedies/remedies.h"
#include "views/graph/graph_view.h"

namespace partita {

class RemediesController;

/// Exports the picture and the placement report to files that the user chooses.
class Exports : public QObject {
    Q_OBJECT
public:
    Exports(QWidget& window, DocumentController& document, const GraphView& graph);
    void choosePicture(const QString& ending); ///< "png", "svg" or "pdf"
    /// The part of the graph around the selected nodes, as a picture.
    void chooseSelection();
    /// Writes the report on a worker: pictures of a large model take seconds. The status line shows
    /// the job and cancels it; nothing is written then.
    void chooseReport();
    /// The steps of the simplifier as an animated picture, written on a worker.
    void chooseAnimation();
    /// The history as a script that `partita-cli edit` plays, with the files beside it.
    void chooseScript();
    /// Reports say what would help, too, where it is known; to be called once.
    void setRemedies(const RemediesController& remedies) { m_remedies = &remedies; }
    Result<void> writePicture(const QString& path);

private:
    bool mayLeaveOut(const HistoryScript& script);
    /// Writes .json, .csv, .md or .html, by the ending of the path. `measured`: null where nothing was.
    static Result<void> writeReport(const DocumentState& shown, const Remedies* remedies,
                                    const CheckedPlacement* measured, const QString& path,
                                    const Progress& progress);

    QWidget& m_window;
    DocumentController& m_document;
    const GraphView& m_graph;
    const RemediesController* m_remedies = nullptr;
};

} // namespace partita
