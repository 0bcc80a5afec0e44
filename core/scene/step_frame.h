#pragma once

namespace partita {

/// How far the frame of a step is from what it is around, in pixels at 100 %; at the left there may
/// be room for a sign.
struct StepFrame {
    static constexpr double left = 26, right = 12, above = 9;
};

} // namespace partita
