#pragma once

#include <memory>

#include "core/edits/operator_catalogue.h"
#include "views/panels/panel.h"

class QLabel;
class QLineEdit;
class QTreeView;

namespace partita {

class ListFrame;
class OperatorModel;
class OperatorRows;

/// All that can be inserted into the model: operators of its opsets and its functions. Enter puts
/// one behind the selected node, Ctrl+Enter puts it free; it can be dragged to the canvas.
class OperatorsPanel : public Panel {
    Q_OBJECT
public:
    explicit OperatorsPanel(const PanelContext& context);
    void refresh() override;
    [[nodiscard]] QTreeView* view() const { return m_view; }
    [[nodiscard]] QLineEdit* field() const { return m_field; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void modelChanged();
    void fill();
    void findPlaces();
    void showSquares();
    void describe();
    void insert(bool isFree);
    [[nodiscard]] QString emptyText() const;
    [[nodiscard]] const OperatorEntry* current() const;

    QLineEdit* m_field;
    QTreeView* m_view;
    ListFrame* m_frame;
    QLabel* m_foot;
    OperatorModel* m_model;
    OperatorRows* m_rows;
    std::shared_ptr<const OperatorCatalogue> m_catalogue; ///< null: not made yet
    std::shared_ptr<const ModelInfo> m_info;              ///< that the catalogue is of
    std::vector<std::int32_t> m_places;                   ///< of its entries; empty: not known
    JobRunner m_jobs;
};

} // namespace partita
