#include "views/dialogs/file_dialog.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QTreeView>

#include "views/dialogs/dialog_size.h"
#include "views/document/document_controller.h"

namespace partita {

FileDialog::FileDialog(QWidget* parent, const QString& title, const QString& proposed,
                       const QString& filters)
    : QFileDialog(parent, title, proposed, filters) {
    auto* details = findChild<QTreeView*>(QStringLiteral("treeView"));
    if (!details) // the desktop has a dialog of its own
        return;
    resizeWithinScreen(*this, {820, 520}); // names of models are long
    QHeaderView* header = details->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(0, QHeaderView::Stretch);
}

QString askWhatToOpen(QWidget* parent, const QString& title, const QString& folder,
                      const QString& filters) {
    FileDialog dialog(parent, title, folder, filters);
    dialog.setFileMode(QFileDialog::ExistingFile);
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

QString besideModel(const DocumentController& document, const QString& ending) {
    const QFileInfo opened(QString::fromStdString(document.state().path.string()));
    return opened.absolutePath() + QLatin1Char('/') + opened.completeBaseName() + ending;
}

} // namespace partita
