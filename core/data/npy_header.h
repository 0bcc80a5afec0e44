#pragma once

#include <optional>

#include "core/ir/tensor.h"

namespace partita {

/// What stands before the elements of an .npy array.
struct NpyHeader {
    DataType type = DataType::undefined;
    std::vector<std::int64_t> dims;
    bool fortranOrder = false;
    std::size_t size = 0;        ///< bytes of the header, magic and lengths included
    std::uint64_t dataBytes = 0; ///< that follow it
};

/// numpy reads no longer one unless told to.
constexpr std::size_t kMostNpyHeader = 16 * 1024;

/// Reads the header at the start of `bytes`, which holds it whole or `kMostNpyHeader` bytes. Takes
/// what numpy writes and nothing else: objects, records, big-endian numbers and negative or
/// overflowing shapes are errors.
Result<NpyHeader> readNpyHeader(Bytes bytes);
/// The header that numpy writes for a tensor; nothing where numpy has no such type.
std::optional<std::string> npyHeader(DataType type, const std::vector<std::int64_t>& dims);

} // namespace partita
