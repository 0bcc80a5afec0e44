#pragma once

#include <QString>

namespace partita {

/// A text for a menu or a tab, where Qt would take the letter after an ampersand for a key.
inline QString plainLabel(QString text) {
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

} // namespace partita
