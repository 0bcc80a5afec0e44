#include "views/text/named_sizes.h"

#include <QStringList>

#include "core/base/named_sizes.h"
#include "views/text/qt_text.h"

namespace partita {

QString plainBlanks(QString text) {
    for (QChar& letter : text)
        if (letter.isSpace())
            letter = QLatin1Char(' ');
    return text;
}

Result<std::map<std::string, std::int64_t>> namedSizes(const QString& text, std::int64_t least) {
    std::vector<std::string> parts;
    for (const QString& part : plainBlanks(text).split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (const QString trimmed = part.trimmed(); !trimmed.isEmpty())
            parts.push_back(trimmed.toStdString());
    return namedSizes(parts, least);
}

QString namedSizesText(const std::map<std::string, std::int64_t>& sizes) {
    QStringList parts;
    for (const auto& [name, size] : sizes)
        parts += QStringLiteral("%1=%2").arg(toQString(name)).arg(size);
    return parts.join(QStringLiteral(", "));
}

} // namespace partita
