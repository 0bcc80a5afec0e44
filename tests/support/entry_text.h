#pragma once

#include <QAction>

#include "views/theme/menu_mnemonics.h"

namespace partita::test {

/// The text of an entry of a menu without the mark that it has while the menu is seen.
inline QString entryText(const QAction& entry) { return withoutMark(entry.text()); }

} // namespace partita::test
