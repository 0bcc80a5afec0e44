#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace partita {

/// A folder for the files of one task, which nobody else can read. It is removed with all that is
/// in it.
class TemporaryFolder {
public:
    static Result<TemporaryFolder> make();
    TemporaryFolder(TemporaryFolder&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    ~TemporaryFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    explicit TemporaryFolder(std::filesystem::path path) : m_path(std::move(path)) {}
    std::filesystem::path m_path; ///< empty: moved from
};

} // namespace partita
