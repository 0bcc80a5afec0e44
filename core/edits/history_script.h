#pragma once

#include <span>

#include "core/edits/edit_script.h"

namespace partita {

/// A step of a document's history.
struct HistoryStep {
    Message what;              ///< "Rename x to y"
    std::uint64_t version = 0; ///< of the model after it; 0: as opened
    const ModelDelta* delta = nullptr;
    std::span<const Edit> edits{}; ///< that made it, in order; none: it was made in another way
    /// What each edit changed; of a single edit it is not needed. An edit may speak of what an earlier
    /// one made, which would get other ids if it were made again.
    std::span<const ModelDelta> deltas{};
};

/// The steps of a history as a script.
struct HistoryScript {
    std::vector<nlohmann::json> lines;
    ScriptFiles files;
    std::vector<Message> leftOut; ///< steps that a script cannot hold, by what they did
};

/// Writes the steps that led to `after`. A step back to an earlier version takes the steps since then
/// out. `prefix`: of the names of files beside the script.
HistoryScript historyScript(const Model& after, const std::vector<HistoryStep>& steps,
                            const std::string& prefix);

/// Writes a script with the files beside it, all or none. They replace others only together with a
/// script of that name.
Result<void> writeScript(const std::filesystem::path& path, const HistoryScript& script);

} // namespace partita
