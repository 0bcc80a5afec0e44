#include "app/window/edit_summary.h"

#include "app/window/main_window.h"
#include "views/document/links.h"
#include "views/panels/problems_panel.h"

namespace partita {

namespace {

/// What the user did to the model.
QStringList changedParts(MainWindow& window) {
    const DocumentController& document = window.document();
    const auto nodes = static_cast<int>(document.edits().inView().nodes().count()),
               opened = static_cast<int>(document.edits().openedNodes());
    QStringList parts = {
        QStringLiteral("<b>%1</b>").arg(MainWindow::tr("%Ln node(s)", nullptr, nodes))};
    if (nodes != opened)
        parts += MainWindow::tr("%Ln as opened", nullptr, opened);
    if (const int steps = document.history().unsavedSteps())
        parts += QStringLiteral("<a href='%1' style='color:%2; text-decoration:none'>%3</a>")
                     .arg(linkToPanel("history"), window.graph().theme().text.name(),
                          MainWindow::tr("%Ln edit(s) since save", nullptr, steps));
    return parts;
}

} // namespace

QStringList editParts(MainWindow& window) {
    const DocumentController& document = window.document();
    if (!document.hasDocument())
        return {};
    QStringList parts;
    if (document.edits().isOn() || document.edits().isModified())
        parts = changedParts(window);
    const auto errors = window.panels().get<ProblemsPanel>().errors();
    if (errors && *errors > 0) // the panel counts warnings, too
        parts +=
            QStringLiteral("<a href='%1' style='color:%2; text-decoration:none'>✕ <b>%3</b></a>")
                .arg(linkToPanel("problems"), window.graph().theme().bad.name(),
                     MainWindow::tr("%Ln error(s)", nullptr, static_cast<int>(*errors)));
    return parts;
}

} // namespace partita
