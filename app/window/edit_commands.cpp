// Commands of the main window that edit the model.

#include <QAction>
#include <QInputDialog>

#include "app/window/main_window.h"
#include "app/window/parts/edit_arrangement.h"
#include "app/window/parts/edit_lists.h"
#include "views/document/edit_actions.h"
#include "views/document/links.h"
#include "views/panels/problems_panel.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

/// Shows a list in front of the window until the user has chosen.
void ask(FilteredList* list) {
    list->setAttribute(Qt::WA_DeleteOnClose);
    list->open();
}

} // namespace

void MainWindow::setEditing(bool on) {
    m_document.edits().setOn(on);
    action("editMode")->setChecked(on);
    updateHeader();
    if (on)
        m_editArrangement->begin();
    else
        m_editArrangement->end();
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

/// "237 nodes · 240 as opened · 5 edits since save · 1 error"; of a model that is not edited, only its
/// errors.
QStringList MainWindow::editParts() {
    if (!m_document.hasDocument())
        return {};
    QStringList parts;
    if (m_document.edits().isOn() || m_document.edits().isModified())
        parts = changedParts();
    const auto errors = m_panels->get<ProblemsPanel>().errors();
    if (errors && *errors > 0) // the panel counts warnings, too
        parts +=
            QStringLiteral("<a href='%1' style='color:%2; text-decoration:none'>✕ <b>%3</b></a>")
                .arg(linkToPanel("problems"), m_theme->bad.name(),
                     tr("%Ln error(s)", nullptr, static_cast<int>(*errors)));
    return parts;
}

/// What the user did to the model.
QStringList MainWindow::changedParts() {
    const auto nodes = static_cast<int>(m_document.storedModel().nodes().count()),
               opened = static_cast<int>(m_document.edits().openedNodes());
    QStringList parts = {QStringLiteral("<b>%1</b>").arg(tr("%Ln node(s)", nullptr, nodes))};
    if (nodes != opened)
        parts += tr("%Ln as opened", nullptr, opened);
    if (const int steps = m_document.history().unsavedSteps())
        parts += QStringLiteral("<a href='%1' style='color:%2; text-decoration:none'>%3</a>")
                     .arg(linkToPanel("history"), m_theme->text.name(),
                          tr("%Ln edit(s) since save", nullptr, steps));
    return parts;
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
        this, tr("Rename"), tensor ? tr("Name of the tensor") : tr("Name of the node"),
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
        ask(new OperatorList(m_document, node->id, this));
}

void MainWindow::connectFrom() {
    if (m_document.hasDocument() && m_document.model().node(m_document.currentNode()))
        ask(new ConnectionList(m_document, *m_graph, m_document.currentNode(), this));
}

void MainWindow::connectInput(std::size_t index) {
    if (m_document.hasDocument() && m_document.model().node(m_document.currentNode()))
        ask(new InputList(m_document, {m_document.currentNode(), {}, index}, this));
}

void MainWindow::askBy(EditQuestion form) {
    if (m_document.hasDocument())
        form(m_document, m_graph->theme(), this);
}

void MainWindow::reroute() {
    if (m_document.hasDocument() && m_document.currentTensor())
        ask(new RerouteList(m_document, m_document.currentTensor(), this));
}

} // namespace partita
