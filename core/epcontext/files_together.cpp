#include "core/epcontext/files_together.h"

namespace partita {

Buffer joined(const std::vector<Buffer>& pieces) {
    if (pieces.size() == 1)
        return pieces.front();
    std::vector<std::byte> bytes;
    for (const Buffer& piece : pieces)
        bytes.insert(bytes.end(), piece.bytes().begin(), piece.bytes().end());
    return Buffer::own(std::move(bytes));
}

} // namespace partita
