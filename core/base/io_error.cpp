#include "core/base/io_error.h"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>

namespace partita {

namespace {

Message remedyFor(int code) {
    switch (code) {
    case EACCES:
    case EPERM: return PARTITA_TEXT("check the file's permissions");
    case ENOENT: return PARTITA_TEXT("check the path");
    case ENOSPC: return PARTITA_TEXT("free some disk space");
    case EFBIG: return PARTITA_TEXT("raise the limit on the size of files (ulimit -f)");
    case EROFS: return PARTITA_TEXT("choose a folder that can be written to");
    case ELOOP: return PARTITA_TEXT("a link leads to itself: check the path");
    case EDQUOT: return PARTITA_TEXT("free some of your share of the disk");
    default: return {};
    }
}

} // namespace

Error ioError(const std::filesystem::path& path, const Message& what, int code) {
    return {Errc::io,
            PARTITA_TEXT("{0}: {1}", what, std::strerror(code)),
            {path.string()},
            remedyFor(code)};
}

Error cannotWrite(const std::filesystem::path& path, int code) {
    return ioError(path, PARTITA_TEXT("cannot write the file"), code);
}

Message fileKind(mode_t mode) {
    switch (mode & S_IFMT) {
    case S_IFREG: return PARTITA_TEXT("a file");
    case S_IFDIR: return PARTITA_TEXT("a folder");
    case S_IFLNK: return PARTITA_TEXT("a symbolic link");
    case S_IFIFO: return PARTITA_TEXT("a FIFO");
    case S_IFSOCK: return PARTITA_TEXT("a socket");
    default: return PARTITA_TEXT("a device");
    }
}

} // namespace partita
