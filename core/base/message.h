#pragma once

#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace partita {

struct MessageContent;

/// A text for users as a value: a sentence with places "{0}", "{1}" …, and the arguments that stand
/// there. The English sentence is the key of its translations, so a text is told once, where it
/// arises, and the window still says it in the user's language. A copy shares the content.
class Message {
public:
    /// What stands at a place: a number, a text that nobody translates, or a message.
    using Argument = std::variant<std::int64_t, std::string, Message>;

    Message() = default;
    /// A text from elsewhere (the system, a library, a file), which nobody translates.
    Message(std::string text);
    Message(std::string_view format, std::vector<Argument> arguments);

    [[nodiscard]] bool empty() const { return !m_content; }
    [[nodiscard]] std::string_view format() const;
    [[nodiscard]] const std::vector<Argument>& arguments() const;
    /// In English.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::size_t hash() const;
    /// The same for copies of one message, and for nothing else.
    [[nodiscard]] const void* identity() const { return m_content.get(); }

    friend bool operator==(const Message& a, const Message& b);
    friend std::ostream& operator<<(std::ostream& out, const Message& message);

private:
    std::shared_ptr<const MessageContent> m_content;
};

struct MessageContent {
    std::string format;
    std::vector<Message::Argument> arguments;
};

/// Whether each of `count` arguments has exactly one place in the format, and no place is without
/// one: so a message is never longer than its parts.
constexpr bool fitsFormat(std::string_view format, std::size_t count) {
    std::uint32_t seen = 0;
    for (std::size_t i = 0; i + 2 < format.size(); ++i) {
        if (format[i] != '{' || format[i + 1] < '0' || format[i + 1] > '9' || format[i + 2] != '}')
            continue;
        const std::uint32_t place = 1U << (format[i + 1] - '0');
        if (seen & place)
            return false;
        seen |= place;
    }
    return count <= 10 && seen == (1U << count) - 1;
}

/// A format and its number of arguments, held against each other by the compiler.
template <std::size_t Count> class MessageFormat {
public:
    consteval MessageFormat(const char* text) : m_text(text) {
        if (!fitsFormat(m_text, Count))
            throw "each argument needs one place";
    }
    [[nodiscard]] constexpr std::string_view text() const { return m_text; }

private:
    std::string_view m_text;
};

template <class T> Message::Argument messageArgument(const T& value) {
    if constexpr (std::integral<T>) {
        static_assert(!std::same_as<T, bool> && !std::same_as<T, char>);
        if constexpr (std::unsigned_integral<T> && sizeof(T) == sizeof(std::int64_t))
            if (value > static_cast<T>(INT64_MAX))
                return std::to_string(value);
        return static_cast<std::int64_t>(value);
    } else if constexpr (std::same_as<T, Message>) {
        return value;
    } else {
        return std::string(std::string_view(value));
    }
}

template <class... T> Message makeMessage(MessageFormat<sizeof...(T)> format, const T&... values) {
    std::vector<Message::Argument> arguments;
    arguments.reserve(sizeof...(T));
    (arguments.push_back(messageArgument(values)), ...);
    return {format.text(), std::move(arguments)};
}

/// A message whose format `translations/update.sh` finds: PARTITA_TEXT("input {0} is {1}", 2, name)
#define PARTITA_TEXT(...) ::partita::makeMessage(__VA_ARGS__)

} // namespace partita
