#include "core/base/message_list.h"

namespace partita {

Message listWith(const Message& list, const Message& part) {
    return list.empty() ? part : PARTITA_TEXT("{0}, {1}", list, part);
}

std::string lineOf(const std::vector<Message>& parts) {
    std::string text;
    for (const Message& part : parts)
        text += (text.empty() ? "" : " · ") + part.text();
    return text;
}

} // namespace partita
