#pragma once

#include <filesystem>
#include <vector>

#include "core/base/file_writing.h"

namespace partita {

/// Joins the pieces of a file's content into one buffer; a single piece is shared, not copied.
Buffer joined(const std::vector<Buffer>& pieces);

/// Writes several files as one unit: the destructor removes the files that did not exist before,
/// unless `keep` was called.
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
