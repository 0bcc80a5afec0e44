#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "providers/npu/profile/npu_options.h"

namespace partita {

/// Address space of a device, managed as an arena: regions grow by the chosen strategy, the
/// smallest sufficient free piece is used, and neighbouring free pieces are merged. It manages
/// addresses only, without memory behind them.
/// Source: ONNX Runtime's BFC arena.
class DeviceArena {
public:
    DeviceArena(std::uint64_t limit, ArenaExtendStrategy strategy)
        : m_limit(limit), m_strategy(strategy) {}

    /// An address that is a multiple of 256; nothing where the limit is reached.
    std::optional<std::uint64_t> allocate(std::uint64_t bytes);
    /// Frees an address that `allocate` returned.
    void release(std::uint64_t address);

    [[nodiscard]] std::uint64_t inUse() const { return m_inUse; }
    [[nodiscard]] std::uint64_t reserved() const { return m_reserved; } ///< bytes in all regions
    [[nodiscard]] std::uint64_t limit() const { return m_limit; }

private:
    struct Piece {
        std::uint64_t bytes = 0;
        bool free = true;
    };
    bool grow(std::uint64_t bytes);
    void addFree(std::uint64_t address, std::uint64_t bytes);

    std::uint64_t m_limit;
    ArenaExtendStrategy m_strategy;
    std::map<std::uint64_t, Piece> m_pieces;                        // by address
    std::set<std::pair<std::uint64_t, std::uint64_t>> m_freePieces; // bytes, address
    std::uint64_t m_next = 0, m_inUse = 0, m_reserved = 0;
    /// Size of the next region, for nextPowerOfTwo.
    std::uint64_t m_region = std::uint64_t{1} << 20;
};

} // namespace partita
