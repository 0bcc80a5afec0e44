#pragma once

#include <QColor>
#include <QIcon>

namespace partita {

/// The line icon of a name that `kIcons` (line_icon.cpp) has; of no other. It is drawn in the size in
/// which it is shown.
QIcon lineIcon(const char* name, const QColor& colour, const QColor& disabled);

} // namespace partita
