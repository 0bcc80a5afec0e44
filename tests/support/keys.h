#pragma once

#include <Qt>

namespace partita::test {

inline constexpr auto kCtrl = Qt::ControlModifier;
inline constexpr auto kCtrlShift = Qt::ControlModifier | Qt::ShiftModifier;
inline constexpr auto kCtrlAlt = Qt::ControlModifier | Qt::AltModifier;

} // namespace partita::test
