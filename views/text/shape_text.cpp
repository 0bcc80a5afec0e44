#include "views/text/shape_text.h"

#include <QCoreApplication>
#include <QStringList>

#include "views/text/qt_text.h"
#include "views/text/whole_number.h"

namespace partita {

QString sizesText(const Shape& shape) {
    QStringList parts;
    for (const Dim& dim : shape)
        parts += toQString(dim.text());
    return parts.join(QStringLiteral(", "));
}

std::optional<Shape> shapeFrom(const QString& text, QString& rule) {
    Shape shape;
    QString plain = text;
    for (const QLatin1Char sign : {QLatin1Char('['), QLatin1Char(']'), QLatin1Char('\xD7')})
        plain.replace(sign, QLatin1Char(','));
    for (const QString& part : plain.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString size = part.trimmed();
        if (size.isEmpty())
            continue;
        Dim dim;
        const auto number = wholeNumber(size);
        if (number && *number < 0) {
            rule = QCoreApplication::translate("partita::Texts", "a size cannot be negative");
            return std::nullopt;
        }
        if (number)
            dim.value = *number;
        else if (size != QLatin1String("?"))
            dim.param = size.toStdString();
        shape.push_back(std::move(dim));
    }
    return shape;
}

Result<Dim> sizeFrom(const QString& text) {
    QString rule;
    const auto shape = shapeFrom(text, rule);
    if (shape && shape->size() == 1)
        return shape->front();
    return Error{Errc::usage,
                 PARTITA_TEXT("'{0}' is no size", text.toStdString()),
                 {},
                 PARTITA_TEXT("give 0 or more, or a name for a size that is open")};
}

} // namespace partita
