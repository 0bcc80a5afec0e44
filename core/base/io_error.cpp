#include "core/base/io_error.h"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>

namespace partita {

Error ioError(const std::filesystem::path& path, const char* what, int code) {
    const char* remedy = code == EACCES || code == EPERM ? "check the file's permissions"
                         : code == ENOENT                ? "check the path"
                         : code == ENOSPC                ? "free some disk space"
                         : code == EFBIG  ? "raise the limit on the size of files (ulimit -f)"
                         : code == EROFS  ? "choose a folder that can be written to"
                         : code == ELOOP  ? "a link leads to itself: check the path"
                         : code == EDQUOT ? "free some of your share of the disk"
                                          : "";
    return {Errc::io, std::string(what) + ": " + std::strerror(code), {path.string()}, remedy};
}

const char* fileKind(mode_t mode) {
    switch (mode & S_IFMT) {
    case S_IFREG: return "a file";
    case S_IFDIR: return "a folder";
    case S_IFLNK: return "a symbolic link";
    case S_IFIFO: return "a FIFO";
    case S_IFSOCK: return "a socket";
    default: return "a device";
    }
}

} // namespace partita
