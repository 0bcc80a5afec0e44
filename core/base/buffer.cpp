#include "core/base/buffer.h"

#include <algorithm>

#include "core/base/large_memory.h"

namespace partita {

Buffer Buffer::own(std::vector<std::byte> bytes) {
    auto owner = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    return {Bytes(*owner), owner};
}

Buffer Buffer::own(std::string bytes) {
    auto owner = std::make_shared<const std::string>(std::move(bytes));
    return {std::as_bytes(std::span(*owner)), owner};
}

Buffer Buffer::copyOf(Bytes bytes) {
    constexpr std::size_t kLarge = 1 << 20; // bytes, for which the heap is no good place
    AlignedMemory memory = bytes.size() < kLarge ? AlignedMemory() : allocateAligned(bytes.size());
    if (!memory)
        return own(std::vector(bytes.begin(), bytes.end()));
    std::ranges::copy(bytes, memory.get());
    const Bytes copy(memory.get(), bytes.size());
    return {copy, std::shared_ptr<const void>(std::move(memory))};
}

} // namespace partita
