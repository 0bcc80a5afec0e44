#include "views/text/size_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <limits>

#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr const char* kUnits[] = {"KiB", "MiB", "GiB", "TiB"};
constexpr qulonglong kMost = std::numeric_limits<qulonglong>::max(), kMega = 1ULL << 20;

QString noLimit() { return QCoreApplication::translate("partita::Texts", "no limit"); }

} // namespace

QString optionText(const std::string& value) {
    QString text = toQString(value);
    bool isNumber = false;
    qulonglong number = text.toULongLong(&isNumber);
    if (!isNumber || number < kMega)
        return text;
    if (number == kMost)
        return noLimit();
    if (number % kMega)
        return text;
    std::size_t unit = 0;
    for (number /= 1024; number % 1024 == 0 && unit + 1 < std::size(kUnits); ++unit)
        number /= 1024;
    return QStringLiteral("%1 %2").arg(number).arg(QLatin1String(kUnits[unit]));
}

std::string optionValue(const QString& text) {
    const QString plain = text.trimmed();
    if (plain.compare(noLimit(), Qt::CaseInsensitive) == 0)
        return std::to_string(kMost);
    static const QRegularExpression kSize(QStringLiteral("^(\\d+)\\s*([KMGT])i?B?$"),
                                          QRegularExpression::CaseInsensitiveOption);
    const auto match = kSize.match(plain);
    bool isNumber = false;
    const qulonglong number = match.captured(1).toULongLong(&isNumber);
    if (!match.hasMatch() || !isNumber)
        return text.toStdString();
    const int power = 1 + QStringLiteral("KMGT").indexOf(match.captured(2).toUpper());
    if (number > kMost >> (10 * power))
        return text.toStdString(); // for the provider to refuse
    return std::to_string(number << (10 * power));
}

} // namespace partita
