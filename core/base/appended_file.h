#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "core/base/buffer.h"

namespace partita {

/// A file that grows piece by piece while the program runs. This object holds a lock on it, which
/// goes with the process, however that ends: a file without a lock is one that was left behind.
class AppendedFile {
public:
    /// Makes a new file, which only the user can read; fails if there is one of that name.
    static Result<AppendedFile> create(const std::filesystem::path& path);
    /// Takes over a file that was left behind; nothing: it is gone, or another process holds it.
    static std::optional<AppendedFile> leftBehind(const std::filesystem::path& path);
    AppendedFile(AppendedFile&& other) noexcept;
    AppendedFile& operator=(AppendedFile&& other) noexcept;
    ~AppendedFile();

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    /// Adds all of `bytes` at the end, or nothing where that fails. They outlast this process from
    /// then on; a loss of power, once `syncing` has run.
    Result<void> append(Bytes bytes);
    /// Waits until what was appended before, and the name of the file, are on the disk. To be called
    /// once, on any thread, also when this object is gone.
    [[nodiscard]] std::function<Result<void>()> syncing() const;
    [[nodiscard]] Result<Buffer> content() const; ///< mapped
    void remove();
    /// Gives the file another name in its folder, under which nobody looks for it.
    Result<void> setAside(const std::filesystem::path& path);

private:
    AppendedFile(std::filesystem::path path, int fd) : m_path(std::move(path)), m_fd(fd) {}

    std::filesystem::path m_path;
    int m_fd; ///< −1: closed
};

} // namespace partita
