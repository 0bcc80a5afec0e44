#include "views/document/simplify_steps.h"

#include <QKeyEvent>

#include "views/document/simplify_controller.h"

namespace partita {

namespace {

/// Goes to the next (1) or previous (−1) state at which a pass ends, whatever the stride.
void stepPass(SimplifyController& simplifier, int direction) {
    const auto stride = simplifier.stride();
    simplifier.setStride(SimplifyController::Stride::pass);
    simplifier.step(direction);
    simplifier.setStride(stride);
}

} // namespace

bool playByKey(SimplifyController& simplifier, const QKeyEvent& event) {
    const auto modifiers = event.modifiers() & ~Qt::KeypadModifier;
    const bool shift = modifiers == Qt::ShiftModifier;
    if (!simplifier.history() || (modifiers != Qt::NoModifier && !shift))
        return false;
    const auto step = [&](int direction) {
        if (shift)
            stepPass(simplifier, direction);
        else
            simplifier.step(direction);
        return true;
    };
    switch (event.key()) {
    case Qt::Key_Space:
        if (!shift)
            simplifier.play(!simplifier.isPlaying());
        return !shift;
    case Qt::Key_Less: // Shift and a comma on many keyboards
    case Qt::Key_Comma: return step(-1);
    case Qt::Key_Greater:
    case Qt::Key_Period: return step(1);
    default: return false;
    }
}

void takeBack(SimplifyController& simplifier, const Recipe::Skip& skip) {
    Recipe recipe = simplifier.recipe();
    if (std::erase(recipe.skips, skip))
        simplifier.start(std::move(recipe));
}

void takeBackPass(SimplifyController& simplifier, const std::string& pass) {
    Recipe recipe = simplifier.recipe();
    if (std::erase(recipe.skipped, pass))
        simplifier.start(std::move(recipe));
}

} // namespace partita
