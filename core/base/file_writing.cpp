#include "core/base/file_writing.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/io_error.h"
#include "core/base/kernel_copy.h"
#include "core/base/mapped_files.h"
#include "core/base/try.h"
#include "core/base/typed_text.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

constexpr auto kPatience = std::chrono::seconds(60);
constexpr auto kStep = std::chrono::milliseconds(10);

fs::path folderOf(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

fs::path hiddenName(const fs::path& path) {
    constexpr std::size_t kMostOfName = 200; // file names have at most 255 bytes
    return folderOf(path) /
           ("." + path.filename().string().substr(0, kMostOfName) + ".partita-new");
}

std::string openFileName(int fd) { return "/proc/self/fd/" + std::to_string(fd); }

Error othersAreWriting(const fs::path& path) {
    return {Errc::io,
            PARTITA_TEXT("another program is writing there"),
            {path.string()},
            PARTITA_TEXT("try again later")};
}

bool writeAll(int fd, Bytes bytes) {
    constexpr std::size_t kBlock = std::size_t{16} << 20;
    bytes = bytes.subspan(copyInKernel(fd, bytes)); // what it did not copy is written
    while (!bytes.empty()) {
        const Bytes block = bytes.first(std::min(bytes.size(), kBlock));
        const ssize_t done = ::write(fd, block.data(), block.size());
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        if (block.size() == kBlock)
            dropResidentPages(block); // keeps mapped weights out of memory
        bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
    return true;
}

/// Removes the hidden file of a process that has ended; a dead process holds no lock on it. Fails
/// while that process lives.
Result<void> clearLeftover(const fs::path& hidden) {
    const int fd = ::open(hidden.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT ? Result<void>() : Result<void>(cannotWrite(hidden, errno));
    struct stat opened {
    }, there{};
    Result<void> result;
    if (::fstat(fd, &opened) != 0 || !S_ISREG(opened.st_mode) || ::flock(fd, LOCK_EX | LOCK_NB))
        result = othersAreWriting(hidden);
    else if (::lstat(hidden.c_str(), &there) == 0 && there.st_ino == opened.st_ino &&
             there.st_dev == opened.st_dev && ::unlink(hidden.c_str()) != 0 && errno != ENOENT)
        result = cannotWrite(hidden, errno);
    ::close(fd);
    return result;
}

/// Repeats `attempt`, which creates the hidden name, until it succeeds, fails with an error other
/// than EEXIST, or another process holds the name for a minute.
template <class Attempt> Result<void> claim(const fs::path& path, Attempt&& attempt) {
    const fs::path hidden = hiddenName(path);
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (!attempt(hidden)) {
        if (errno != EEXIST)
            return cannotWrite(path, errno);
        auto cleared = clearLeftover(hidden);
        if (cleared)
            continue;
        if (std::chrono::steady_clock::now() > end)
            return cleared;
        std::this_thread::sleep_for(kStep);
    }
    return {};
}

/// The permissions of the file to be replaced, or 0666 less the umask for a new file.
mode_t modeFor(const fs::path& path) {
    struct stat old {};
    if (::stat(path.c_str(), &old) == 0)
        return old.st_mode & 07777;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

} // namespace

void ignoreFileSizeSignal() {
    static std::once_flag once;
    std::call_once(once, [] {
        struct sigaction action {};
        if (::sigaction(SIGXFSZ, nullptr, &action) == 0 && action.sa_handler == SIG_DFL)
            std::signal(SIGXFSZ, SIG_IGN);
    });
}

Result<void> checkWritable(const fs::path& path) {
    struct stat info {};
    if (::lstat(path.c_str(), &info) != 0)
        return errno == ENOENT ? Result<void>() : Result<void>(cannotWrite(path, errno));
    if (S_ISREG(info.st_mode))
        return {};
    Message remedy = S_ISLNK(info.st_mode)   ? PARTITA_TEXT("name the file that it leads to")
                     : S_ISDIR(info.st_mode) ? PARTITA_TEXT("name a file in it")
                                             : PARTITA_TEXT("name a file");
    return Error{Errc::usage,
                 PARTITA_TEXT("the output is {0}, not a regular file", fileKind(info.st_mode)),
                 {path.string()},
                 std::move(remedy)};
}

fs::path resolvedPath(const fs::path& path) {
    std::error_code error;
    const fs::path whole = fs::absolute(path.empty() ? fs::path(".") : path, error);
    if (error)
        return path;
    fs::path real = fs::weakly_canonical(whole, error);
    return error ? whole.lexically_normal() : real;
}

Error existsAlready(const fs::path& path) {
    return {Errc::usage,
            PARTITA_TEXT("the output exists already"),
            {path.string()},
            seeTyped(PARTITA_TEXT("choose another name, or allow it to be replaced"), "--force")};
}

StagedFile::StagedFile(fs::path path, int fd, bool isNamed)
    : m_path(std::move(path)), m_fd(fd), m_isNamed(isNamed) {}

StagedFile::StagedFile(StagedFile&& other) noexcept
    : m_path(std::move(other.m_path)), m_fd(std::exchange(other.m_fd, -1)),
      m_isNamed(std::exchange(other.m_isNamed, false)) {}

StagedFile::~StagedFile() {
    if (m_isNamed)
        ::unlink(hiddenName(m_path).c_str());
    if (m_fd >= 0)
        ::close(m_fd);
}

Result<StagedFile> StagedFile::write(const fs::path& path, std::span<const Bytes> pieces) {
    const FileWriting writing;
    ignoreFileSizeSignal();
    PARTITA_TRY(checkWritable(path));
    int fd = ::open(folderOf(path).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    const bool hasNameless = fd >= 0 && ::access(openFileName(fd).c_str(), F_OK) == 0;
    if (!hasNameless) {
        if (fd >= 0)
            ::close(fd);
        else if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)
            return cannotWrite(path, errno);
        auto claimed = claim(path, [&](const fs::path& hidden) {
            fd = ::open(hidden.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
            return fd >= 0;
        });
        if (!claimed)
            return std::move(claimed).error();
    }
    StagedFile file(path, fd, !hasNameless);
    ::flock(fd, LOCK_EX | LOCK_NB); // shows other processes that this one is alive
    PARTITA_TRY(file.fill(pieces));
    return file;
}

Result<void> StagedFile::fill(std::span<const Bytes> pieces) const {
    bool written = true;
    for (const Bytes piece : pieces)
        written = written && writeAll(m_fd, piece);
    const int reason = errno;
    for (const Bytes piece : pieces) // a mapped source file may have changed meanwhile
        PARTITA_TRY(checkUnchanged(piece));
    if (!written)
        return cannotWrite(m_path, reason);
    if (::fchmod(m_fd, modeFor(m_path)) != 0 || ::fsync(m_fd) != 0)
        return cannotWrite(m_path, errno);
    return {};
}

Result<Buffer> StagedFile::content() const {
    const int fd = ::fcntl(m_fd, F_DUPFD_CLOEXEC, 0);
    return fd < 0 ? Result<Buffer>(cannotWrite(m_path, errno)) : mapOpened(fd, m_path);
}

Result<void> StagedFile::takePlace() {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    for (;;) {
        if (!m_isNamed)
            if (auto claimed = claim(m_path,
                                     [&](const fs::path& hidden) {
                                         return ::linkat(AT_FDCWD, openFileName(m_fd).c_str(),
                                                         AT_FDCWD, hidden.c_str(),
                                                         AT_SYMLINK_FOLLOW) == 0;
                                     });
                !claimed)
                return claimed;
        m_isNamed = true;
        if (::rename(hiddenName(m_path).c_str(), m_path.c_str()) == 0) {
            m_isNamed = false;
            return {};
        }
        // Another process may have removed the hidden name between its creation and the lock.
        if (errno != ENOENT || std::chrono::steady_clock::now() > end)
            return cannotWrite(m_path, errno);
        m_isNamed = false;
    }
}

Result<void> StagedFile::commit(Replace replace) {
    const FileWriting writing;
    PARTITA_TRY(checkWritable(m_path));
    const int done = m_isNamed ? ::renameat2(AT_FDCWD, hiddenName(m_path).c_str(), AT_FDCWD,
                                             m_path.c_str(), RENAME_NOREPLACE)
                               : ::linkat(AT_FDCWD, openFileName(m_fd).c_str(), AT_FDCWD,
                                          m_path.c_str(), AT_SYMLINK_FOLLOW);
    if (done == 0) {
        m_isNamed = false;
        return {};
    }
    const bool cannotTell = m_isNamed && (errno == EINVAL || errno == ENOSYS);
    if (errno != EEXIST && !cannotTell)
        return cannotWrite(m_path, errno);
    struct stat there {};
    if (replace == Replace::no && ::lstat(m_path.c_str(), &there) == 0)
        return existsAlready(m_path);
    return takePlace();
}

Result<void> writeFile(const fs::path& path, std::span<const Bytes> pieces, Replace replace) {
    const FileWriting writing;
    auto file = StagedFile::write(path, pieces);
    return file ? file->commit(replace) : Result<void>(std::move(file).error());
}

Result<void> writeFile(const fs::path& path, std::span<const Bytes> pieces) {
    return writeFile(path, pieces, Replace::yes);
}

Result<void> writeFile(const fs::path& path, std::string_view text) {
    const Bytes bytes(reinterpret_cast<const std::byte*>(text.data()), text.size());
    return writeFile(path, {&bytes, 1});
}

namespace {

/// The folders that this thread has locked, by device and inode.
thread_local std::set<std::pair<dev_t, ino_t>> t_locked;

std::pair<dev_t, ino_t> identityOf(int fd) {
    struct stat info {};
    ::fstat(fd, &info);
    return {info.st_dev, info.st_ino};
}

} // namespace

FolderLock::FolderLock(FolderLock&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}

FolderLock::~FolderLock() {
    if (m_fd < 0)
        return;
    t_locked.erase(identityOf(m_fd));
    ::close(m_fd);
}

Result<FolderLock> FolderLock::of(const fs::path& folder) {
    const fs::path path = folder.empty() ? fs::path(".") : folder;
    const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 && errno != EACCES) // a folder may be writable without being readable
        return ioError(path, PARTITA_TEXT("cannot write into the folder"), errno);
    FolderLock lock(fd);
    if (fd < 0)
        return lock;
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (!t_locked.contains(identityOf(fd))) {
        if (::flock(fd, LOCK_EX | LOCK_NB) == 0) {
            t_locked.insert(identityOf(fd));
            return lock;
        }
        if (errno != EWOULDBLOCK && errno != EINTR)
            break; // this file system has no locks
        if (std::chrono::steady_clock::now() > end)
            return othersAreWriting(path);
        std::this_thread::sleep_for(kStep);
    }
    ::close(std::exchange(lock.m_fd, -1));
    return lock;
}

} // namespace partita
