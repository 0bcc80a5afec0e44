#pragma once

#include <QWidget>

namespace partita {

/// Gives a dialog the size that it would like to have, or that of its parent's screen without a
/// title bar, if that is smaller.
void resizeWithinScreen(QWidget& dialog, QSize wanted);

} // namespace partita
