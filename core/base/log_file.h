#pragma once

#include <filesystem>
#include <memory>

#include "core/base/log.h"
#include "core/base/result.h"

namespace partita {

/// Writes the log to a file while it lives, in English, so that it can be read after a crash. Each
/// line is in the file before the program goes on. Lines tell names of files, nodes and tensors, and
/// nothing else of a model.
class LogFile {
public:
    static constexpr std::size_t kMostBytes = std::size_t{1} << 20; ///< of one file
    static constexpr std::size_t kOlder = 3;                        ///< files that are kept besides

    /// Continues `partita.log` in a folder, which is made. A file that would have more than `most`
    /// bytes becomes `partita.1.log`, and so on. Only the user can read them. Fails where nothing can
    /// be written; a disk that is full later ends no work.
    static Result<std::unique_ptr<LogFile>> open(const std::filesystem::path& folder,
                                                 std::size_t most = kMostBytes);
    ~LogFile();
    LogFile(const LogFile&) = delete;
    LogFile& operator=(const LogFile&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const;
    /// The file that this process writes its log to; empty: there is none.
    [[nodiscard]] static std::filesystem::path current();

private:
    struct Written;
    explicit LogFile(std::shared_ptr<Written> written);

    std::shared_ptr<Written> m_written;
    LogListener m_listener;
};

} // namespace partita
