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

/// A text for users as a value: a format with placeholders "{0}", "{1}" … and the arguments for
/// them. The English format is the key of its translations, so a text is written once, where it
/// arises, and the window can still show it in the user's language. A copy shares the content.
class Message {
public:
    /// The value of a placeholder: a number, a text that is not translated, or a message.
    using Argument = std::variant<std::int64_t, std::string, Message>;

    Message() = default;
    /// A text of the system, a library or a file, which is not translated.
    Message(std::string text);
    Message(std::string_view format, std::vector<Argument> arguments);

    [[nodiscard]] bool empty() const { return !m_content; }
    [[nodiscard]] std::string_view format() const;
    [[nodiscard]] const std::vector<Argument>& arguments() const;
    /// The English text, with the arguments filled in.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::size_t hash() const;
    /// Equal for copies of one message only; two messages made separately differ.
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

/// Whether the format has exactly one placeholder for each of `count` arguments and no other: this
/// bounds the length of a message by the sum of its parts.
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

/// A format for `Count` arguments; the compiler checks that the placeholders fit.
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

/// Makes a message; `translations/update.sh` finds its format by this name:
/// PARTITA_TEXT("input {0} is {1}", 2, name)
#define PARTITA_TEXT(...) ::partita::makeMessage(__VA_ARGS__)

} // namespace partita
