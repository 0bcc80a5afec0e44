#include "core/document/file_stamp.h"

#include <sys/stat.h>

namespace partita {

std::optional<FileStamp> stampOf(const std::filesystem::path& path) {
    struct ::stat found {};
    if (::stat(path.c_str(), &found) != 0)
        return std::nullopt;
    return FileStamp{found.st_dev, found.st_ino, static_cast<std::uint64_t>(found.st_size),
                     std::int64_t{found.st_mtim.tv_sec} * 1'000'000'000 + found.st_mtim.tv_nsec};
}

} // namespace partita
