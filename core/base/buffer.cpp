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
    return make(bytes.size(),
                [&](std::span<std::byte> copy) { std::ranges::copy(bytes, copy.begin()); });
}

Buffer Buffer::make(std::size_t size, const std::function<void(std::span<std::byte>)>& fill) {
    constexpr std::size_t kLarge = 1 << 20; // bytes, for which the heap is no good place
    AlignedMemory memory = size < kLarge ? AlignedMemory() : allocateAligned(size);
    if (!memory) {
        std::vector<std::byte> bytes(size);
        fill(bytes);
        return own(std::move(bytes));
    }
    const std::span made(memory.get(), size);
    fill(made);
    return {made, std::shared_ptr<const void>(std::move(memory))};
}

} // namespace partita
