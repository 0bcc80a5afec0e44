#pragma once

#include "core/rewrite/recipe.h"

class QKeyEvent;

namespace partita {

class SimplifyController;

/// Space plays the steps of the simplifier, a comma and a full stop go one step back and on, and with
/// Shift a pass. Returns whether it was one of these keys.
bool playByKey(SimplifyController& simplifier, const QKeyEvent& event);

/// Makes a rewrite, or a pass, again that was left out, and runs the recipe again.
void takeBack(SimplifyController& simplifier, const Recipe::Skip& skip);
void takeBackPass(SimplifyController& simplifier, const std::string& pass);

} // namespace partita
