#include "core/base/appended_file.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "core/base/file_writing.h"
#include "core/base/io_error.h"
#include "core/base/mapped_files.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

/// An open file that is closed with this object.
struct Descriptor {
    explicit Descriptor(int opened) : fd(opened) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    void close() {
        if (const int open = std::exchange(fd, -1); open >= 0)
            ::close(open);
    }
    int fd;
};

} // namespace

Result<AppendedFile> AppendedFile::create(const fs::path& path) {
    ignoreFileSizeSignal();
    const int fd = ::open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0)
        return cannotWrite(path, errno);
    AppendedFile file(path, fd);
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return cannotWrite(path, errno);
    return file;
}

std::optional<AppendedFile> AppendedFile::leftBehind(const fs::path& path) {
    const int fd = ::open(path.c_str(), O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return std::nullopt;
    AppendedFile file(path, fd);
    struct stat opened {
    }, there{};
    // Whoever held it may have removed it, and another file may have its name.
    if (::fstat(fd, &opened) != 0 || !S_ISREG(opened.st_mode) ||
        ::flock(fd, LOCK_EX | LOCK_NB) != 0 || ::lstat(path.c_str(), &there) != 0 ||
        there.st_ino != opened.st_ino || there.st_dev != opened.st_dev)
        return std::nullopt;
    return file;
}

AppendedFile::AppendedFile(AppendedFile&& other) noexcept
    : m_path(std::move(other.m_path)), m_fd(std::exchange(other.m_fd, -1)) {}

AppendedFile& AppendedFile::operator=(AppendedFile&& other) noexcept {
    std::swap(m_path, other.m_path);
    std::swap(m_fd, other.m_fd);
    return *this;
}

AppendedFile::~AppendedFile() {
    if (m_fd >= 0)
        ::close(m_fd);
}

Result<void> AppendedFile::append(Bytes bytes) {
    struct stat before {};
    if (::fstat(m_fd, &before) != 0)
        return cannotWrite(m_path, errno);
    while (!bytes.empty()) {
        const ssize_t done = ::write(m_fd, bytes.data(), bytes.size());
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0) {
            const int reason = errno;
            if (::ftruncate(m_fd, before.st_size) != 0)
                return cannotWrite(m_path, reason); // a reader drops the torn end
            return cannotWrite(m_path, reason);
        }
        bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
    return {};
}

std::function<Result<void>()> AppendedFile::syncing() const {
    // Its own descriptor: the file may be closed meanwhile. It has the lock, too, so it goes at once.
    const auto own = std::make_shared<Descriptor>(::fcntl(m_fd, F_DUPFD_CLOEXEC, 0));
    return [own, path = m_path]() -> Result<void> {
        const Descriptor folder(
            ::open(path.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        const bool isDone = ::fdatasync(own->fd) == 0 && folder.fd >= 0 && ::fsync(folder.fd) == 0;
        const int reason = errno;
        own->close();
        return isDone ? Result<void>() : Result<void>(cannotWrite(path, reason));
    };
}

Result<Buffer> AppendedFile::content() const {
    const int fd = ::fcntl(m_fd, F_DUPFD_CLOEXEC, 0);
    return fd < 0 ? Result<Buffer>(cannotWrite(m_path, errno)) : mapOpened(fd, m_path);
}

void AppendedFile::remove() {
    ::unlink(m_path.c_str());
    ::close(std::exchange(m_fd, -1));
}

Result<void> AppendedFile::setAside(const fs::path& path) {
    if (::rename(m_path.c_str(), path.c_str()) != 0)
        return cannotWrite(m_path, errno);
    m_path = path;
    return {};
}

} // namespace partita
