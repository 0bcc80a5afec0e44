#pragma once

#include <QStringList>
#include <vector>

#include "core/epcontext/merge/merge.h"

namespace partita {

/// All choices of the user about a merge; one entry of the undo history.
struct MergeChoices {
    std::vector<MergeInput> inputs;
    std::vector<std::pair<QString, QString>> connections; ///< input, output
    bool rewrite = false, share = false;
    int packing = 0;
    QStringList outputOrder;

    /// Compares the inputs by file, prefix and part only.
    bool operator==(const MergeChoices& other) const;
};

/// The undo history of a merge.
class MergeHistory {
public:
    /// Adds the current choices as the newest entry and drops all undone entries.
    void remember(MergeChoices now);
    /// The previous choices, or the choices that were undone; null: there are none.
    [[nodiscard]] const MergeChoices* undo();
    [[nodiscard]] const MergeChoices* redo();

private:
    std::vector<MergeChoices> m_choices; ///< done up to `m_now`, then the undone entries
    std::size_t m_now = 0;
};

} // namespace partita
