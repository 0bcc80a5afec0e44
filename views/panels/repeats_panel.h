#pragma once

#include "core/scene/repeated_blocks.h"
#include "views/panels/table_panels.h"

namespace partita {

/// Blocks that stand several times in the model, with how each of them is placed. A click selects
/// all of them.
class RepeatsPanel : public TablePanel {
    Q_OBJECT
public:
    using TablePanel::TablePanel;

protected:
    void showEvent(QShowEvent* event) override;
    QString fill(RowTableModel& model) override;
    void choose(std::size_t row) override;
    void followSelection() override {} ///< one row stands for many nodes: `choose` selects them

private:
    [[nodiscard]] QString placementText(const RepeatedBlock& block) const;
    [[nodiscard]] QString variantText(const RepeatedBlock::Variant& variant) const;
    [[nodiscard]] QString exceptions(const RepeatedBlock& block) const;
    [[nodiscard]] QString placeText(const RepeatedBlock::Place& place) const;

    std::shared_ptr<const DocumentState> m_state; ///< that the blocks are of
    std::vector<RepeatedBlock> m_blocks;
};

} // namespace partita
