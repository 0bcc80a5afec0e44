#pragma once

#include <filesystem>
#include <vector>

#include "core/base/file_writing.h"

namespace partita {

/// A content as one piece, for a model that holds it.
Buffer joined(const std::vector<Buffer>& pieces);

/// Files that are there together or not at all: what was new goes again unless `keep` is called.
class FilesTogether {
public:
    explicit FilesTogether(Replace replace) : m_replace(replace) {}
    FilesTogether(const FilesTogether&) = delete;
    FilesTogether& operator=(const FilesTogether&) = delete;
    ~FilesTogether();
    Result<void> write(const std::filesystem::path& path, std::span<const Bytes> pieces);
    Result<void> write(const std::filesystem::path& path, const std::vector<Buffer>& pieces);
    void keep() { m_new.clear(); }

private:
    Replace m_replace;
    std::vector<std::filesystem::path> m_new;
};

} // namespace partita
