// Commands of a page that the window around it carries out. A page that is a window of its own does
// what it can.

#include "app/window/main_window.h"
#include "app/window/tabbed_window.h"

namespace partita {

MainWindow& MainWindow::openPage(const QString& path) {
    if (TabbedWindow* tabs = TabbedWindow::of(*this))
        return tabs->open(path);
    openHere(path);
    return *this;
}

void MainWindow::closeDocument() {
    if (TabbedWindow* tabs = TabbedWindow::of(*this))
        tabs->closePage(*this);
    else if (mayLeave())
        becomeStart();
}

void MainWindow::openWindow() {
    if (TabbedWindow* tabs = TabbedWindow::of(*this))
        tabs->openWindow();
}

void MainWindow::stepTab(int direction) {
    if (TabbedWindow* tabs = TabbedWindow::of(*this))
        tabs->step(direction);
}

void MainWindow::quit() {
    if (TabbedWindow* tabs = TabbedWindow::of(*this))
        tabs->quit();
    else
        close();
}

} // namespace partita
