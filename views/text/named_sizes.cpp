#include "views/text/named_sizes.h"

#include <QStringList>
#include <algorithm>

#include "views/text/qt_text.h"

namespace partita {

Result<std::map<std::string, std::int64_t>> namedSizes(const QString& text, std::int64_t least) {
    std::map<std::string, std::int64_t> sizes;
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString trimmed = part.trimmed();
        if (trimmed.isEmpty())
            continue;
        const int sign = trimmed.indexOf(QLatin1Char('='));
        bool isNumber = false;
        const qlonglong size = trimmed.mid(sign + 1).trimmed().toLongLong(&isNumber);
        const std::string name = trimmed.left(std::max(sign, 0)).trimmed().toStdString();
        if (name.empty() || !isNumber || size < least)
            return Error{Errc::usage,
                         PARTITA_TEXT("'{0}' is no name and size", trimmed.toStdString()),
                         {},
                         PARTITA_TEXT("write for example batch=1")};
        if (!sizes.emplace(name, size).second)
            return Error{Errc::usage,
                         PARTITA_TEXT("'{0}' has two sizes", name),
                         {},
                         PARTITA_TEXT("leave one of them out")};
    }
    return sizes;
}

QString namedSizesText(const std::map<std::string, std::int64_t>& sizes) {
    QStringList parts;
    for (const auto& [name, size] : sizes)
        parts += QStringLiteral("%1=%2").arg(toQString(name)).arg(size);
    return parts.join(QStringLiteral(", "));
}

} // namespace partita
