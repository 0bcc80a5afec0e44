#pragma once

#include "core/ir/tensor_slice.h"
#include "views/panels/panel.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSplitter;
class QTableView;

namespace partita {

class TensorTableModel;

/// Shows one value of the selected node, or of the model if none is selected: elements, statistics,
/// histogram, picture. A value that no run has kept is computed on request.
class TensorPanel : public Panel {
    Q_OBJECT
public:
    explicit TensorPanel(const PanelContext& context);
    void refresh() override;

private:
    void listValues();
    void showValue();
    void showSlice();
    void showMenu(const QPoint& at);
    void clearValue(const QString& why);
    void makeIndexFields();
    void save();
    [[nodiscard]] ValueId current() const;

    QComboBox *m_values, *m_item;
    QPushButton *m_compute, *m_save;
    QLabel *m_about, *m_picture;
    QWidget *m_indices, *m_side;
    QSplitter* m_split;
    QTableView* m_view;
    TensorTableModel* m_model;
};

} // namespace partita
