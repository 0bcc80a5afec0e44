#include "core/epcontext/merge/merged_file_names.h"

#include <utility>

#include "core/base/atomic_files.h"
#include "core/base/mapped_files.h"
#include "core/base/numbered_name.h"
#include "core/onnx/named_files.h"

namespace partita {

namespace fs = std::filesystem;

MergedFileNames::MergedFileNames(fs::path output, const std::set<fs::path>& sources)
    : m_output(std::move(output)) {
    for (const fs::path& source : sources)
        m_sources.insert(resolvedPath(source));
}

std::string MergedFileNames::wishFor(const std::string& own) const {
    const std::string start = contextStem(m_output) + "_";
    return own.starts_with(start) ? own : start + own;
}

std::string MergedFileNames::take(const std::string& wish, const MergePlan::File& content) {
    std::string name = numberedFile(wish, [&](const std::string& each) {
        std::error_code error;
        return !isTaken(each) &&
               (!fs::exists(fs::symlink_status(m_output.parent_path() / each, error)) ||
                isThere(each, content));
    });
    m_taken.insert(name);
    return name;
}

/// A file of several names is written through each of them.
bool MergedFileNames::isThere(const std::string& name, const MergePlan::File& content) {
    const fs::path path = m_output.parent_path() / name;
    std::error_code error;
    if (!fs::is_regular_file(fs::symlink_status(path, error)) ||
        fs::hard_link_count(path, error) != 1)
        return false;
    const auto there = mapFile(path);
    return there && content.holds(*there) && !others().contains(resolvedPath(path));
}

/// The files that the sources and the other models in the folder use.
const std::set<fs::path>& MergedFileNames::others() {
    if (!m_others) {
        m_others = m_sources;
        m_others->merge(filesNamedIn(m_output.parent_path(), m_output));
    }
    return *m_others;
}

} // namespace partita
