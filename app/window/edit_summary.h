#pragma once

#include <QStringList>

namespace partita {

class MainWindow;

/// What was edited, for the line above the graph: "237 nodes · 240 as opened · 5 edits since save ·
/// 1 error"; of a model that is not edited, only its errors.
QStringList editParts(MainWindow& window);

} // namespace partita
