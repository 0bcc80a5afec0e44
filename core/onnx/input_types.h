#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace partita {

/// What may stand at each input of an operator by its schema; empty where there is none. Bit n is
/// set where a tensor of DataType n may, bit 0 where anything else may. The last entry stands for
/// all that follow.
std::vector<std::uint64_t> allowedInputs(std::string_view opType, std::string_view domain,
                                         std::int64_t opset);

} // namespace partita
