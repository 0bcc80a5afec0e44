#pragma once

#include <QString>

namespace partita {

class MainWindow;

// Commands of a window that involve several of its parts. Without a document, a command that is about
// it does nothing.

void undoStep(MainWindow& window); ///< of the document, or of the merge in its place
void redoStep(MainWindow& window);
void chooseFile(MainWindow& window); ///< and opens it
/// Opens a scenario for the open document, or for the one that is opening.
void openScenario(MainWindow& window, const QString& path);
void goToNode(MainWindow& window);
/// Shows one copy of the selected block beside its group, or closes it.
void showOneCopy(MainWindow& window);
/// Copies the selected rows or text, or the selected nodes with their names.
void copyInFocus(MainWindow& window);
void goToBookmark(MainWindow& window, int step);
void findWay(MainWindow& window, bool all); ///< between the two selected nodes
void editSizes(MainWindow& window);
void showCommands(MainWindow& window);
/// Switches what boxes say: "names" or "shapes"; the other goes off.
void chooseLabels(MainWindow& window, const char* switched);
void runModel(MainWindow& window);
void startSimplifier(MainWindow& window);
void showSimplifier(
    MainWindow& window); ///< with its steps, and the buttons that keep or discard them
void compileContext(MainWindow& window);
void mergeContexts(MainWindow& window); ///< a new merge, with the document if it can be a source
void showAbout(MainWindow& window);

// Commands of the window around a page; of a page that is a window of its own, what it can do.

void openWindow(MainWindow& window);
void stepTab(MainWindow& window, int direction);
void quit(MainWindow& window);

} // namespace partita
