#pragma once

#include <QString>

namespace partita {

class MainWindow;

/// Opens a model of resources/samples, which is inside of the program: "detector".
void openExample(MainWindow& window, const QString& name);

} // namespace partita
