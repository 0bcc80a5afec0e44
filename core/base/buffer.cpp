#include "core/base/buffer.h"

namespace partita {

Buffer Buffer::own(std::vector<std::byte> bytes) {
    auto owner = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    return {Bytes(*owner), owner};
}

Buffer Buffer::own(std::string bytes) {
    auto owner = std::make_shared<const std::string>(std::move(bytes));
    return {std::as_bytes(std::span(*owner)), owner};
}

Buffer Buffer::copyOf(Bytes bytes) { return own(std::vector(bytes.begin(), bytes.end())); }

} // namespace partita
