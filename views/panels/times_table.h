#pragma once

#include "views/document/comparison_controller.h"
#include "views/panels/table_panels.h"

namespace partita {

/// How the times of both sides of a comparison differ, what changed most first. A part of the list
/// of differences.
class TimesTable : public TablePanel {
    Q_OBJECT
public:
    TimesTable(const PanelContext& context, ComparisonController& comparison);
    /// The row behind (1) or before (−1) the selected one, which it selects, and their number; none:
    /// no row.
    std::optional<std::pair<int, int>> step(int direction);

protected:
    QString fill(RowTableModel& model) override;
    void choose(std::size_t row) override;
    QString note(NodeId node) const override;

private:
    [[nodiscard]] NodeId shownNodeOf(const TimeDifference& entry) const;
    [[nodiscard]] Cell timeCell(double microseconds, bool isThere, bool isSigned = false) const;
    ComparisonController& m_comparison;
    std::shared_ptr<const TimeDifferences> m_times; ///< that the rows are of
};

} // namespace partita
