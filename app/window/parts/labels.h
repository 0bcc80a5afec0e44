#pragma once

#include <QString>

namespace partita {

/// The words of a label or a title, without the key that it marks ("&File", "文件(&F)") and the colon
/// at its end.
[[nodiscard]] QString wordsOf(const QString& label);

} // namespace partita
