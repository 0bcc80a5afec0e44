#pragma once

#include <filesystem>
#include <set>
#include <vector>

#include "core/base/file_writing.h"

namespace partita {

/// Whether two names are equal but for the case of ASCII letters, as on a case-insensitive file
/// system.
bool sameName(std::string_view a, std::string_view b);

/// The files that a command reads and those that it will write, declared before any work starts, so
/// that no output is refused after a long run. Refused are: two outputs that are one file; an
/// output that is also an input, unless both are models; an existing file without permission to
/// replace it; and whatever `checkWritable` refuses. Files are compared by identity, not by the
/// spelling of their paths.
class OutputFiles {
public:
    explicit OutputFiles(Replace replace) : m_replace(replace) {}

    /// Declares a file that the command reads. `isModel`: a written model may replace it, because
    /// an open model keeps its bytes.
    Result<void> reads(const std::filesystem::path& path, bool isModel = false);
    /// Declares files that the read models refer to: external data, binaries.
    Result<void> readsAll(const std::set<std::filesystem::path>& paths);
    /// Declares a file that the command will write; the empty path and "-" (standard output) are
    /// ignored, but a model cannot be written to standard output.
    Result<void> writes(const std::filesystem::path& path, bool isModel = false);
    /// Declares a folder that the command will create, with its parents; the folder of every other
    /// output must exist.
    void makes(const std::filesystem::path& folder) { m_made.insert(resolvedPath(folder)); }
    [[nodiscard]] Replace replace() const { return m_replace; }

private:
    struct File {
        std::filesystem::path named, real;
        bool isModel = false;
    };
    static Result<void> compare(const File& output, const File& input);
    [[nodiscard]] Result<void> checkFolder(const std::filesystem::path& output) const;

    Replace m_replace;
    std::vector<File> m_inputs, m_outputs;
    std::set<std::filesystem::path> m_made; ///< folders
};

/// Creates the folder and its parents where they do not exist.
Result<void> makeFolder(const std::filesystem::path& folder);

} // namespace partita
