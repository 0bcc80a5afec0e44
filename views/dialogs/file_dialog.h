#pragma once

#include <QFileDialog>

namespace partita {

class DocumentController;

/// Qt's file dialog, whose columns are wide enough for sizes and dates.
class FileDialog : public QFileDialog {
    Q_OBJECT
public:
    FileDialog(QWidget* parent, const QString& title, const QString& proposed,
               const QString& filters);
};

/// Asks for a file to open; empty: none.
QString askWhatToOpen(QWidget* parent, const QString& title, const QString& folder,
                      const QString& filters);

/// A name for a file beside the open model: "/models/bert" + `ending`.
QString besideModel(const DocumentController& document, const QString& ending);

} // namespace partita
