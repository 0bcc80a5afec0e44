#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
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
    // Messages are copied and destroyed in a thousand places: only moving is worth code there.
    Message(const Message& other);
    Message& operator=(const Message& other);
    Message(Message&& other) noexcept = default;
    Message& operator=(Message&& other) noexcept;
    ~Message();

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

/// The value of a placeholder where it is written, not copied yet: a number, a text or a message.
class MessagePart {
public:
    template <class T> MessagePart(const T& value) {
        if constexpr (std::integral<T>) {
            static_assert(!std::same_as<T, bool> && !std::same_as<T, char>);
            m_number = static_cast<std::uint64_t>(value);
            m_kind = std::signed_integral<T> ? Kind::signedNumber : Kind::unsignedNumber;
        } else if constexpr (std::same_as<T, Message>) {
            m_message = &value;
            m_kind = Kind::message;
        } else {
            m_text = std::string_view(value);
        }
    }
    [[nodiscard]] Message::Argument argument() const;

private:
    enum class Kind : std::uint8_t { text, signedNumber, unsignedNumber, message };

    Kind m_kind = Kind::text;
    std::uint64_t m_number = 0;
    std::string_view m_text;
    const Message* m_message = nullptr;
};

Message composeMessage(std::string_view format, std::initializer_list<MessagePart> parts);

template <class... T> Message makeMessage(MessageFormat<sizeof...(T)> format, const T&... values) {
    return composeMessage(format.text(), {MessagePart(values)...});
}

/// Makes a message; `translations/update.sh` finds its format by this name:
/// PARTITA_TEXT("input {0} is {1}", 2, name)
#define PARTITA_TEXT(...) ::partita::makeMessage(__VA_ARGS__)

} // namespace partita
