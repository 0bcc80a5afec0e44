#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace partita::cpu {

/// Whether a table of bytes is looked up for 64 bytes at a time.
bool looksUpFast();

/// to[i] = table[codes[i]].
void lookUp(const std::array<std::uint8_t, 256>& table, const std::uint8_t* codes, std::uint8_t* to,
            std::size_t count);
void lookUp(const std::array<float, 256>& table, const std::uint8_t* codes, float* to,
            std::size_t count);

} // namespace partita::cpu
