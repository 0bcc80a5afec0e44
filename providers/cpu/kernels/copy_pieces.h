#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

/// Calls work(copy), where copy(from, to) moves `bytes`: up to 64 of them as two pieces of one size that
/// the compiler knows, which may overlap, because a call of memcpy takes longer than that.
template <std::size_t Half = 1, class F> void withCopyOf(std::size_t bytes, F&& work) {
    if constexpr (Half > 32) {
        work([bytes](const std::byte* from, std::byte* to) { std::memcpy(to, from, bytes); });
    } else if (bytes == Half) {
        work([](const std::byte* from, std::byte* to) { std::memcpy(to, from, Half); });
    } else if (bytes > Half && bytes <= 2 * Half) {
        work([bytes](const std::byte* from, std::byte* to) {
            std::byte last[Half]; // NOLINT: a register
            std::memcpy(last, from + bytes - Half, Half);
            std::memcpy(to, from, Half);
            std::memcpy(to + bytes - Half, last, Half);
        });
    } else {
        withCopyOf<2 * Half>(bytes, work);
    }
}

/// Copies pieces of `bytes` each, on several threads, which also share long pieces: `place(piece)`
/// is the pair of addresses from where and to where. It must not throw.
template <class F> void copyPieces(std::int64_t pieces, std::size_t bytes, F&& place) {
    if (bytes == 0) // an empty tensor may have no memory at all
        return;
    constexpr std::size_t kShare = std::size_t{1} << 16;
    if (bytes <= kShare) { // many of a few bytes, for which a division would count
        withCopyOf(bytes, [&](auto copy) {
            parallelFor(pieces, static_cast<std::int64_t>(kShare / bytes),
                        [&](std::int64_t begin, std::int64_t end) {
                            const auto placeOf = place; // in registers: bytes may alias the closure
                            for (std::int64_t i = begin; i < end; ++i) {
                                const auto [from, to] = placeOf(i);
                                copy(from, to);
                            }
                        });
        });
        return;
    }
    const std::size_t shares = (bytes + kShare - 1) / kShare, share = (bytes + shares - 1) / shares;
    const auto each = static_cast<std::int64_t>(shares);
    parallelFor(pieces * each, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const auto [from, to] = place(i / each);
            const std::size_t first = static_cast<std::size_t>(i % each) * share;
            if (first < bytes)
                std::memcpy(to + first, from + first, std::min(share, bytes - first));
        }
    });
}

/// Copies rows of `rowBytes`, whose starts are `fromStep` and `toStep` bytes apart.
inline void copyRows(const std::byte* from, std::byte* to, std::int64_t rows, std::int64_t rowBytes,
                     std::int64_t fromStep, std::int64_t toStep) {
    copyPieces(rows, static_cast<std::size_t>(rowBytes), [=](std::int64_t row) {
        return std::pair(from + row * fromStep, to + row * toStep);
    });
}

} // namespace partita::cpu
