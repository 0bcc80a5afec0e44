#pragma once

#include "core/report/model_numbers.h"
#include "views/panels/panel.h"

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace partita {

class DifferenceChart;

/// Compares the start of a simplification with the state in view: nodes by operator, size, FLOPs,
/// partitions, run time and difference of the outputs. Operators whose number is the same are one
/// row until it is opened.
class NumbersPanel : public Panel {
    Q_OBJECT
public:
    explicit NumbersPanel(const PanelContext& context);
    void refresh() override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    using NumbersPtr = std::shared_ptr<const ModelNumbers>;
    /// Counts the state in view on a worker thread, and the start if it is not known.
    void countNodes();
    void show();
    void showPartitions();
    void showModel();
    void showOperators();
    void showRun();
    void addWork(QTreeWidgetItem* section);
    void fitColumns();
    QTreeWidgetItem* addSection(const QString& title);
    /// Whether less of something is a gain by itself.
    enum class Less : std::uint8_t { isGain, isNeither };
    QTreeWidgetItem* addRow(QTreeWidgetItem* section, const QString& name, double start, double now,
                            QString (*text)(double), Less less = Less::isGain);

    JobRunner m_jobs;
    NumbersPtr m_start, m_now;
    std::size_t m_position = 0; ///< the position that m_now describes
    bool m_unchangedShown = false;
    QLabel* m_empty;
    QTreeWidget* m_table;
    DifferenceChart* m_chart;
};

} // namespace partita
