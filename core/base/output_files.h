#pragma once

#include <filesystem>
#include <set>
#include <vector>

#include "core/base/file_writing.h"

namespace partita {

/// Whether two names are one but for upper and lower case, as on many file systems they are.
bool sameName(std::string_view a, std::string_view b);

/// The files that a command reads and those that it will write, declared before any work starts:
/// then nothing is refused at the end of a long one. Two outputs are never one file; an output is
/// never a file that is read, but for a model that takes the place of the one it was made from; a
/// file that is there needs leave to be replaced; and what `checkWritable` refuses is refused here.
/// Files are told apart by what they are, not by how their names are written.
class OutputFiles {
public:
    explicit OutputFiles(Replace replace) : m_replace(replace) {}

    /// A file that the command reads, until its end. `isModel`: a written model may replace it, since
    /// a model that is open keeps its bytes.
    Result<void> reads(const std::filesystem::path& path, bool isModel = false);
    /// Files that models read name: data files, binaries.
    Result<void> readsAll(const std::set<std::filesystem::path>& paths);
    /// A file that the command will write. Empty and "-", which is standard output, are none.
    Result<void> writes(const std::filesystem::path& path, bool isModel = false);
    /// A folder that the command will make where it is not there, with those above it; that of any
    /// other output must be there.
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

/// Makes the folder of an output, and those above it, where it is not there.
Result<void> makeFolder(const std::filesystem::path& folder);

} // namespace partita
