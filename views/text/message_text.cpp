#include "views/text/message_text.h"

#include <QCoreApplication>

#include "core/base/typed_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

struct InWords {
    QString operator()(std::int64_t number) const { return QString::number(number); }
    QString operator()(const std::string& text) const { return toQString(text); }
    QString operator()(const Message& message) const { return messageText(message); }
};

} // namespace

QString messageText(const Message& message) {
    if (const Message* remedy = remedyOfTyped(message))
        return messageText(*remedy);
    const std::string english(message.format());
    const QString format = QCoreApplication::translate("partita::Core", english.c_str());
    QString text;
    // One pass over the format: an argument may itself contain "{0}".
    for (int at = 0; at < format.size(); ++at) {
        const bool isPlace = format[at] == QLatin1Char('{') && at + 2 < format.size() &&
                             format[at + 2] == QLatin1Char('}');
        const int place = isPlace ? format[at + 1].digitValue() : -1;
        if (place >= 0 && static_cast<std::size_t>(place) < message.arguments().size()) {
            text += std::visit(InWords(), message.arguments()[static_cast<std::size_t>(place)]);
            at += 2;
        } else {
            text += format[at];
        }
    }
    return text;
}

QString errorText(const Error& error) { return messageText(error.whole()); }

namespace {

/// Whether a message begins with words of its own, not with a name.
bool beginsWithWords(const Message& message) {
    const std::string_view format = message.format();
    if (!format.starts_with("{0}"))
        return !format.starts_with('{');
    const auto* inner =
        message.arguments().empty() ? nullptr : std::get_if<Message>(&message.arguments().front());
    return inner && beginsWithWords(*inner);
}

} // namespace

QString errorSentence(const Error& error) { return messageSentence(error.whole()); }

QString messageSentence(const Message& message) {
    QString text = messageText(message);
    if (!text.isEmpty() && beginsWithWords(message))
        text[0] = text[0].toUpper();
    return text;
}

QString breakable(const QString& text) {
    constexpr int kLongestWord = 60;
    constexpr QChar kZeroWidthSpace(0x200b);
    QString broken;
    int length = 0;
    for (const QChar each : text) {
        const bool isBreak = each.isSpace() || each == QLatin1Char('/') || each == QLatin1Char('-');
        length = isBreak ? 0 : length + 1;
        if (length > kLongestWord && !each.isLowSurrogate() && !each.isMark()) {
            broken += kZeroWidthSpace;
            length = 1;
        }
        broken += each;
    }
    return broken;
}

QString headlineText(const Partitioning& partitioning) {
    QStringList parts;
    for (const HeadlinePart& part : partitioning.headline())
        parts += messageText(part.text);
    return parts.join(QStringLiteral(" · "));
}

} // namespace partita
