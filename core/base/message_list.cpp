#include "core/base/message_list.h"

namespace partita {

Message listWith(const Message& list, const Message& part) {
    return list.empty() ? part : PARTITA_TEXT("{0}, {1}", list, part);
}

} // namespace partita
