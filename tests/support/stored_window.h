#pragma once

#include <QSettings>

namespace partita::test {

/// Forgets where a window stood and how its panels lay, so that the next test starts as if it were the
/// first time.
inline void forgetStoredWindow() {
    for (const char* key : {"geometry", "state"})
        QSettings().remove(QLatin1String(key));
}

} // namespace partita::test
