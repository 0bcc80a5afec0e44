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

std::ostream& operator<<(std::ostream& out, const Message& message) {
    return out << message.text();
}

} // namespace partita
