#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>

#include "core/base/buffer.h"

namespace partita {

/// Marks that this thread is writing files: the process must not be ended while such an object
/// lives.
class FileWriting {
public:
    FileWriting() {
        while (s_count.fetch_add(1) < 0) { // closed: the process is about to end
            s_count.fetch_sub(1);
            std::this_thread::sleep_for(std::chrono::seconds(1));
        }
    }
    ~FileWriting() { s_count.fetch_sub(1); }
    FileWriting(const FileWriting&) = delete;
    FileWriting& operator=(const FileWriting&) = delete;

    /// True when no files are being written; from then on every new writer waits for ever.
    static bool close() {
        int none = 0;
        return s_count.compare_exchange_strong(none, kClosed);
    }

private:
    static constexpr int kClosed = -(1 << 24);
    static inline std::atomic<int> s_count{0};
};

/// From here on, a write beyond RLIMIT_FSIZE fails with EFBIG instead of ending the process by
/// SIGXFSZ. The limit also holds for memory shared with a worker, which counts as a file.
void ignoreFileSizeSignal();

/// Whether an existing file may be replaced.
enum class Replace { no, yes };

/// Fails when `path` is a folder, a device, a FIFO, a socket or a symbolic link, even if files may
/// be replaced. A link is refused because the write would go to a file that nobody named.
Result<void> checkWritable(const std::filesystem::path& path);

/// The absolute path without ".." and with symbolic links resolved as far as the path exists; never
/// fails.
std::filesystem::path resolvedPath(const std::filesystem::path& path);

/// The error for an output that exists already and may not be replaced.
Error existsAlready(const std::filesystem::path& path);

/// A file that is written completely before it becomes visible. Until `commit` it has no name
/// (O_TMPFILE), so nothing is left of it however the process ends. On file systems without
/// O_TMPFILE, and while it replaces another file, it is called ".NAME.partita-new"; if the process
/// is killed then, the next writer of NAME removes that file.
class StagedFile {
public:
    /// Writes `pieces` one after another and syncs them to the disk.
    static Result<StagedFile> write(const std::filesystem::path& path,
                                    std::span<const Bytes> pieces);
    StagedFile(StagedFile&& other) noexcept;
    StagedFile& operator=(StagedFile&&) = delete;
    ~StagedFile();

    /// The written content, mapped from the file.
    [[nodiscard]] Result<Buffer> content() const;
    /// Gives the file its name in one atomic step. Whoever has a replaced file open keeps reading
    /// the old content.
    Result<void> commit(Replace replace);

private:
    StagedFile(std::filesystem::path path, int fd, bool isNamed);
    Result<void> fill(std::span<const Bytes> pieces) const;
    Result<void> takePlace();

    std::filesystem::path m_path;
    int m_fd;
    bool m_isNamed; ///< the file has its hidden name
};

/// Writes `pieces` to a StagedFile and commits it.
Result<void> writeFile(const std::filesystem::path& path, std::span<const Bytes> pieces,
                       Replace replace);

/// Keeps other threads and other processes of this program from writing a set of files into the
/// folder, so that files of two sets are not mixed. A thread may hold the lock several times.
class FolderLock {
public:
    /// Waits at most a minute for another holder, then fails. Locks nothing on a file system
    /// without locks.
    static Result<FolderLock> of(const std::filesystem::path& folder);
    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&&) = delete;
    ~FolderLock();

private:
    explicit FolderLock(int fd) : m_fd(fd) {}
    int m_fd; ///< -1: held by this thread already, or no lock
};

} // namespace partita
