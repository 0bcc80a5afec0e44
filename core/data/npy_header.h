#pragma once

#include <optional>

#include "core/ir/tensor.h"

namespace partita {

/// The header of an .npy array (numpy.lib.format).
struct NpyHeader {
    DataType type = DataType::undefined;
    std::vector<std::int64_t> dims;
    bool fortranOrder = false;
    std::size_t size = 0;        ///< bytes of the header, magic and lengths included
    std::uint64_t dataBytes = 0; ///< bytes of the elements, which follow it
};

/// The longest header that is read; numpy itself refuses headers of more than 10,000 bytes by
/// default.
constexpr std::size_t kMostNpyHeader = 1 << 14;

/// Reads the header at the start of `bytes`, which must hold the whole header or at least
/// `kMostNpyHeader` bytes. Objects, records, big-endian numbers and negative or overflowing shapes
/// are errors.
Result<NpyHeader> readNpyHeader(Bytes bytes);
/// The header that numpy writes for a tensor; nothing for a type that numpy does not have.
std::optional<std::string> npyHeader(DataType type, const std::vector<std::int64_t>& dims);

} // namespace partita
