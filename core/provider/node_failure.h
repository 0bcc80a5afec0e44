#pragma once

#include <exception>
#include <string>
#include <utility>

#include "core/base/message.h"

namespace partita {

/// Data that a node cannot work on. Kernels and evaluators throw it; whoever runs the node catches
/// it and adds the node's name. The libraries behind the kernels throw exceptions of their own.
class NodeFailure : public std::exception {
public:
    explicit NodeFailure(Message message)
        : m_message(std::move(message)), m_text(m_message.text()) {}
    explicit NodeFailure(MessageFormat<0> text) : NodeFailure(makeMessage(text)) {}

    [[nodiscard]] const Message& message() const { return m_message; }
    /// The message in English.
    [[nodiscard]] const char* what() const noexcept override { return m_text.c_str(); }

private:
    Message m_message;
    std::string m_text;
};

/// Throws a NodeFailure with the text `what` unless `holds`. `translations/update.sh` finds the
/// text.
inline void require(bool holds, MessageFormat<0> what) {
    if (!holds) [[unlikely]]
        throw NodeFailure(what);
}

/// What an exception says: a message that can be translated if it is a NodeFailure, the library's
/// own text otherwise.
[[nodiscard]] inline Message messageOf(const std::exception& error) {
    if (const auto* failure = dynamic_cast<const NodeFailure*>(&error))
        return failure->message();
    return Message(std::string(error.what()));
}

} // namespace partita
