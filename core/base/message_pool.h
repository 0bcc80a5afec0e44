#pragma once

#include <unordered_set>

#include "core/base/message.h"

namespace partita {

/// Keeps equal messages once, so that similar nodes share the text of their verdicts.
class MessagePool {
public:
    const Message& shared(Message message) { return *m_known.insert(std::move(message)).first; }

private:
    struct Hash {
        std::size_t operator()(const Message& message) const { return message.hash(); }
    };
    std::unordered_set<Message, Hash> m_known;
};

} // namespace partita
