#pragma once

#include "core/base/message.h"

namespace partita {

/// "`list`, `part`"; `part` alone where the list is empty.
Message listWith(const Message& list, const Message& part);

} // namespace partita
