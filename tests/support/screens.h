#pragma once

#include <QSize>

namespace partita::test {

/// The smallest screen, and one of 1600 × 1000 pixels at a factor of 2.
inline constexpr QSize kSmallScreen(1024, 768), kSharpScreen(800, 500);

} // namespace partita::test
