#pragma once

#include "views/panels/panel.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTableView;

namespace partita {

class RowTableModel;

/// Runs the model on the providers as placed: seeded random inputs or an .npz; times by node.
class RunPanel : public Panel {
    Q_OBJECT
public:
    explicit RunPanel(const PanelContext& context);
    void refresh() override;

private:
    void showReport();
    QLabel *m_seedLabel, *m_repeatLabel, *m_fileLabel, *m_summary;
    QSpinBox *m_seed, *m_repeat;
    QLineEdit* m_file;
    QPushButton *m_run, *m_browse;
    QTableView* m_view;
    RowTableModel* m_model;
};

} // namespace partita
