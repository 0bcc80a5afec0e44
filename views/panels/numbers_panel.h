#pragma once

#include "core/report/model_numbers.h"
#include "views/panels/panel.h"

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace partita {

class DifferenceChart;

/// What a simplification changed so far: nodes by operator, size, work, partitions, run time and
/// difference of the outputs, at the start and in the state that is in view.
class NumbersPanel : public Panel {
    Q_OBJECT
public:
    explicit NumbersPanel(const PanelContext& context);
    void refresh() override;

private:
    using NumbersPtr = std::shared_ptr<const ModelNumbers>;
    /// Counts on a worker what is in view, and the start unless it is known.
    void count();
    void show();
    QTreeWidgetItem* addSection(const QString& title);
    void addRow(QTreeWidgetItem* section, const QString& name, double start, double now,
                QString (*text)(double));

    JobRunner m_jobs;
    NumbersPtr m_start, m_now;
    std::size_t m_position = 0; ///< of m_now
    QLabel* m_empty;
    QTreeWidget* m_table;
    DifferenceChart* m_chart;
};

} // namespace partita
