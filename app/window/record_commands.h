#pragma once

namespace partita {

class MainWindow;

/// Asks for a file that a runtime wrote about the open document, and reads it.
void chooseRecord(MainWindow& window);

} // namespace partita
