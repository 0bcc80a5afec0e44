#pragma once

namespace partita {

class MainWindow;

/// Shows the steps of the simplifier, or without rewrites in view those of the history, in a window
/// of their own, full screen.
void presentSteps(MainWindow& window);

} // namespace partita
