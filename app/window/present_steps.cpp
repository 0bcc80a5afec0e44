#include "app/window/present_steps.h"

#include <QFileInfo>

#include "app/window/main_window.h"
#include "views/presenter/presenter.h"

namespace partita {

void presentSteps(MainWindow& window) {
    DocumentController& document = window.document();
    if (!document.hasDocument())
        return;
    auto* presenter = new Presenter(document, document.simplifier().position(), &window);
    presenter->setWindowTitle(
        MainWindow::tr("%1 — steps").arg(QFileInfo(window.path()).fileName()));
    presenter->showFullScreen();
    presenter->setFocus();
}

} // namespace partita
