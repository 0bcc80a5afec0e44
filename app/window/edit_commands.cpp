// Commands of the main window that edit the model.

#include <QAction>
#include <QInputDialog>

#include "app/window/main_window.h"
#include "views/text/qt_text.h"

namespace partita {

void MainWindow::setEditing(bool on) {
    m_document.edits().setOn(on);
    action("editMode")->setChecked(on);
    for (const char* id : {"deleteSelection", "renameNode"})
        action(id)->setEnabled(on);
}

void MainWindow::edit(const Edit& edit) {
    if (auto done = m_document.edits().apply(edit); !done)
        fail(done.error());
}

void MainWindow::deleteSelection() {
    if (!m_document.hasDocument() || m_document.selection().empty())
        return;
    edit(DeleteNodes{m_document.selection()});
}

void MainWindow::renameNode() {
    const NodeId id = m_document.currentNode();
    const auto node = m_document.hasDocument() ? m_document.model().node(id) : nullptr;
    if (!node)
        return;
    bool isWanted = false;
    const QString name = QInputDialog::getText(this, tr("Rename"), tr("Name of the node:"),
                                               QLineEdit::Normal, toQString(node->name), &isWanted);
    if (isWanted && name != toQString(node->name))
        edit(RenameNode{id, name.toStdString()});
}

} // namespace partita
