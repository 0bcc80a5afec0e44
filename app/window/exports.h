#pragma once

#include <QObject>

#include "views/graph/graph_view.h"

namespace partita {

/// Exports the picture and the placement report to files that the user chooses.
class Exports : public QObject {
    Q_OBJECT
public:
    Exports(QWidget& window, DocumentController& document, const GraphView& graph);
    void choosePicture(const QString& ending); ///< "png", "svg" or "pdf"
    void chooseReport();
    Result<void> writePicture(const QString& path);

private:
    /// Writes .json, .csv, .md or .html, by the ending of the path.
    static Result<void> writeReport(const DocumentState& shown, const ProviderList& providers,
                                    const QString& path);

    QWidget& m_window;
    DocumentController& m_document;
    const GraphView& m_graph;
};

} // namespace partita
