#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>

#include "core/base/buffer.h"

namespace partita {

/// While one of these lives, files are being written: the process must not be ended under it.
class FileWriting {
public:
    FileWriting() {
        while (s_count.fetch_add(1) < 0) { // closed: the process ends any moment
            s_count.fetch_sub(1);
            std::this_thread::sleep_for(std::chrono::seconds(1));
        }
    }
    ~FileWriting() { s_count.fetch_sub(1); }
    FileWriting(const FileWriting&) = delete;
    FileWriting& operator=(const FileWriting&) = delete;

    /// True where nothing is being written: then nothing will be any more.
    static bool close() {
        int none = 0;
        return s_count.compare_exchange_strong(none, kClosed);
    }

private:
    static constexpr int kClosed = -(1 << 24);
    static inline std::atomic<int> s_count{0};
};

/// A write beyond the limit on the size of files is an error from here on, not the end of the
/// process: the memory that is shared with a worker counts as a file, too.
void ignoreFileSizeSignal();

/// Whether a file that is there may be replaced.
enum class Replace { no, yes };

/// Fails where nothing may be written to `path`, with or without leave to replace: a folder, a
/// device, a FIFO or a socket lies there, or a symbolic link, which would lead the write to a place
/// that nobody named.
Result<void> checkWritable(const std::filesystem::path& path);

/// A path without links and ".." as far as there is something; never fails.
std::filesystem::path resolvedPath(const std::filesystem::path& path);

/// What is refused where a file is there and nobody said that it may be replaced.
Error existsAlready(const std::filesystem::path& path);

/// A file that is written whole before anybody sees it. Until `commit` it has no name (O_TMPFILE), so
/// that nothing is left of it, however the process ends. Where the file system has no such files, and
/// for the moment in which it takes the place of another file, it is called ".NAME.partita-new"; a
/// killed process's is cleared by the next that writes NAME.
class StagedFile {
public:
    /// Writes `pieces` one after another, and on to the disk.
    static Result<StagedFile> write(const std::filesystem::path& path,
                                    std::span<const Bytes> pieces);
    StagedFile(StagedFile&& other) noexcept;
    StagedFile& operator=(StagedFile&&) = delete;
    ~StagedFile();

    /// What was written, as it will be read.
    [[nodiscard]] Result<Buffer> content() const;
    /// Makes it the file of that name, at once and as a whole. A file that is there goes on being
    /// read by whoever has it open.
    Result<void> commit(Replace replace);

private:
    StagedFile(std::filesystem::path path, int fd, bool isNamed);
    Result<void> fill(std::span<const Bytes> pieces) const;
    Result<void> takePlace();

    std::filesystem::path m_path;
    int m_fd;
    bool m_isNamed; ///< it has the hidden name
};

/// The same in one step.
Result<void> writeFile(const std::filesystem::path& path, std::span<const Bytes> pieces,
                       Replace replace);

/// While it lives no other program and no other thread writes a set of files into that folder: what
/// belongs together is then written by one of them. A thread may hold it several times.
class FolderLock {
public:
    /// Waits for the others for a minute at most. Where the file system has no locks, there is none.
    static Result<FolderLock> of(const std::filesystem::path& folder);
    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&&) = delete;
    ~FolderLock();

private:
    explicit FolderLock(int fd) : m_fd(fd) {}
    int m_fd; ///< -1: this thread holds it already, or there is none
};

} // namespace partita
