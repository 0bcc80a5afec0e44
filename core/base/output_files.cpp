#include "core/base/output_files.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <unistd.h>

#include "core/base/io_error.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

bool isNone(const fs::path& path) { return path.empty() || path == "-"; }

/// Whether both names are one file. For files that do not exist yet it is unknown whether the file
/// system is case-sensitive, so names that differ in case only count as the same file.
bool sameFile(const fs::path& a, const fs::path& b) {
    std::error_code error;
    if (a == b || (fs::equivalent(a, b, error) && !error))
        return true;
    return a.parent_path() == b.parent_path() &&
           sameName(a.filename().string(), b.filename().string()) && !fs::exists(a, error) &&
           !fs::exists(b, error);
}

} // namespace

bool sameName(std::string_view a, std::string_view b) { return lowerLetters(a) == lowerLetters(b); }

Result<void> OutputFiles::compare(const File& output, const File& input) {
    if ((output.isModel && input.isModel) || !sameFile(output.real, input.real))
        return {};
    return Error{Errc::usage,
                 PARTITA_TEXT("the output is a file that is read: '{0}'", input.named.string()),
                 {output.named.string()},
                 PARTITA_TEXT("choose another name")};
}

Result<void> OutputFiles::reads(const fs::path& path, bool isModel) {
    if (isNone(path))
        return {};
    const File input{path, resolvedPath(path), isModel};
    for (const File& output : m_outputs)
        PARTITA_TRY(compare(output, input));
    m_inputs.push_back(input);
    return {};
}

Result<void> OutputFiles::readsAll(const std::set<fs::path>& paths) {
    for (const fs::path& path : paths)
        PARTITA_TRY(reads(path));
    return {};
}

Result<void> OutputFiles::checkFolder(const fs::path& output) const {
    fs::path folder = resolvedPath(output.parent_path());
    std::error_code error;
    if (m_made.contains(folder))
        while (!fs::exists(folder, error) && folder.has_relative_path())
            folder = folder.parent_path();
    if (!fs::is_directory(folder, error))
        return Error{Errc::usage,
                     fs::exists(folder, error)
                         ? PARTITA_TEXT("there is a file where a folder is needed")
                         : PARTITA_TEXT("the folder of the output is not there"),
                     {folder.string()},
                     PARTITA_TEXT("check the path, or make the folder")};
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        return ioError(folder, PARTITA_TEXT("cannot write into the folder"), errno);
    return {};
}

Result<void> OutputFiles::writes(const fs::path& path, bool isModel) {
    // A model has files beside it, and is read back; a file called "-" is what nobody means.
    if (isModel && path == "-")
        return Error{Errc::usage,
                     PARTITA_TEXT("a model is not written to standard output"),
                     {},
                     PARTITA_TEXT("name a file")};
    if (isNone(path))
        return {};
    PARTITA_TRY(checkFolder(path));
    PARTITA_TRY(checkWritable(path));
    const File output{path, resolvedPath(path), isModel};
    for (const File& input : m_inputs)
        PARTITA_TRY(compare(output, input));
    for (const File& other : m_outputs)
        if (sameFile(output.real, other.real))
            return Error{Errc::usage,
                         PARTITA_TEXT("two outputs would be one file: '{0}'", other.named.string()),
                         {path.string()},
                         PARTITA_TEXT("choose another name for one of them")};
    std::error_code error;
    if (m_replace == Replace::no && fs::exists(path, error))
        return existsAlready(path);
    m_outputs.push_back(output);
    return {};
}

Result<void> makeFolder(const fs::path& folder) {
    std::error_code error;
    if (!folder.empty() && !fs::create_directories(folder, error) && error)
        return ioError(folder, PARTITA_TEXT("cannot make the folder"), error.value());
    return {};
}

} // namespace partita
