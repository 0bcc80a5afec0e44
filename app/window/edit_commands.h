#pragma once

#include <cstddef>

#include "core/base/result.h"
#include "core/edits/edit.h"

class QWidget;

namespace partita {

class DocumentController;
class MainWindow;
class Theme;

// Commands that edit the document of a window. Without a document, and without what they are about in
// its selection, they do nothing; an edit that is refused says why.

void applyOrTell(MainWindow& window, const Edit& edit);
void editSelection(MainWindow& window, Result<void> (*make)(DocumentController&));
void cutNodes(MainWindow& window);
void renameSelection(MainWindow& window);
void replaceOperator(MainWindow& window);
void connectFrom(MainWindow& window); ///< an output of the selected node, by keys
void connectInput(MainWindow& window, std::size_t index); ///< of the selected node
void reroute(MainWindow& window);                         ///< what reads the selected tensor
/// Opens a form over the window, whose OK makes an edit.
using EditQuestion = void (*)(DocumentController&, const Theme&, QWidget*);
void askBy(MainWindow& window, EditQuestion form);

} // namespace partita
