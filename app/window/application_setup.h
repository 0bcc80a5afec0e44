#pragma once

namespace partita {

/// What must be said to Qt before the QApplication is made.
void prepareApplication();

} // namespace partita
