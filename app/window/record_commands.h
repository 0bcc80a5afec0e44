#pragma once

#include <QString>

namespace partita {

class MainWindow;

/// Asks for a file that a runtime wrote about the open document, and reads it.
void chooseRecord(MainWindow& window);
/// The files that a runtime writes, for a dialog.
QString recordFilter();
/// Asks the user's ONNX Runtime who runs the nodes of the open document.
void askRuntime(MainWindow& window);

} // namespace partita
