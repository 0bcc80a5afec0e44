#include "app/window/present_steps.h"

#include <QFileInfo>

#include "app/window/main_window.h"
#include "app/window/preferences/appearance.h"
#include "views/presenter/presenter.h"

namespace partita {

namespace {

/// The step to begin with: the one that the panes show, as many simplifications end with constants
/// that go, of which a room would see nothing.
std::size_t firstPresented(const SimplifyController& simplifier) {
    return simplifier.history() && simplifier.position() ? simplifier.shownRewrite() + 1 : 0;
}

} // namespace

void presentSteps(MainWindow& window) {
    DocumentController& document = window.document();
    if (!document.hasDocument())
        return;
    // Rewrites in view are what the user looks at; otherwise what he did by hand.
    const bool ofEdits = !document.simplifier().history() && document.edits().story();
    auto* presenter = ofEdits ? new Presenter(document, Presenter::Subject::edits, 0, &window)
                              : new Presenter(document, Presenter::Subject::rewrites,
                                              firstPresented(document.simplifier()), &window);
    presenter->setWindowTitle(
        MainWindow::tr("%1 — steps").arg(QFileInfo(window.path()).fileName()));
    presenter->setHighContrast(Appearance::shared()->theme().scheme() == Scheme::contrast);
    presenter->showFullScreen();
    presenter->setFocus();
}

} // namespace partita
