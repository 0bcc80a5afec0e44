#include "views/document/simplify_keys.h"

#include <QKeyEvent>

#include "views/document/simplify_controller.h"

namespace partita {

bool playByKey(SimplifyController& simplifier, const QKeyEvent& event) {
    const auto modifiers = event.modifiers() & ~Qt::KeypadModifier;
    const bool shift = modifiers == Qt::ShiftModifier;
    if (!simplifier.history() || (modifiers != Qt::NoModifier && !shift))
        return false;
    const auto step = [&](int direction) {
        simplifier.play(false);
        shift ? simplifier.stepPass(direction) : simplifier.step(direction);
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

} // namespace partita
