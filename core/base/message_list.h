#pragma once

#include <string>
#include <vector>

#include "core/base/message.h"

namespace partita {

/// "`list`, `part`"; `part` alone where the list is empty.
Message listWith(const Message& list, const Message& part);

/// The parts of a line in English, with " · " between them.
std::string lineOf(const std::vector<Message>& parts);

} // namespace partita
