// Commands of the main window that edit the model.

#include <QAction>
#include <QInputDialog>

#include "app/window/edit_lists.h"
#include "app/window/main_window.h"
#include "views/document/edit_actions.h"
#include "views/text/qt_text.h"

namespace partita {

void MainWindow::setEditing(bool on) {
    m_document.edits().setOn(on);
    action("editMode")->setChecked(on);
    for (const char* id : {"deleteSelection", "renameNode", "cutNodes", "pasteNodes", "duplicate",
                           "bypass", "replaceOperator", "connectFrom", "disconnect", "reroute"})
        action(id)->setEnabled(on);
    if (on)
        m_panels->raise("operators");
}

void MainWindow::edit(const Edit& edit) { tellRefusal(m_document.edits().apply(edit)); }

void MainWindow::editSelection(Result<void> (*make)(DocumentController&)) {
    if (m_document.hasDocument())
        tellRefusal(make(m_document));
}

void MainWindow::tellRefusal(const Result<void>& done) {
    if (!done)
        fail(done.error());
}

void MainWindow::cutNodes() {
    if (partita::copySelection(m_document))
        editSelection(partita::deleteSelection);
}

void MainWindow::renameSelection() {
    if (!m_document.hasDocument())
        return;
    const auto tensor = m_document.model().value(m_document.currentTensor());
    const auto node = m_document.model().node(m_document.currentNode());
    if (!node && !tensor)
        return;
    const QString before = toQString(tensor ? tensor->name : node->name);
    bool isWanted = false;
    const QString name = QInputDialog::getText(
        this, tr("Rename"), tensor ? tr("Name of the tensor:") : tr("Name of the node:"),
        QLineEdit::Normal, before, &isWanted);
    if (!isWanted || name == before)
        return;
    if (tensor)
        edit(RenameTensor{tensor->id, name.toStdString()});
    else
        edit(RenameNode{node->id, name.toStdString()});
}

void MainWindow::replaceOperator() {
    if (const auto& node = m_document.hasDocument()
                               ? m_document.model().node(m_document.currentNode())
                               : std::shared_ptr<const Node>())
        (new OperatorList(m_document, node->id, this))->show();
}

void MainWindow::connectFrom() {
    if (m_document.hasDocument() && m_document.model().node(m_document.currentNode()))
        (new ConnectionList(m_document, *m_graph, m_document.currentNode(), this))->show();
}

void MainWindow::reroute() {
    if (m_document.hasDocument() && m_document.currentTensor())
        (new RerouteList(m_document, m_document.currentTensor(), this))->show();
}

} // namespace partita
