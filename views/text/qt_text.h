#pragma once

#include <QString>
#include <string_view>

namespace partita {

/// Converts text of a model from UTF-8; invalid bytes become replacement characters.
inline QString toQString(std::string_view text) {
    return QString::fromUtf8(text.data(),
                             static_cast<int>(std::min<std::size_t>(text.size(), 1 << 20)));
}

} // namespace partita
