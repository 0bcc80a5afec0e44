#pragma once

#include <filesystem>
#include <vector>

#include "core/base/buffer.h"

namespace partita {

/// A content as one piece, for a model that holds it.
Buffer joined(const std::vector<Buffer>& pieces);

/// Files that are there together or not at all: what was new goes again unless `keep` is called.
class FilesTogether {
public:
    FilesTogether() = default;
    FilesTogether(const FilesTogether&) = delete;
    FilesTogether& operator=(const FilesTogether&) = delete;
    ~FilesTogether() {
        std::error_code ignored;
        for (const auto& file : m_new)
            std::filesystem::remove(file, ignored);
    }
    Result<void> write(const std::filesystem::path& path, const std::vector<Buffer>& pieces) {
        std::vector<Bytes> bytes;
        for (const Buffer& piece : pieces)
            bytes.push_back(piece.bytes());
        const bool isNew = !std::filesystem::exists(path);
        auto done = writeFile(path, bytes);
        if (done && isNew)
            m_new.push_back(path);
        return done;
    }
    void keep() { m_new.clear(); }

private:
    std::vector<std::filesystem::path> m_new;
};

} // namespace partita
