#pragma once

#include <algorithm>

#include "core/base/message.h"

namespace partita {

/// Messages nested deeper are packed as English text; bytes that nest deeper are not unpacked.
inline constexpr int kMostMessageLevels = 8;

/// Packs or unpacks a message. Arguments that do not fit the format are dropped on unpacking, and
/// the format becomes a text that is not translated.
template <class Archive> void archiveMessage(Archive& a, Message& message, int level) {
    std::string format(message.format());
    std::vector<Message::Argument> arguments = message.arguments();
    auto count = static_cast<std::uint8_t>(arguments.size());
    a(format, count);
    arguments.resize(std::min<std::size_t>(count, 10));
    for (Message::Argument& argument : arguments) {
        if (const auto* inner = std::get_if<Message>(&argument);
            inner && level == kMostMessageLevels)
            argument = inner->text();
        auto kind = static_cast<std::uint8_t>(argument.index());
        a(kind);
        if (kind == 0) {
            auto number =
                std::get_if<std::int64_t>(&argument) ? std::get<std::int64_t>(argument) : 0;
            a(number);
            argument = number;
        } else if (kind == 1) {
            auto text = std::get_if<std::string>(&argument) ? std::get<std::string>(argument) : "";
            a(text);
            argument = std::move(text);
        } else if (kind == 2 && level < kMostMessageLevels) {
            auto inner = std::get_if<Message>(&argument) ? std::get<Message>(argument) : Message();
            archiveMessage(a, inner, level + 1);
            argument = std::move(inner);
        }
    }
    const bool fits = fitsFormat(format, arguments.size());
    message = format.empty() ? Message()
              : fits         ? Message(format, std::move(arguments))
                             : Message(std::move(format));
}

template <class Archive> void archive(Archive& a, Message& message) {
    archiveMessage(a, message, 0);
}

} // namespace partita
