#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/message.h"

namespace partita {

/// A number with separators: "1,984".
std::string grouped(std::uint64_t number);
/// A number and what it counts, in English: "1 node", "1,984 nodes".
std::string countText(std::uint64_t number, std::string_view one, std::string_view many);
/// An amount with its unit; "5.1 KiB or more" where it is not `complete`, as some size is not known.
Message amountText(const std::string& amount, bool complete);

} // namespace partita
