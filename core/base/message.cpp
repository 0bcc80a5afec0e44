#include "core/base/message.h"

#include <functional>
#include <ostream>

namespace partita {

Message::Message(std::string text) {
    if (!text.empty())
        *this = Message("{0}", {std::move(text)});
}

Message::Message(std::string_view format, std::vector<Argument> arguments)
    : m_content(std::make_shared<const MessageContent>(
          MessageContent{std::string(format), std::move(arguments)})) {}

Message::Message(const Message& other) = default;
Message& Message::operator=(const Message& other) = default;
Message& Message::operator=(Message&& other) noexcept = default;
Message::~Message() = default;

std::string_view Message::format() const {
    return m_content ? std::string_view(m_content->format) : std::string_view();
}

const std::vector<Message::Argument>& Message::arguments() const {
    static const std::vector<Argument> kNone;
    return m_content ? m_content->arguments : kNone;
}

std::string Message::text() const {
    struct Words {
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
        std::string operator()(const std::string& text) const { return text; }
        std::string operator()(const Message& message) const { return message.text(); }
    };
    std::string result;
    const std::string_view format = this->format();
    for (std::size_t at = 0; at < format.size(); ++at) {
        const bool isPlace = format[at] == '{' && at + 2 < format.size() && format[at + 2] == '}';
        const auto place = isPlace ? static_cast<std::size_t>(format[at + 1]) - '0' : 10;
        if (place < arguments().size()) {
            result += std::visit(Words(), arguments()[place]);
            at += 2;
        } else {
            result += format[at];
        }
    }
    return result;
}

std::size_t Message::hash() const {
    struct Hash {
        std::size_t operator()(std::int64_t number) const {
            return std::hash<std::int64_t>()(number);
        }
        std::size_t operator()(const std::string& text) const {
            return std::hash<std::string>()(text);
        }
        std::size_t operator()(const Message& message) const { return message.hash(); }
    };
    std::size_t result = std::hash<std::string_view>()(format());
    for (const Argument& argument : arguments())
        result = result * 31 + std::visit(Hash(), argument);
    return result;
}

bool operator==(const Message& a, const Message& b) {
    return a.m_content == b.m_content ||
           (a.format() == b.format() && a.arguments() == b.arguments());
}

Message::Argument MessagePart::argument() const {
    switch (m_kind) {
    case Kind::signedNumber: return static_cast<std::int64_t>(m_number);
    case Kind::unsignedNumber:
        if (m_number > static_cast<std::uint64_t>(INT64_MAX))
            return std::to_string(m_number);
        return static_cast<std::int64_t>(m_number);
    case Kind::message: return *m_message;
    case Kind::text: break;
    }
    return std::string(m_text);
}

Message composeMessage(std::string_view format, std::initializer_list<MessagePart> parts) {
    std::vector<Message::Argument> arguments;
    arguments.reserve(parts.size());
    for (const MessagePart& part : parts)
        arguments.push_back(part.argument());
    return {format, std::move(arguments)};
}

std::ostream& operator<<(std::ostream& out, const Message& message) {
    return out << message.text();
}

} // namespace partita
