#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace partita {

/// By what a file is known to be the one that was read: a file that was written since, or replaced
/// by another one, has another stamp.
struct FileStamp {
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t modified = 0; ///< nanoseconds
    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

template <class Archive> void archive(Archive& a, FileStamp& stamp) {
    a(stamp.device, stamp.inode, stamp.size, stamp.modified);
}

/// The stamp of a file; nothing: there is none.
std::optional<FileStamp> stampOf(const std::filesystem::path& path);

} // namespace partita
