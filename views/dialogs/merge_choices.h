#pragma once

#include <QStringList>
#include <vector>

#include "core/epcontext/merge/merge.h"

namespace partita {

/// All that the user decides about a merge; one entry of undo.
struct MergeChoices {
    std::vector<MergeInput> inputs;
    std::vector<std::pair<QString, QString>> connections; ///< input, output
    bool rewrite = false, share = false;
    int packing = 0;
    QStringList outputOrder;

    /// Inputs are compared by file, prefix and part.
    bool operator==(const MergeChoices& other) const;
};

/// What was decided one after another.
class MergeHistory {
public:
    /// What is decided now is the latest; what had been undone is gone.
    void remember(MergeChoices now);
    /// What stood before, or what was undone; null: nothing.
    [[nodiscard]] const MergeChoices* undo();
    [[nodiscard]] const MergeChoices* redo();

private:
    std::vector<MergeChoices> m_choices; ///< up to `m_now`; what was undone follows
    std::size_t m_now = 0;
};

} // namespace partita
