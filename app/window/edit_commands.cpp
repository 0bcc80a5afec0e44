#include "app/window/edit_commands.h"

#include <QInputDialog>

#include "app/window/main_window.h"
#include "app/window/parts/edit_lists.h"
#include "views/document/edit_actions.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

/// Shows a list in front of the window until the user has chosen.
void ask(FilteredList* list) {
    list->setAttribute(Qt::WA_DeleteOnClose);
    list->open();
}

void tellRefusal(MainWindow& window, const Result<void>& done) {
    if (!done)
        window.fail(done.error());
}

} // namespace

void applyOrTell(MainWindow& window, const Edit& edit) {
    tellRefusal(window, window.document().edits().apply(edit));
}

void editSelection(MainWindow& window, Result<void> (*make)(DocumentController&)) {
    if (window.document().hasDocument())
        tellRefusal(window, make(window.document()));
}

void cutNodes(MainWindow& window) {
    if (copySelection(window.document()))
        editSelection(window, deleteSelection);
}

void renameSelection(MainWindow& window) {
    const DocumentController& document = window.document();
    if (!document.hasDocument())
        return;
    const auto tensor = document.model().value(document.currentTensor());
    const auto node = document.model().node(document.currentNode());
    if (!node && !tensor)
        return;
    const QString before = toQString(tensor ? tensor->name : node->name);
    bool isWanted = false;
    const QString name = QInputDialog::getText(&window, MainWindow::tr("Rename"),
                                               tensor ? MainWindow::tr("Name of the tensor")
                                                      : MainWindow::tr("Name of the node"),
                                               QLineEdit::Normal, before, &isWanted);
    if (!isWanted || name == before)
        return;
    if (tensor)
        applyOrTell(window, RenameTensor{tensor->id, name.toStdString()});
    else
        applyOrTell(window, RenameNode{node->id, name.toStdString()});
}

void replaceOperator(MainWindow& window) {
    DocumentController& document = window.document();
    if (const auto& node = document.hasDocument() ? document.model().node(document.currentNode())
                                                  : std::shared_ptr<const Node>())
        ask(new OperatorList(document, node->id, &window));
}

void connectFrom(MainWindow& window) {
    DocumentController& document = window.document();
    if (document.hasDocument() && document.model().node(document.currentNode()))
        ask(new ConnectionList(document, window.graph(), document.currentNode(), &window));
}

void connectInput(MainWindow& window, std::size_t index) {
    DocumentController& document = window.document();
    if (document.hasDocument() && document.model().node(document.currentNode()))
        ask(new InputList(document, {document.currentNode(), {}, index}, &window));
}

void askBy(MainWindow& window, EditQuestion form) {
    if (window.document().hasDocument())
        form(window.document(), window.graph().theme(), &window);
}

void reroute(MainWindow& window) {
    DocumentController& document = window.document();
    if (document.hasDocument() && document.currentTensor())
        ask(new RerouteList(document, document.currentTensor(), &window));
}

} // namespace partita
