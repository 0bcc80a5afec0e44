#include "core/base/atomic_files.h"

namespace partita {

Buffer joined(const std::vector<Buffer>& pieces) {
    if (pieces.size() == 1)
        return pieces.front();
    std::vector<std::byte> bytes;
    for (const Buffer& piece : pieces)
        bytes.insert(bytes.end(), piece.bytes().begin(), piece.bytes().end());
    return Buffer::own(std::move(bytes));
}

FilesTogether::~FilesTogether() {
    std::error_code ignored;
    for (const auto& file : m_new)
        std::filesystem::remove(file, ignored);
}

Result<void> FilesTogether::write(const std::filesystem::path& path,
                                  std::span<const Bytes> pieces) {
    std::error_code error;
    const bool isNew = !std::filesystem::exists(path, error);
    auto done = writeFile(path, pieces, m_replace);
    if (done && isNew)
        m_new.push_back(path);
    return done;
}

Result<void> FilesTogether::write(const std::filesystem::path& path,
                                  const std::vector<Buffer>& pieces) {
    std::vector<Bytes> bytes;
    for (const Buffer& piece : pieces)
        bytes.push_back(piece.bytes());
    return write(path, std::span<const Bytes>(bytes));
}

} // namespace partita
