#pragma once

#include <QString>
#include <string_view>

namespace partita {

/// Text of a model: UTF-8, with damaged bytes replaced.
inline QString toQString(std::string_view text) {
    return QString::fromUtf8(text.data(),
                             static_cast<int>(std::min<std::size_t>(text.size(), 1 << 20)));
}

} // namespace partita
