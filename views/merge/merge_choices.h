#pragma once

#include <QString>
#include <vector>

#include "core/epcontext/merge/merge.h"

namespace partita {

/// All choices of the user about a merge; one entry of the undo history. Inputs and outputs in the
/// options are written "2.x": the number of the model and the name in it.
struct MergeChoices {
    std::vector<MergeInput> inputs;
    MergeOptions options;
    std::string device = {}; ///< runs what is written; empty: the one that was chosen before

    /// Takes a model out, with all that is said about its inputs and outputs; those of the models
    /// behind it follow their new numbers.
    void removeModel(std::size_t model);
    void moveModel(std::size_t from, std::size_t to);

    /// Whether both write the same model: the device that runs it may be another one. Compares the
    /// inputs by file, prefix and part only.
    [[nodiscard]] bool writesSame(const MergeChoices& other) const;
    /// The same, with the device.
    bool operator==(const MergeChoices& other) const;

private:
    /// `places`: the new number of each model, from 0; none: it is gone.
    void renumber(const std::vector<std::optional<std::size_t>>& places);
};

/// What leads from some choices to others: "Connect encoder.y → decoder.x".
Message changeName(const MergeChoices& before, const MergeChoices& after);

/// The undo history of a merge.
class MergeHistory {
public:
    /// Adds the current choices as the newest entry and drops all undone entries.
    void remember(MergeChoices now);
    /// The previous choices, or the choices that were undone; null: there are none.
    [[nodiscard]] const MergeChoices* undo();
    [[nodiscard]] const MergeChoices* redo();
    [[nodiscard]] Message undoName() const; ///< what `undo` takes back; empty: nothing
    [[nodiscard]] Message redoName() const;
    [[nodiscard]] bool canUndo() const { return m_now > 0; }
    [[nodiscard]] bool canRedo() const { return m_now + 1 < m_choices.size(); }

private:
    std::vector<MergeChoices> m_choices; ///< done up to `m_now`, then the undone entries
    std::size_t m_now = 0;
};

} // namespace partita
