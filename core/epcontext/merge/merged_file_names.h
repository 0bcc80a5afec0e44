#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "core/epcontext/merge/merge.h"

namespace partita {

/// Chooses the names of the binaries beside a merged model. They begin with the name of that model: a
/// vendor's compiler calls a binary after the model that it compiles, and writes over the one that is
/// there without asking. A file that is there is used only if it is the merged model's own.
class MergedFileNames {
public:
    /// `sources`: binaries of models that stay, also those of models in other folders.
    explicit MergedFileNames(std::filesystem::path output,
                             const std::set<std::filesystem::path>& sources = {});

    /// What a binary that is called `own` now is to be called: "merged_a_qnn.bin".
    [[nodiscard]] std::string wishFor(const std::string& own) const;
    /// Whether another file of the merge has the name.
    [[nodiscard]] bool isTaken(const std::string& name) const { return m_taken.contains(name); }
    void take(const std::string& name) { m_taken.insert(name); }
    /// Takes `wish`, with a number where another file of the merge has that name, or a file in the
    /// folder that holds something else or may be written by others.
    std::string take(const std::string& wish, const MergePlan::File& content);
    /// Whether a file of the name is there and can stay: it has the content, and nobody but the model
    /// that is merged anew has it.
    bool isThere(const std::string& name, const MergePlan::File& content);

private:
    const std::set<std::filesystem::path>& others();

    std::filesystem::path m_output;
    std::set<std::filesystem::path> m_sources;
    std::set<std::string> m_taken;
    std::optional<std::set<std::filesystem::path>> m_others; ///< nothing: not looked for yet
};

} // namespace partita
