#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/progress.h"
#include "core/edits/edit.h"
#include "core/edits/script_tensors.h"

namespace partita {

/// One line of a script: an edit whose nodes and tensors are given by names and patterns.
struct ScriptStep {
    std::string op; ///< "rename_node" …
    nlohmann::json form;
    std::filesystem::path folder{}; ///< that its files are relative to
    std::string place{};            ///< "script.json:12"; empty: it is of no file
};

/// Edits that can be played on any model that has the named parts (docs/editing.md).
using EditScript = std::vector<ScriptStep>;

/// Reads the text of a script. Fails for text that is no JSON, an unknown edit and unknown or missing
/// keys, with the line: nothing of it is used then.
Result<EditScript> parseEditScript(std::string_view text, const std::string& name,
                                   const std::filesystem::path& folder);
Result<EditScript> readEditScript(const std::filesystem::path& path);
/// A step from its JSON; fails as `parseEditScript`.
Result<ScriptStep> scriptStep(nlohmann::json form);
/// The text of a script.
std::string scriptText(const std::vector<nlohmann::json>& steps);

/// An edit as a line of a script, with the names that its parts have in `before`. Tensors that are
/// too large for the text, and nodes of other models, are added to `files`, to be written beside the
/// script. Fails for what has no form in a script: attributes with graphs.
Result<nlohmann::json> scriptOf(const Edit& edit, const Model& before, ScriptFiles& files);

/// What became of one line of a script.
struct PlayedStep {
    std::string op;
    std::string place;
    std::size_t matched = 0; ///< the nodes or tensors that its patterns matched
    bool done = false;
    Message text; ///< what it did, or why it did nothing
};

/// A model after a script.
struct PlayedScript {
    Model model;
    std::vector<Edited> edits; ///< in order; a line may make several
    std::vector<Edit> made;    ///< what these came of
    std::vector<PlayedStep> steps;
    bool complete = false; ///< all lines are done
};

/// Applies the lines in order, those behind one that cannot be done, too. If one cannot be done, none
/// is (`model` is as it was, and the lines say what they would do, or why they cannot), unless
/// `partly`: then the others are done.
PlayedScript playScript(const Model& model, const EditScript& script, bool partly,
                        const Progress& progress = {});

} // namespace partita
