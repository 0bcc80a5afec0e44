#pragma once

class QKeyEvent;

namespace partita {

class SimplifyController;

/// Space plays the steps of the simplifier, a comma and a full stop go one step back and on, and with
/// Shift a pass. Returns whether it was one of these keys.
bool playByKey(SimplifyController& simplifier, const QKeyEvent& event);

} // namespace partita
