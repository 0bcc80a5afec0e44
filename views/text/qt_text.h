#pragma once

#include <QLocale>
#include <QString>
#include <cstdint>
#include <string_view>

namespace partita {

/// Converts text of a model from UTF-8; invalid bytes become replacement characters.
inline QString toQString(std::string_view text) {
    return QString::fromUtf8(text.data(),
                             static_cast<int>(std::min<std::size_t>(text.size(), 1 << 20)));
}

/// A count as the user's language writes it: "12,345".
inline QString countText(std::uint64_t count) {
    return QLocale().toString(static_cast<qulonglong>(count));
}

} // namespace partita
