#include "views/text/attribute_text.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>

#include "views/text/qt_text.h"
#include "views/text/whole_number.h"

namespace partita {

namespace {

// AttributeProto.AttributeType
constexpr std::int32_t kFloat = 1, kInt = 2, kString = 3, kFloats = 6, kInts = 7, kStrings = 8;

QString attributeWords(const char* text) {
    return QCoreApplication::translate("partita::AttributeText", text);
}

QString numberText(float value) {
    return QLocale::c().toString(static_cast<double>(value), 'g', 7);
}

template <class T, class F> QString joined(const std::vector<T>& list, F&& textOf) {
    QStringList parts;
    for (const T& each : list)
        parts += textOf(each);
    return parts.join(QStringLiteral(", "));
}

/// The parts of "[2, 3]" or "2 3".
QStringList partsOf(QString text) {
    for (const char c : {'[', ']', ','})
        text.replace(QLatin1Char(c), QLatin1Char(' '));
    return text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

std::optional<float> number(const QString& text) {
    bool isNumber = false;
    const float value = QLocale::c().toFloat(text.trimmed(), &isNumber);
    return isNumber ? std::optional(value) : std::nullopt;
}

template <class T, class F> std::optional<std::vector<T>> numbers(const QString& text, F&& read) {
    std::vector<T> list;
    for (const QString& part : partsOf(text)) {
        const auto value = read(part);
        if (!value)
            return std::nullopt;
        list.push_back(*value);
    }
    return list;
}

std::optional<std::vector<std::string>> texts(const QString& text) {
    const QString trimmed = text.trimmed();
    const QString list = trimmed.startsWith(QLatin1Char('['))
                             ? trimmed
                             : QStringLiteral("[") + trimmed + QStringLiteral("]");
    QJsonParseError error{};
    const QJsonDocument read = QJsonDocument::fromJson(list.toUtf8(), &error);
    if (error.error != QJsonParseError::NoError)
        return std::nullopt;
    std::vector<std::string> made;
    for (const auto& each : read.array()) {
        if (!each.isString())
            return std::nullopt;
        made.push_back(each.toString().toStdString());
    }
    return made;
}

const char* ruleOf(std::int32_t type) {
    switch (type) {
    case kFloat: return QT_TRANSLATE_NOOP("partita::AttributeText", "must be a number");
    case kInt: return QT_TRANSLATE_NOOP("partita::AttributeText", "must be a whole number");
    case kFloats:
        return QT_TRANSLATE_NOOP("partita::AttributeText", "must be numbers, as in 0.5, 2");
    case kInts:
        return QT_TRANSLATE_NOOP("partita::AttributeText", "must be whole numbers, as in 2, 3");
    default:
        return QT_TRANSLATE_NOOP("partita::AttributeText",
                                 "must be texts in quotation marks, as in \"a\", \"b\"");
    }
}

} // namespace

bool isWritten(std::int32_t type) {
    return (type >= kFloat && type <= kString) || (type >= kFloats && type <= kStrings);
}

QString fieldText(const Attribute& attribute) {
    const auto& value = attribute.value;
    if (const auto* one = std::get_if<float>(&value))
        return numberText(*one);
    if (const auto* one = std::get_if<std::int64_t>(&value))
        return QString::number(*one);
    if (const auto* one = std::get_if<Buffer>(&value))
        return toQString(one->text());
    if (const auto* list = std::get_if<std::vector<float>>(&value))
        return joined(*list, numberText);
    if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value))
        return joined(*list, [](std::int64_t each) { return QString::number(each); });
    if (const auto* list = std::get_if<std::vector<std::string>>(&value))
        return joined(*list, [](const std::string& each) {
            const QJsonDocument quoted(QJsonArray{toQString(each)});
            return QString::fromUtf8(quoted.toJson(QJsonDocument::Compact)).mid(1).chopped(1);
        });
    return toQString(attributeText(attribute));
}

AttributePtr attributeFrom(const std::string& name, std::int32_t type, const QString& text,
                           QString& rule) {
    rule = toQString(name) + QLatin1Char(' ') + attributeWords(ruleOf(type));
    switch (type) {
    case kFloat:
        if (const auto value = number(text))
            return Attribute::make(name, *value);
        break;
    case kInt:
        if (const auto value = wholeNumber(text))
            return Attribute::make(name, *value);
        break;
    case kString: return Attribute::string(name, text.toStdString());
    case kFloats:
        if (auto list = numbers<float>(text, number))
            return Attribute::make(name, *std::move(list));
        break;
    case kInts:
        if (auto list = numbers<std::int64_t>(text, wholeNumber))
            return Attribute::make(name, *std::move(list));
        break;
    case kStrings:
        if (auto list = texts(text))
            return Attribute::make(name, *std::move(list));
        break;
    default: break;
    }
    return nullptr;
}

} // namespace partita
