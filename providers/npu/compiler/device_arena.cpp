#include "providers/npu/compiler/device_arena.h"

#include <algorithm>

namespace partita {

namespace {

constexpr std::uint64_t kGrain = 256, kGap = std::uint64_t{1} << 20;
constexpr std::uint64_t kMost = std::uint64_t{1} << 62; // so that sums of addresses stay numbers

} // namespace

std::optional<std::uint64_t> DeviceArena::allocate(std::uint64_t bytes) {
    if (bytes > std::min(m_limit, kMost))
        return std::nullopt;
    bytes = std::max(kGrain, (bytes + kGrain - 1) / kGrain * kGrain);
    auto found = m_freePieces.lower_bound({bytes, 0});
    if (found == m_freePieces.end()) {
        if (!grow(bytes))
            return std::nullopt;
        found = m_freePieces.lower_bound({bytes, 0});
    }
    const auto [size, address] = *found;
    m_freePieces.erase(found);
    m_pieces[address] = {bytes, false};
    if (size > bytes)
        addFree(address + bytes, size - bytes);
    m_inUse += bytes;
    return address;
}

void DeviceArena::release(std::uint64_t address) {
    const auto at = m_pieces.find(address);
    std::uint64_t bytes = at->second.bytes, start = address;
    m_inUse -= bytes;
    const auto after = std::next(at);
    if (after != m_pieces.end() && after->second.free && after->first == address + bytes) {
        m_freePieces.erase({after->second.bytes, after->first});
        bytes += after->second.bytes;
        m_pieces.erase(after);
    }
    if (at != m_pieces.begin()) {
        const auto before = std::prev(at);
        if (before->second.free && before->first + before->second.bytes == address) {
            m_freePieces.erase({before->second.bytes, before->first});
            bytes += before->second.bytes;
            start = before->first;
        }
    }
    m_pieces.erase(at);
    addFree(start, bytes);
}

bool DeviceArena::grow(std::uint64_t bytes) {
    const std::uint64_t left = std::min(m_limit, kMost) - m_reserved;
    if (bytes > left)
        return false;
    std::uint64_t region = bytes;
    if (m_strategy == ArenaExtendStrategy::nextPowerOfTwo) {
        while (m_region < bytes)
            m_region *= 2;
        region = std::min(m_region, left / kGrain * kGrain);
        region = std::max(region, bytes);
        if (m_region < std::uint64_t{1} << 62)
            m_region *= 2;
    }
    addFree(m_next, region);
    m_next += region + kGap; // a gap, so that pieces of two regions are never merged
    m_reserved += region;
    return true;
}

void DeviceArena::addFree(std::uint64_t address, std::uint64_t bytes) {
    m_pieces[address] = {bytes, true};
    m_freePieces.insert({bytes, address});
}

} // namespace partita
