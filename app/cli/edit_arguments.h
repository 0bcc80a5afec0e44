#pragma once

#include "app/cli/command_line.h"
#include "core/edits/edit_script.h"

namespace partita::cli {

/// The options of `edit` that make changes: each use is a step, and steps are done in the order in
/// which they are given.
class EditArguments {
public:
    void addTo(CLI::App& command);
    /// The steps; those of `--script` are read from their files.
    [[nodiscard]] Result<EditScript> steps(const Model& model) const;
    [[nodiscard]] const std::vector<std::string>& scripts() const { return m_scripts; }
    [[nodiscard]] bool empty() const;

private:
    /// An option, and the step that one use of it makes.
    struct Change {
        CLI::Option* option = nullptr;
        Result<nlohmann::json> (*step)(const std::string& text, const Model& model) = nullptr;
        std::shared_ptr<std::vector<std::string>> uses;
    };
    const CLI::App* m_command = nullptr;
    std::vector<Change> m_changes;
    CLI::Option* m_script = nullptr;
    std::vector<std::string> m_scripts;
    bool m_share = false;
};

/// The steps with the files that they name relative to `folder`, as a script there needs them.
std::vector<nlohmann::json> stepsBeside(const EditScript& script,
                                        const std::filesystem::path& folder);
/// The files that the steps read.
std::vector<std::filesystem::path> filesOf(const EditScript& script);

} // namespace partita::cli
