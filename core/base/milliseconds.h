#pragma once

#include <chrono>

namespace partita {

inline double milliseconds(std::chrono::nanoseconds time) {
    return static_cast<double>(time.count()) / 1e6;
}

} // namespace partita
