#pragma once

#include "core/tasks/runs/measured_run.h"
#include "views/panels/panel.h"
#include "views/tables/row_table_model.h"

class QCheckBox;
class QLabel;
class QLayout;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTableView;

namespace partita {

class MemoryChart;
class RealProviderBox;

/// Runs the model on its providers, with seeded random inputs or an .npz file, and shows the times
/// of the kernels.
class RunPanel : public Panel {
    Q_OBJECT
public:
    explicit RunPanel(const PanelContext& context);
    void refresh() override;
    /// The sizes of inputs that the next run takes as 1, because nobody has given them.
    [[nodiscard]] QStringList guessedSizes() const;
    /// Writes these sizes into their field for the user to change.
    void askForSizes();
    void runModel(); ///< with the settings of this panel

private:
    QLayout* makeBar();
    QWidget* makeResults();
    void showChoice();
    void showReport();
    void showSummary(); ///< also when the outputs are compared: the table stays as it is
    [[nodiscard]] QString summaryOf(const RunResult& result) const;
    [[nodiscard]] Columns<KernelStatistics> columnsOf(const RunResult& result) const;
    void showMemory(const std::vector<MemoryStep>& steps, std::uint64_t arenaBytes);
    [[nodiscard]] QString fusedText(const KernelStatistics& kernel) const;
    void exportTrace();
    [[nodiscard]] QStringList symbols() const;
    [[nodiscard]] Result<std::map<std::string, std::int64_t>> givenSizes() const;
    void keepOwnSizes();
    void showSizes();
    void takeSizesOfFile();

    std::weak_ptr<const RunResult> m_sizesOf; ///< the run whose sizes were taken last
    RealProviderBox* m_who;
    QLabel *m_seedLabel, *m_repeatLabel, *m_fileLabel, *m_sizesLabel, *m_summary;
    QSpinBox *m_seed, *m_repeat;
    QLineEdit *m_file, *m_sizes;
    QCheckBox *m_compare, *m_bind;
    QPushButton *m_run, *m_browse, *m_export;
    QTableView* m_view;
    MemoryChart* m_memory;
    RowTableModel* m_model;
};

} // namespace partita
